import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { FindBox } from './FindBox.tsx'
import { matches } from './findBoxMatches.ts'

const things = [
  { id: 'a', label: 'Schema check' },
  { id: 'b', label: 'SCHEMA_CHECK_PASSED: Schema check', hint: 'Schema check passed' },
  { id: 'c', label: 'Provisioning' },
  { id: 'd', label: 'Recheck' },
]

describe('what matches', () => {
  it('holds every word, the name that begins so first', () => {
    expect(matches(things, 'check').map(({ id }) => id)).toEqual(['a', 'b', 'd'])
    expect(matches(things, 'schema_check passed').map(({ id }) => id)).toEqual(['b'])
    expect(matches(things, 'passed check').map(({ id }) => id)).toEqual(['b'])
    expect(matches(things, '').map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
  })
})

const Box = ({ onChoose, first }: { onChoose: (id: string) => void; first: string }) => {
  const [chosen, choose] = useState(first)
  return (
    <FindBox
      label="Find a state"
      things={things}
      value={chosen}
      onChoose={id => {
        onChoose(id)
        choose(id)
      }}
    />
  )
}

describe('the find box', () => {
  const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Find a state' })
  const marked = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.dataset.key
  const draw = (first = 'd') => {
    const onChoose = vi.fn()
    render(<Box onChoose={onChoose} first={first} />)
    return onChoose
  }

  it('has what is typed take the place of a name that came after the focus', async () => {
    const user = userEvent.setup()
    const boxWith = (value: string | null) => (
      <FindBox label="Find a state" things={things} value={value} onChoose={() => {}} />
    )
    const { rerender } = render(boxWith(null))
    await user.keyboard('/')
    rerender(boxWith('d'))
    await user.keyboard('schema')
    expect(box().value).toBe('schema')
  })

  it('keeps what is typed when another thing is chosen elsewhere meanwhile, and shows that afterwards', async () => {
    const user = userEvent.setup()
    const boxWith = (value: string) => (
      <FindBox label="Find a state" things={things} value={value} onChoose={() => {}} />
    )
    const { rerender } = render(boxWith('c'))
    await user.keyboard('/sch')
    await waitFor(() => expect(box().getAttribute('aria-expanded')).toBe('true'))
    rerender(boxWith('d'))
    await user.keyboard('ema')
    expect(box().value).toBe('schema')
    await waitFor(() => expect(marked()).toBe('a'))
    await user.keyboard('{Escape}')
    expect(box().value).toBe('Recheck')
  })

  it('takes the focus by "/", and the marked thing by Enter', async () => {
    const user = userEvent.setup()
    const onChoose = draw()
    expect(box().value).toBe('Recheck')
    await user.keyboard('/')
    expect(document.activeElement).toBe(box())
    await user.keyboard('schema')
    const options = await screen.findAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Schema check',
      'SCHEMA_CHECK_PASSED: Schema checkSchema check passed',
    ])
    expect(document.activeElement).toBe(box())
    expect(box().getAttribute('aria-activedescendant')).toBe(options[0]?.id)
    await user.keyboard('{ArrowDown}')
    expect(box().getAttribute('aria-activedescendant')).toBe(options[1]?.id)
    await user.keyboard('{Enter}')
    expect(onChoose).toHaveBeenCalledExactlyOnceWith('b')
    expect(box().getAttribute('aria-expanded')).toBe('false')
    expect(box().value).toBe('SCHEMA_CHECK_PASSED: Schema check')
  })

  it('takes the first match by Enter alone', async () => {
    const user = userEvent.setup()
    const onChoose = draw()
    await user.keyboard('/provis')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    await user.keyboard('{Enter}')
    expect(onChoose).toHaveBeenCalledExactlyOnceWith('c')
  })

  it.each(['Enter', 'a click'])(
    'takes by %s what was chosen, while another choice is on its way',
    async by => {
      const user = userEvent.setup()
      const onChoose = vi.fn()
      const boxWith = (value: string) => (
        <FindBox label="Find a state" things={things} value={value} onChoose={onChoose} />
      )
      const { rerender } = render(boxWith('d'))
      await user.keyboard('/rech')
      await waitFor(() => expect(marked()).toBe('d'))
      rerender(boxWith('c'))
      if (by === 'Enter') await user.keyboard('{Enter}')
      else await user.click(screen.getByRole('option', { name: 'Recheck' }))
      expect(onChoose).toHaveBeenCalledExactlyOnceWith('d')
      expect(box().getAttribute('aria-expanded')).toBe('false')
      rerender(boxWith('d'))
      expect(box().value).toBe('Recheck')
    },
  )

  it('shows everything by an arrow, and takes a thing by a click', async () => {
    const user = userEvent.setup()
    const onChoose = draw()
    await user.click(box())
    await user.keyboard('{ArrowDown}')
    expect(await screen.findAllByRole('option')).toHaveLength(things.length)
    await user.click(screen.getByRole('option', { name: 'Provisioning' }))
    expect(onChoose).toHaveBeenCalledExactlyOnceWith('c')
  })

  it('says that nothing matches, and gives up by Escape', async () => {
    const user = userEvent.setup()
    const onChoose = draw()
    await user.keyboard('/nothing like it')
    expect(await screen.findByRole('listbox')).toHaveProperty('textContent', 'No matches')
    await user.keyboard('{Escape}')
    expect(box().getAttribute('aria-expanded')).toBe('false')
    expect(box().value).toBe('Recheck')
    expect(document.activeElement).toBe(box())
    expect(onChoose).not.toHaveBeenCalled()
  })

  it.each(['x', 'schema'])('forgets the typed %j when the focus goes', async typed => {
    const user = userEvent.setup()
    const onChoose = draw()
    await user.keyboard(`/${typed}`)
    await waitFor(() => expect(box().getAttribute('aria-expanded')).toBe('true'))
    if (typed === 'schema') await waitFor(() => expect(marked()).toBe('a'))
    await user.tab()
    await waitFor(() => expect(box().value).toBe('Recheck'))
    expect(document.activeElement).not.toBe(box())
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(onChoose).not.toHaveBeenCalled()
  })

  it('goes on where the text so far is the name of what is chosen', async () => {
    const user = userEvent.setup()
    draw('a')
    await user.keyboard('/Schema check passed')
    expect(box().value).toBe('Schema check passed')
    await user.keyboard('{Backspace>7/}ed')
    expect(box().value).toBe('Schema checked')
    // What is shown again after that is not typed.
    await user.keyboard('{Escape}pro')
    expect(box().value).toBe('pro')
  })

  it('marks the first match of a changed text, and no other where an arrow key has taken the mark away', async () => {
    const user = userEvent.setup()
    const onChoose = draw()
    await user.keyboard('/shema{ArrowLeft>4/}')
    expect(await screen.findByRole('listbox')).toHaveProperty('textContent', 'No matches')
    await user.keyboard('c')
    expect(box().value).toBe('schema')
    await waitFor(() => expect(marked()).toBe('a'))
    await user.keyboard('{ArrowDown}')
    expect(marked()).toBe('b')
    await user.keyboard('{ArrowLeft}')
    expect(marked()).toBeUndefined()
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}{Enter}')
    expect(onChoose).not.toHaveBeenCalled()
    expect(box().value).toBe('Recheck')
  })
})
