import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { lazyParts } from './lazyParts.ts'
import { Menu } from './Menu.tsx'
import { Select } from './Select.tsx'

/*
 * A select and a menu do the same before their code is there, when a button stands in for them (`useStandIn`), as after, when
 * they are React Aria's own: at every key, at a press, and to a screen reader.
 */

afterEach(() => vi.restoreAllMocks())

const controls = {
  select: { button: /Fruit$/, part: lazyParts.select },
  menu: { button: 'Actions', part: lazyParts.menu },
} as const
type Control = keyof typeof controls

const popupRoles = ['listbox', 'menu', 'option', 'menuitem']
const roleOf = (element: Element | null | undefined) => element?.getAttribute('role') ?? null

/** What somebody and their screen reader meet after a gesture, and before it. */
const met = async (control: Control, gesture: string, isThere: boolean) => {
  cleanup()
  vi.restoreAllMocks()
  const { button: name, part } = controls[control]
  await part.load()
  if (!isThere) vi.spyOn(part, 'now').mockReturnValue(undefined)
  const chosen = vi.fn()
  const options = ['Apples', 'Berries', 'Cherries'].map(label => ({ id: label, label }))
  render(
    control === 'select' ? (
      <Select label="Fruit" options={options} value="Berries" onChange={chosen} />
    ) : (
      <Menu label="Actions" items={options} onAction={chosen} />
    ),
  )
  const told = () => {
    const button = screen.getByRole('button', { name, hidden: true })
    const controlled = button.getAttribute('aria-controls')
    return {
      popup: button.getAttribute('aria-haspopup'),
      expanded: button.getAttribute('aria-expanded'),
      controls: controlled && roleOf(document.getElementById(controlled)),
    }
  }
  const before = told()
  const user = userEvent.setup()
  const button = screen.getByRole('button', { name })
  if (gesture === 'press') await user.click(button)
  else {
    button.focus()
    await user.keyboard(gesture)
  }
  await waitFor(() =>
    expect(chosen.mock.calls.length === 1 || popupRoles.includes(roleOf(document.activeElement) ?? '')).toBe(
      true,
    ),
  )
  const { activeElement } = document
  return {
    before,
    after: told(),
    focus: popupRoles.includes(roleOf(activeElement) ?? '')
      ? `${roleOf(activeElement)} ${activeElement?.textContent}`
      : 'the button',
    chosen: chosen.mock.calls,
  }
}

const [opensSelect, opensMenu] = [
  { popup: 'listbox', expanded: 'true', controls: 'listbox' },
  { popup: 'true', expanded: 'true', controls: 'menu' },
]

it.each<[Control, gesture: string, focus: string, chosen: string[][]]>([
  ['select', 'press', 'option Berries', []],
  ['select', '{Enter}', 'option Berries', []],
  ['select', ' ', 'option Berries', []],
  ['select', '{ArrowDown}', 'option Berries', []],
  ['select', '{ArrowUp}', 'option Berries', []],
  ['select', '{ArrowRight}', 'the button', [['Cherries']]],
  ['select', '{ArrowLeft}', 'the button', [['Apples']]],
  ['select', 'c', 'the button', [['Cherries']]],
  ['menu', 'press', 'menu ApplesBerriesCherries', []],
  ['menu', '{Enter}', 'menuitem Apples', []],
  ['menu', ' ', 'menuitem Apples', []],
  ['menu', '{ArrowDown}', 'menuitem Apples', []],
  ['menu', '{ArrowUp}', 'menuitem Cherries', []],
])(
  'a %s does by "%s" before its code is there what it does after',
  async (control, gesture, focus, chosen) => {
    const closed = { popup: control === 'select' ? 'listbox' : 'true', expanded: 'false', controls: null }
    const opened = control === 'select' ? opensSelect : opensMenu
    const expected = { before: closed, after: chosen.length > 0 ? closed : opened, focus, chosen }
    expect(await met(control, gesture, false)).toEqual(expected)
    expect(await met(control, gesture, true)).toEqual(expected)
  },
)
