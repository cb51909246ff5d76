import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Switch } from './Switch.tsx'

describe('Switch', () => {
  it('is turned by its words and by the space bar, and shows what the caller holds', async () => {
    const user = userEvent.setup()
    const onChange = vi.fn()
    const { rerender } = render(
      <Switch isSelected={false} onChange={onChange}>
        Compare
      </Switch>,
    )
    await user.click(screen.getByText('Compare'))
    expect(onChange).toHaveBeenLastCalledWith(true)
    const control = screen.getByRole('switch', { name: 'Compare', checked: false })
    rerender(
      <Switch isSelected onChange={onChange}>
        Compare
      </Switch>,
    )
    control.focus()
    await user.keyboard(' ')
    expect(onChange).toHaveBeenLastCalledWith(false)
    expect(screen.getByRole('switch', { checked: true })).toBe(control)
  })

  it('says why it cannot be turned, and stays in reach', async () => {
    const user = userEvent.setup()
    const onChange = vi.fn()
    render(
      <Switch isSelected={false} onChange={onChange} disabledReason="Choose an earlier delivery first">
        Compare
      </Switch>,
    )
    await user.tab()
    const control = screen.getByRole('switch', { name: /Compare.*Choose an earlier delivery first/ })
    expect(document.activeElement).toBe(control)
    await user.keyboard(' ')
    expect(onChange).not.toHaveBeenCalled()
    expect(control.getAttribute('aria-readonly')).toBe('true')
  })
})
