import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createPreferences, type Preferences, useTable } from '../../../src/hooks/index.ts'
import { tableDefaults } from '../../../src/machines/table-state/index.ts'
import { show } from '../support/services.tsx'

/* Filters of a table are remembered for the user in this browser and come back where the address names none (decisions §12). */

const defaults = tableDefaults()

function Rows() {
  const table = useTable('audit', defaults, { page: 'audit', filters: ['outcome'] })
  return (
    <>
      <output>{JSON.stringify(table.state.filters)}</output>
      <button type="button" onClick={() => table.filter('outcome', ['refused'])}>
        Refused
      </button>
      <button type="button" onClick={table.clearFilters}>
        Clear
      </button>
    </>
  )
}

const usual = tableDefaults({ filters: { status: ['open'] } })

function Issues() {
  const table = useTable('issues', usual, { page: 'issues', filters: ['status', 'show'] })
  return (
    <>
      <output>{JSON.stringify(table.state.filters)}</output>
      <button type="button" onClick={() => table.filter('status', [])}>
        Any status
      </button>
      <button type="button" onClick={() => table.filter('status', ['open'])}>
        Open
      </button>
      <button type="button" onClick={() => table.filter('show', ['mine'])}>
        Mine
      </button>
      <button type="button" onClick={table.clearFilters}>
        Clear
      </button>
    </>
  )
}

const filters = () => JSON.parse(screen.getByRole('status').textContent ?? '')

it('come back where a link leads the page in sight to an address that names none, until they are cleared', async () => {
  const { user, router, address } = await show(<Rows />)
  await user.click(screen.getByRole('button', { name: 'Refused' }))
  await waitFor(() => expect(address()).toBe('/?au.f.outcome=refused'))

  await act(() => router.navigate('/?tab=5'))
  await waitFor(() => expect(address()).toBe('/?tab=5&au.f.outcome=refused'))
  expect(filters()).toEqual({ outcome: ['refused'] })
  await act(() => router.navigate('/?au.f.outcome=done'))
  expect(filters()).toEqual({ outcome: ['done'] })

  await user.click(screen.getByRole('button', { name: 'Clear' }))
  await waitFor(() => expect(address()).toBe('/'))
  await act(() => router.navigate('/?tab=6'))
  expect([filters(), address()]).toEqual([{}, '/?tab=6'])
})

describe('a filter that has a value by itself', () => {
  const again = async (preferences: Preferences, at = '/') => {
    cleanup()
    return show(<Issues />, { preferences, at })
  }

  it('stays emptied, over a reload and where a link leads to an address that names none', async () => {
    const preferences = createPreferences()
    const { user, router, address } = await show(<Issues />, { preferences })
    expect(filters()).toEqual({ status: ['open'] })
    await user.click(screen.getByRole('button', { name: 'Any status' }))
    await waitFor(() => expect(address()).toBe('/?is.f.status='))
    await act(() => router.navigate('/?tab=5'))
    await waitFor(() => expect(address()).toBe('/?tab=5&is.f.status='))
    expect(filters()).toEqual({})

    const back = await again(preferences)
    await waitFor(() => expect(back.address()).toBe('/?is.f.status='))
    expect(filters()).toEqual({})
    // Chosen anew it is remembered as any other.
    await back.user.click(screen.getByRole('button', { name: 'Open' }))
    await again(preferences)
    expect(filters()).toEqual({ status: ['open'] })
  })

  it('stays emptied by Clear too, which forgets what was chosen of the others', async () => {
    const preferences = createPreferences()
    const { user } = await show(<Issues />, { preferences })
    await user.click(screen.getByRole('button', { name: 'Mine' }))
    await again(preferences)
    expect(filters()).toEqual({ status: ['open'], show: ['mine'] })
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    await again(preferences)
    expect(filters()).toEqual({})
  })
})
