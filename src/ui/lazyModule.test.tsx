import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Button } from './Button.tsx'
import { lazyModule } from './lazyModule.ts'
import { NotLoaded } from './NotLoaded.tsx'
import { OpenerButton, useOpener } from './opener.ts'

const panel = { Panel: () => <p>Here it is</p> }

function Harness({ code }: { code: ReturnType<typeof lazyModule<typeof panel>> }) {
  const { opener, module, hasFailed } = useOpener('dialog', code)
  return (
    <>
      <OpenerButton opener={opener}>
        <Button>Open</Button>
      </OpenerButton>
      {module && opener.isOpen && <module.Panel />}
      {hasFailed && <NotLoaded />}
    </>
  )
}

describe('code that is loaded when it is first wanted', () => {
  it('is asked for once, by whoever comes first', async () => {
    const fetchPanel = vi.fn(async () => panel)
    const code = lazyModule(fetchPanel)
    expect(code.now()).toBeUndefined()
    await Promise.all([code.load(), code.load()])
    expect(code.now()).toBe(panel)
    expect(fetchPanel).toHaveBeenCalledOnce()
  })

  it('is on its way as soon as the button has the focus', async () => {
    const fetchPanel = vi.fn(async () => panel)
    render(<Harness code={lazyModule(fetchPanel)} />)
    expect(fetchPanel).not.toHaveBeenCalled()
    await userEvent.tab()
    expect(fetchPanel).toHaveBeenCalledOnce()
    expect(screen.queryByText('Here it is')).toBeNull()
  })

  it('tells when it cannot be loaded, and tries again at the next press', async () => {
    let isOnline = false
    const code = lazyModule(async () => {
      if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module')
      return panel
    })
    render(<Harness code={code} />)
    const button = screen.getByRole('button', { name: 'Open' })
    await userEvent.click(button)
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This could not be loaded. Check your connection and try again.',
    )
    expect(button.getAttribute('aria-expanded')).toBe('false')
    isOnline = true
    await userEvent.click(button)
    expect(await screen.findByText('Here it is')).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
