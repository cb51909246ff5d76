import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
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

describe('the find box', () => {
  const draw = () => {
    const onChoose = vi.fn()
    render(<FindBox label="Find a state" things={things} value="Recheck" onChoose={onChoose} />)
    return { onChoose, box: screen.getByRole('combobox', { name: 'Find a state' }) }
  }

  it('has what is typed take the place of a name that came after the focus', async () => {
    const user = userEvent.setup()
    const boxWith = (value: string) => (
      <FindBox label="Find a state" things={things} value={value} onChoose={() => {}} />
    )
    const { rerender } = render(boxWith(''))
    const box = screen.getByRole('combobox', { name: 'Find a state' })
    await user.keyboard('/')
    rerender(boxWith('Recheck'))
    await user.keyboard('schema')
    expect(box).toHaveProperty('value', 'schema')
  })

  it('takes the focus by "/", and the marked thing by Enter', async () => {
    const user = userEvent.setup()
    const { onChoose, box } = draw()
    expect(box).toHaveProperty('value', 'Recheck')
    await user.keyboard('/')
    expect(document.activeElement).toBe(box)
    await user.keyboard('schema{ArrowDown}')
    const options = screen.getAllByRole('option')
    expect(options.map(option => option.getAttribute('aria-selected'))).toEqual(['false', 'true'])
    expect(box.getAttribute('aria-activedescendant')).toBe(options[1]?.id)
    expect(screen.getByRole('status').textContent).toBe('2 found')
    await user.keyboard('{Enter}')
    expect(onChoose).toHaveBeenCalledExactlyOnceWith('b')
    expect(box.getAttribute('aria-expanded')).toBe('false')
  })

  it('takes a thing by a click, and gives up by Escape', async () => {
    const user = userEvent.setup()
    const { onChoose, box } = draw()
    await user.click(box)
    await user.keyboard('{ArrowDown}')
    await user.click(screen.getByRole('option', { name: 'Provisioning' }))
    expect(onChoose).toHaveBeenCalledExactlyOnceWith('c')
    await user.keyboard('nothing like it')
    expect(screen.getByRole('status').textContent).toBe('Nothing matches')
    await user.keyboard('{Enter}{Escape}')
    expect(onChoose).toHaveBeenCalledTimes(1)
    expect(box).toHaveProperty('value', 'Recheck')
  })
})
