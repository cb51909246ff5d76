import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useTable } from '../../../src/hooks/index.ts'
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
