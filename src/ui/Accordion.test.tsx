import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Accordion } from './Accordion.tsx'

describe('Accordion', () => {
  it('opens what the caller holds and reports a press', async () => {
    const user = userEvent.setup()
    const onChange = vi.fn()
    const second = vi.fn(() => 'Second content')
    render(
      <Accordion
        expanded={['one']}
        onChange={onChange}
        items={[
          { id: 'one', title: 'One', children: 'First content' },
          { id: 'two', title: 'Two', children: second },
        ]}
      />,
    )
    expect(screen.getByRole('button', { name: 'One' }).getAttribute('aria-expanded')).toBe('true')
    expect(second).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Two' }))
    expect(onChange).toHaveBeenCalledExactlyOnceWith(['one', 'two'])
  })
})
