import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { StrictMode, useState } from 'react'
import { expect, it } from 'vitest'
import { createPreferences, useAddressFilters } from '../../../src/hooks/index.ts'
import { analyst, type ShownOptions, show } from '../support/services.tsx'

/* Filters of a page are remembered for the user in this browser and come back where the address names none (decisions §12). */

const names = ['colour', 'size'] as const

function Filters({ page }: { page: string }) {
  const { values, choose, clear } = useAddressFilters(page, names)
  return (
    <>
      <output>{JSON.stringify(values)}</output>
      <button type="button" onClick={() => choose('colour', 'red')}>
        Red
      </button>
      <button type="button" onClick={() => choose('colour', undefined)}>
        Any colour
      </button>
      <button type="button" onClick={clear}>
        Clear
      </button>
    </>
  )
}

const chosen = () => JSON.parse(screen.getByRole('status').textContent ?? '')

it('stand in the address beside what is not theirs, and are remembered of the page for the user', async () => {
  const preferences = createPreferences()
  const open = async (at: string, { page = 'shelf', ...options }: ShownOptions & { page?: string } = {}) => {
    cleanup()
    return show(
      <StrictMode>
        <Filters page={page} />
      </StrictMode>,
      { at, preferences, ...options },
    )
  }
  const press = (shown: Awaited<ReturnType<typeof open>>, name: string) =>
    shown.user.click(screen.getByRole('button', { name }))

  const first = await open('/?tab=2&size=large')
  expect(chosen()).toEqual({ size: 'large' })
  await press(first, 'Red')
  expect(first.address()).toBe('/?tab=2&colour=red&size=large')

  await act(() => first.router.navigate('/?tab=5'))
  await waitFor(() => expect(first.address()).toBe('/?tab=5&colour=red&size=large'))
  const back = await open('/?tab=3')
  expect(chosen()).toEqual({ colour: 'red', size: 'large' })
  await waitFor(() => expect(back.address()).toBe('/?tab=3&colour=red&size=large'))
  await open('/?size=small')
  expect(chosen()).toEqual({ size: 'small' })
  await open('/', { page: 'cellar' })
  expect(chosen()).toEqual({})
  await open('/', { user: { ...analyst, userId: 'another' } })
  expect(chosen()).toEqual({})

  const fewer = await open('/')
  await press(fewer, 'Any colour')
  expect(fewer.address()).toBe('/?size=large')
  const cleared = await open('/?tab=4')
  expect(chosen()).toEqual({ size: 'large' })
  await press(cleared, 'Clear')
  expect(cleared.address()).toBe('/?tab=4')
  expect(chosen()).toEqual({})
  await open('/')
  expect(chosen()).toEqual({})
})

it('are those of another page where the page becomes another', async () => {
  const preferences = createPreferences()
  function Pages() {
    const [page, setPage] = useState('shelf')
    return (
      <>
        <Filters page={page} />
        <button type="button" onClick={() => setPage('cellar')}>
          Cellar
        </button>
      </>
    )
  }
  const kept = await show(<Filters page="cellar" />, { preferences })
  await kept.user.click(screen.getByRole('button', { name: 'Red' }))
  cleanup()
  const shown = await show(<Pages />, { preferences })
  expect(chosen()).toEqual({})
  await shown.user.click(screen.getByRole('button', { name: 'Cellar' }))
  expect(chosen()).toEqual({ colour: 'red' })
  await waitFor(() => expect(shown.address()).toBe('/?colour=red'))
})

it.each([
  [{ colour: ['red', 'blue'], age: ['old'] }, { colour: 'red' }, '/?colour=red'],
  [{ age: ['old'] }, {}, '/'],
])('are of %j remembered only those that the page has, with one value each', async (filters, values, at) => {
  const preferences = createPreferences()
  preferences.trigger.filtersChosen({ page: `${analyst.userId} shelf`, filters })
  const shown = await show(<Filters page="shelf" />, { preferences })
  await waitFor(() => expect(shown.address()).toBe(at))
  expect(chosen()).toEqual(values)
})
