import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Button, IconButton } from './Button.tsx'
import { ColumnChoice } from './ColumnChoice.tsx'
import { Dialog } from './Dialog.tsx'
import { FilterTags } from './FilterTags.tsx'
import { lazyPart } from './lazyPart.ts'
import { lazyParts } from './lazyParts.ts'
import { Menu } from './Menu.tsx'
import { MultiSelect } from './MultiSelect.tsx'
import { notify, toastQueue } from './notify.ts'
import { Popup, PopupItem } from './Popup.tsx'
import { Select } from './Select.tsx'
import { Toasts } from './Toasts.tsx'

/** Codes that are on their way, by the name of the control. */
const underWay: { arrive: () => void; fail: () => void }[] = []
const loaded = { ...lazyParts }

/** As at the first visit: the code of a part has to be asked for, and comes when the test says so. */
const comeLate = (names: readonly (keyof typeof loaded)[]) => {
  for (const name of names) {
    const late = lazyPart(
      () =>
        new Promise<unknown>((resolve, reject) => {
          underWay.push({
            arrive: () => resolve(loaded[name].now()),
            fail: () => reject(new Error('no connection')),
          })
        }),
    )
    Object.assign(lazyParts, { [name]: late })
  }
}

const { tooltip: _, toasts: __, ...controls } = loaded

beforeEach(() => {
  underWay.length = 0
  toastQueue.clear()
  comeLate(Object.keys(controls) as (keyof typeof controls)[])
})

afterEach(() => {
  Object.assign(lazyParts, loaded)
})

const arrive = () => act(async () => underWay.at(-1)?.arrive())

const items = [
  { id: 'accept', label: 'Accept' },
  { id: 'weigh', label: 'Weigh again' },
]
const fruit = [
  { id: 'a', label: 'Apples' },
  { id: 'b', label: 'Berries' },
  { id: 'c', label: 'Cherries' },
]

/** What a screen reader tells of a button that opens something. */
const attributesOf = (button: HTMLElement) =>
  Object.fromEntries(
    ['aria-haspopup', 'aria-expanded', 'aria-disabled'].map(name => [name, button.getAttribute(name)]),
  )

describe('a Menu whose code is not there yet', () => {
  const draw = () => {
    const onAction = vi.fn()
    render(
      <>
        <Menu label="More actions" items={items} onAction={onAction} />
        <Button>Elsewhere</Button>
      </>,
    )
    const button = () => screen.getByRole('button', { name: 'More actions' })
    return { user: userEvent.setup(), onAction, button }
  }

  it('fetches nothing until it is hovered or focused, and then once', async () => {
    const { user, button } = draw()
    expect(underWay).toHaveLength(0)
    await user.hover(button())
    expect(underWay).toHaveLength(1)
    await user.click(button())
    expect(underWay).toHaveLength(1)
  })

  it('tells what it opens as the menu itself does', async () => {
    const { user, button } = draw()
    const before = attributesOf(button())
    expect(before).toEqual({ 'aria-haspopup': 'true', 'aria-expanded': 'false', 'aria-disabled': null })
    await user.click(button())
    await arrive()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(button()))
    expect(attributesOf(button())).toEqual(before)
  })

  it.each([
    ['{Enter}', 'Accept'],
    [' ', 'Accept'],
    ['{ArrowDown}', 'Accept'],
    ['{ArrowUp}', 'Weigh again'],
  ])('opens by the key %s at "%s" when it has come, and gives the focus back', async (key, start) => {
    const { user, button } = draw()
    await user.tab()
    await user.keyboard(key)
    expect(screen.queryByRole('menu')).toBeNull()
    expect(document.activeElement).toBe(button())
    await arrive()
    expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: start }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(button()))
    expect(screen.queryByRole('menu')).toBeNull()
  })

  it('opens by the pointer when it has come, does what is chosen, and gives the focus back', async () => {
    const { user, onAction, button } = draw()
    await user.click(button())
    await arrive()
    expect(screen.getByRole('menu').contains(document.activeElement)).toBe(true)
    await user.click(screen.getByRole('menuitem', { name: 'Weigh again' }))
    expect(onAction).toHaveBeenCalledExactlyOnceWith('weigh')
    await waitFor(() => expect(document.activeElement).toBe(button()))
  })

  it('opens nothing for somebody who has gone elsewhere meanwhile', async () => {
    const { user, button } = draw()
    await user.click(button())
    await user.tab()
    const elsewhere = screen.getByRole('button', { name: 'Elsewhere' })
    await arrive()
    expect(screen.queryByRole('menu')).toBeNull()
    expect(document.activeElement).toBe(elsewhere)
    await user.click(button())
    expect(await screen.findByRole('menu')).toBeDefined()
  })

  it('says that it could not be fetched, and is fetched again the next time', async () => {
    render(<Toasts />)
    const { user, button } = draw()
    await user.click(button())
    await act(async () => underWay.at(-1)?.fail())
    expect(await screen.findByText('This could not be loaded')).toBeDefined()
    expect(document.activeElement).toBe(button())
    await user.click(button())
    await arrive()
    expect(screen.getByRole('menu')).toBeDefined()
  })
})

describe('a Select whose code is not there yet', () => {
  const draw = () => {
    const onChange = vi.fn()
    render(<Select label="Fruit" options={fruit} value="b" onChange={onChange} />)
    const button = () => screen.getByRole('button', { name: 'Berries Fruit' })
    return { user: userEvent.setup(), onChange, button }
  }

  it('has the name, the attributes and the label of the select itself', async () => {
    const { user, button } = draw()
    const before = attributesOf(button())
    expect(before).toMatchObject({ 'aria-haspopup': 'listbox', 'aria-expanded': 'false' })
    await user.click(screen.getByText('Fruit'))
    expect(document.activeElement).toBe(button())
    await user.keyboard('{Enter}')
    await arrive()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(button()))
    expect(attributesOf(button())).toEqual(before)
  })

  it.each(['{Enter}', ' ', '{ArrowDown}', '{ArrowUp}'])(
    'opens by the key %s at what is chosen when it has come, and gives the focus back',
    async key => {
      const { user, onChange, button } = draw()
      await user.tab()
      await user.keyboard(key)
      await arrive()
      const chosen = await screen.findByRole('option', { name: 'Berries', selected: true })
      expect(document.activeElement).toBe(chosen)
      await user.keyboard('{Escape}')
      await waitFor(() => expect(document.activeElement).toBe(button()))
      expect(onChange).not.toHaveBeenCalled()
    },
  )

  it.each([
    ['c', 'c'],
    ['{ArrowRight}', 'c'],
    ['{ArrowLeft}', 'a'],
  ])('chooses by the key %s without being opened', async (key, chosen) => {
    const { user, onChange, button } = draw()
    await user.tab()
    await user.keyboard(key)
    await arrive()
    await waitFor(() => expect(onChange).toHaveBeenCalledExactlyOnceWith(chosen))
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(document.activeElement).toBe(button())
  })

  it('opens by the pointer, takes what is chosen, and gives the focus back', async () => {
    const { user, onChange, button } = draw()
    await user.click(button())
    await arrive()
    await user.click(await screen.findByRole('option', { name: 'Cherries' }))
    expect(onChange).toHaveBeenCalledExactlyOnceWith('c')
    await waitFor(() => expect(document.activeElement).toBe(button()))
  })

  it('lets Tab go on', async () => {
    const { user, button } = draw()
    await user.tab()
    expect(document.activeElement).toBe(button())
    await user.tab()
    expect(document.activeElement).toBe(document.body)
  })
})

describe('a panel whose code is not there yet', () => {
  const panels = [
    [
      'Popup',
      'Account',
      <Popup key="popup" label="Account" title="Account">
        <PopupItem onPress={() => {}}>Sign out</PopupItem>
      </Popup>,
    ],
    [
      'MultiSelect',
      'Fruit',
      <MultiSelect key="multi" label="Fruit" options={fruit} value={[]} onChange={() => {}} />,
    ],
    [
      'ColumnChoice',
      'Columns',
      <ColumnChoice
        key="columns"
        columns={[{ id: 'a', header: 'Apples', isShown: true }]}
        onChange={() => {}}
      />,
    ],
  ] as const

  it.each(panels)(
    '%s opens by a key and by the pointer, and gives the focus back',
    async (_, name, control) => {
      const user = userEvent.setup()
      const { unmount } = render(control)
      const button = () => screen.getByRole('button', { name })
      // React Aria says nothing of a popup where a dialog opens.
      expect(attributesOf(button())).toMatchObject({ 'aria-haspopup': null, 'aria-expanded': 'false' })
      await user.tab()
      await user.keyboard('{Enter}')
      await arrive()
      expect(screen.getByRole('dialog', { name }).contains(document.activeElement)).toBe(true)
      await user.keyboard('{Escape}')
      await waitFor(() => expect(document.activeElement).toBe(button()))
      expect(attributesOf(button())).toMatchObject({ 'aria-haspopup': null, 'aria-expanded': 'false' })
      unmount()

      render(control)
      await user.click(button())
      expect(screen.getByRole('dialog', { name })).toBeDefined()
    },
  )
})

describe('a Dialog whose code is not there yet', () => {
  const draw = (isOpen: boolean, onClose = vi.fn()) => (
    <>
      <Toasts />
      <Button>Open</Button>
      <Dialog title="Keys" isOpen={isOpen} onClose={onClose}>
        <p>Escape closes.</p>
      </Dialog>
    </>
  )

  it('opens when it has come, takes the focus and gives it back', async () => {
    const { rerender } = render(draw(false))
    expect(underWay).toHaveLength(0)
    const button = screen.getByRole('button', { name: 'Open' })
    button.focus()
    rerender(draw(true))
    await arrive()
    const dialog = await screen.findByRole('dialog', { name: 'Keys' })
    expect(dialog.contains(document.activeElement)).toBe(true)
    rerender(draw(false))
    await waitFor(() => expect(document.activeElement).toBe(button))
  })

  it('closes and says so when it cannot be fetched', async () => {
    const onClose = vi.fn()
    render(draw(true, onClose))
    await act(async () => underWay.at(-1)?.fail())
    expect(onClose).toHaveBeenCalledTimes(1)
    expect(await screen.findByText('This could not be loaded')).toBeDefined()
  })
})

describe('FilterTags whose code is not there yet', () => {
  it('can be cleared before the tags have come', async () => {
    const user = userEvent.setup()
    const onClear = vi.fn()
    const tags = [{ id: 'a', filter: 'State', label: 'Signed off' }]
    render(<FilterTags label="Chosen filters" tags={tags} onRemove={() => {}} onClear={onClear} />)
    await user.click(screen.getByRole('button', { name: 'Clear all' }))
    expect(onClear).toHaveBeenCalledTimes(1)
    await arrive()
    expect(await screen.findByText('Signed off')).toBeDefined()
  })
})

describe('a bubble whose code is not there yet', () => {
  beforeEach(() => comeLate(['tooltip']))

  it('is fetched when it is to open, and shown when it has come', async () => {
    const user = userEvent.setup()
    render(<IconButton icon="close" label="Close" />)
    expect(underWay).toEqual([])
    await user.tab()
    expect(screen.queryByRole('tooltip')).toBeNull()
    await arrive()
    expect(screen.getByRole('tooltip').textContent).toBe('Close')
    expect(underWay).toHaveLength(1)
  })

  it('says nothing when it does not come: its words are the name of the button', async () => {
    const user = userEvent.setup()
    render(
      <>
        <IconButton icon="close" label="Close" />
        <Toasts />
      </>,
    )
    await user.tab()
    await act(async () => underWay.at(-1)?.fail())
    expect(screen.queryByRole('tooltip')).toBeNull()
    expect(screen.queryByText('This could not be loaded')).toBeNull()
    expect(screen.getByRole('button', { name: 'Close' })).toBe(document.activeElement)
  })
})

describe('notices whose code is not there yet', () => {
  beforeEach(() => comeLate(['toasts']))

  it('are fetched with the first one, and shown when it has come', async () => {
    render(<Toasts />)
    expect(underWay).toEqual([])
    act(() => notify({ tone: 'good', title: 'Saved' }))
    await arrive()
    expect(screen.getByText('Saved')).toBeDefined()
    expect(underWay).toHaveLength(1)
  })

  it('are told without it where it does not come, until they are closed', async () => {
    const user = userEvent.setup()
    render(<Toasts />)
    act(() => notify({ tone: 'failed', title: 'Not saved', text: 'Try again.' }))
    await act(async () => underWay.at(-1)?.fail())
    expect(screen.getByRole('alert').textContent).toBe('Not saved Try again.')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
