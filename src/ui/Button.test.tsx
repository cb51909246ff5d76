import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Button } from './Button.tsx'
import { LinkButton } from './LinkButton.tsx'

describe('Button with a disabledReason', () => {
  it('keeps the focus, says that it is disabled and why, and does nothing', async () => {
    const user = userEvent.setup()
    const onPress = vi.fn()
    const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
    render(
      <form onSubmit={onSubmit}>
        <Button type="submit" onPress={onPress} disabledReason="Accept the terms first.">
          Send
        </Button>
      </form>,
    )
    await user.tab()
    const button = screen.getByRole('button', { name: 'Send' })
    expect(document.activeElement).toBe(button)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(button.hasAttribute('disabled')).toBe(false)
    const described = button.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(described.some(id => document.getElementById(id)?.textContent === 'Accept the terms first.')).toBe(
      true,
    )
    expect((await screen.findByRole('tooltip')).textContent).toBe('Accept the terms first.')
    await user.keyboard('{Enter}')
    await user.keyboard(' ')
    await user.click(button)
    expect(onPress).not.toHaveBeenCalled()
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('tells why when a finger presses it, until the finger presses elsewhere', async () => {
    const user = userEvent.setup()
    render(
      <>
        <Button disabledReason="Accept the terms first.">Send</Button>
        <Button>Other</Button>
      </>,
    )
    await user.pointer({ keys: '[TouchA]', target: screen.getByRole('button', { name: 'Send' }) })
    expect((await screen.findByRole('tooltip')).textContent).toBe('Accept the terms first.')
    await user.pointer({ keys: '[TouchA]', target: screen.getByRole('button', { name: 'Other' }) })
    expect(screen.queryByRole('tooltip')).toBeNull()
  })

  it('works again when the reason is gone', async () => {
    const user = userEvent.setup()
    const onPress = vi.fn()
    const { rerender } = render(
      <Button onPress={onPress} disabledReason="Not yet.">
        Send
      </Button>,
    )
    rerender(<Button onPress={onPress}>Send</Button>)
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(onPress).toHaveBeenCalledTimes(1)
  })

  it('turns a link into a button that tells why', () => {
    render(
      <LinkButton href="/next" disabledReason="Finish this step first.">
        Next
      </LinkButton>,
    )
    expect(screen.queryByRole('link')).toBeNull()
    expect(screen.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true')
  })
})

describe('a Button with a hint', () => {
  it('shows it while it has the focus, until a key is pressed that others still hear', async () => {
    const user = userEvent.setup()
    const onKeyDown = vi.fn()
    render(
      // biome-ignore lint/a11y/noStaticElementInteractions: stands for the page around the button
      <div onKeyDown={onKeyDown}>
        <Button hint="Sends it to all." onPress={() => {}}>
          Send
        </Button>
      </div>,
    )
    await user.tab()
    expect((await screen.findByRole('tooltip')).textContent).toBe('Sends it to all.')
    await user.keyboard('x')
    expect(screen.queryByRole('tooltip')).toBeNull()
    expect(onKeyDown).toHaveBeenCalledTimes(1)
    await user.tab({ shift: true })
    expect(document.activeElement).toBe(document.body)
  })
})

describe('a pending Button', () => {
  it('keeps its name, stays focusable and does nothing', async () => {
    const user = userEvent.setup()
    const onPress = vi.fn()
    render(
      <Button isPending onPress={onPress}>
        Sending
      </Button>,
    )
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /Sending/ }))
    await user.keyboard('{Enter}')
    expect(onPress).not.toHaveBeenCalled()
  })
})
