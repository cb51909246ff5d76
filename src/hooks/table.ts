import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { searchDebounceMs } from '../domain/limits.ts'
import type { TableName } from '../domain/tables.ts'
import {
  type AddressOfTable,
  decodeTableState,
  encodeTableState,
  namesFilters,
  pageParameters,
  selectTable,
  selectTyped,
  type TableState,
  tableStateMachine,
} from '../machines/table-state/index.ts'
import { useAddress } from './address.ts'
import { type Remembered, useRememberedFilters } from './rememberedFilters.ts'
import { useTableState } from './tableState.ts'

export interface Table {
  state: TableState
  /** From the data table: sort, page, page size, open rows, hidden columns. */
  change: (change: Partial<TableState>) => void
  filter: (name: string, values: readonly string[]) => void
  /** The address of the table with this filter, from its first page: for links that choose. */
  hrefWith: (name: string, values: readonly string[]) => string
  clearFilters: () => void
  /** The address of the page with the table in this state: for links that bring a state back. */
  hrefOf: (state: TableState) => string
  /** The table in this state as the end of an address of another page, which is reached from it; '' where it is as usual. */
  queryOf: (state: TableState) => string
  /** Remembers filters that a link has chosen. */
  remember: (filters: TableState['filters']) => void
  /** Text in the search box; the search follows after a pause. */
  typed: string
  type: (text: string) => void
  /** Where only Enter searches: keeps the text. */
  draft: (text: string) => void
  /** Enter: at once. */
  search: (text: string) => void
  /** Limit and offset of the API for the page in sight. */
  parameters: { limit: number; offset: number }
}

/** A search that follows the typing after a longer pause (specification 1 §2). */
const searchedLater = tableStateMachine.provide({
  delays: { searchDebounce: searchDebounceMs.pseudonymisation },
})

/**
 * A table's state, held by its actor and carried by the address under the table's own id (specification 1 §2). Filters
 * that are remembered come back where the address names none; what the user chooses next is remembered.
 */
export const useTable = (table: TableName, defaults: TableState, remembered?: Remembered): Table => {
  const [address, changeAddress] = useAddress()
  const [usual] = useState(defaults)
  const memory = useRememberedFilters(remembered, usual.filters)
  const said: AddressOfTable = {
    state: decodeTableState(table, address, usual),
    remembered: namesFilters(table, address) ? undefined : memory?.now(),
  }
  const actor = useTableState(
    table === 'pseudonymisation' ? searchedLater : tableStateMachine,
    { ...said, defaults: usual },
    said,
    state => changeAddress(former => encodeTableState(table, state, usual, former), { replace: true }),
  )
  const state = useSelector(actor, selectTable)
  const typed = useSelector(actor, selectTyped)

  const remember = () => memory?.choose(actor.getSnapshot().context.state.filters)
  const hrefOf = (next: TableState) => `?${encodeTableState(table, next, usual, address)}`

  return {
    state,
    change: change => {
      actor.send({ type: 'TABLE_CHANGED', change })
      if (change.filters) remember()
    },
    filter: (filter, values) => {
      actor.send({ type: 'FILTER_CHANGED', filter, values })
      remember()
    },
    hrefWith: (filter, values) =>
      hrefOf({ ...state, page: 1, filters: { ...state.filters, [filter]: values } }),
    hrefOf,
    queryOf: next => {
      const query = encodeTableState(table, next, usual).toString()
      return query === '' ? '' : `?${query}`
    },
    remember: filters => memory?.choose(filters),
    clearFilters: () => {
      actor.send({ type: 'FILTERS_CLEARED' })
      remember()
    },
    typed,
    type: text => actor.send({ type: 'SEARCH_TYPED', text }),
    draft: text => actor.send({ type: 'SEARCH_DRAFTED', text }),
    search: text => actor.send({ type: 'SEARCHED', text }),
    parameters: pageParameters(state),
  }
}
