import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { ComboBox } from './ComboBox.tsx'
import { Menu } from './Menu.tsx'

describe('a Menu item with a disabledReason', () => {
  it('is reached by the arrow keys, read out with its reason, and does nothing', async () => {
    const user = userEvent.setup()
    const onAction = vi.fn()
    render(
      <Menu
        label="More actions"
        onAction={onAction}
        items={[
          { id: 'accept', label: 'Accept' },
          { id: 'weigh', label: 'Weigh again', disabledReason: 'The scales are being checked' },
        ]}
      />,
    )
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await screen.findByRole('menu')
    await user.keyboard('{ArrowDown}{ArrowDown}')
    const item = screen.getByRole('menuitem', {
      name: 'Weigh again',
      description: 'The scales are being checked',
    })
    expect(document.activeElement).toBe(item)
    expect(item.getAttribute('aria-disabled')).toBe('true')
    await user.keyboard('{Enter}')
    expect(onAction).not.toHaveBeenCalled()
    expect(screen.getByRole('menu')).toBeDefined()
    await user.click(screen.getByRole('menuitem', { name: 'Accept' }))
    expect(onAction).toHaveBeenCalledExactlyOnceWith('accept')
  })
})

describe('a ComboBox option with a disabledReason', () => {
  it('is found and read out, but not chosen', async () => {
    const user = userEvent.setup()
    const onChange = vi.fn()
    render(
      <ComboBox
        label="Stall"
        value="a"
        onChange={onChange}
        options={[
          { id: 'north', label: 'North', options: [{ id: 'a', label: 'Ashby' }] },
          {
            id: 'south',
            label: 'South',
            options: [
              { id: 'b', label: 'Bala', disabledReason: 'Not signed in yet' },
              { id: 'c', label: 'Bangor' },
            ],
          },
        ]}
      />,
    )
    const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Stall' })
    expect(input.value).toBe('Ashby')
    await user.click(input)
    await user.keyboard('Ba')
    expect(screen.getAllByRole('option').map(option => option.getAttribute('aria-disabled'))).toEqual([
      'true',
      null,
    ])
    await user.keyboard('{ArrowDown}{Enter}')
    expect(onChange).not.toHaveBeenCalled()
    await user.clear(input)
    await user.keyboard('Bang')
    await user.keyboard('{ArrowDown}{Enter}')
    expect(onChange).toHaveBeenCalledExactlyOnceWith('c')
  })
})

describe('a ComboBox', () => {
  it('goes on with what was typed after an arrow key', async () => {
    const user = userEvent.setup()
    const options = ['Ashby', 'Bala', 'Bangor', 'Banwell'].map(label => ({ id: label, label }))
    render(<ComboBox label="Stall" value={null} onChange={() => {}} options={options} />)
    const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Stall' })
    await user.click(input)
    await user.keyboard('ba{ArrowDown}ng')
    expect(input.value).toBe('bang')
  })
})

describe('a Menu', () => {
  const open = (onAction = vi.fn()) => {
    const items = [
      { id: 'accept', label: 'Accept' },
      { id: 'weigh', label: 'Weigh again' },
    ]
    render(<Menu label="More actions" onAction={onAction} items={items} />)
    return { user: userEvent.setup(), onAction, button: screen.getByRole('button', { name: 'More actions' }) }
  }

  it('says what it opens before it has been opened', () => {
    const { button } = open()
    // "true" means a menu (WAI-ARIA 1.2, aria-haspopup).
    expect(button.getAttribute('aria-haspopup')).toBe('true')
    expect(button.getAttribute('aria-expanded')).toBe('false')
  })

  it.each([
    ['{Enter}', 'Accept'],
    [' ', 'Accept'],
    ['{ArrowDown}', 'Accept'],
    ['{ArrowUp}', 'Weigh again'],
  ])('opens by the key %s at "%s", and gives the focus back', async (key, start) => {
    const { user, button, onAction } = open()
    await user.tab()
    await user.keyboard(key)
    const item = await screen.findByRole('menuitem', { name: start })
    await waitFor(() => expect(document.activeElement).toBe(item))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(button))
    expect(screen.queryByRole('menu')).toBeNull()
    expect(onAction).not.toHaveBeenCalled()
  })

  it('closes when something was chosen', async () => {
    const { user, button, onAction } = open()
    await user.click(button)
    await user.click(await screen.findByRole('menuitem', { name: 'Weigh again' }))
    expect(onAction).toHaveBeenCalledExactlyOnceWith('weigh')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(button.getAttribute('aria-expanded')).toBe('false')
  })
})
