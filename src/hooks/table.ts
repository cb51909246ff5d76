import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import type { TableName } from '../domain/tables.ts'
import {
  decodeTableState,
  encodeTableState,
  pageParameters,
  selectTable,
  selectTyped,
  type TableState,
  tableStateMachine,
} from '../machines/table-state/index.ts'
import { useAddress } from './address.ts'
import { attached } from './running/index.ts'

export interface Table {
  state: TableState
  /** From the data table: sort, page, page size, open rows, hidden columns. */
  change: (change: Partial<TableState>) => void
  filter: (name: string, values: readonly string[]) => void
  /** The address of the table with this filter, from its first page: for links that choose. */
  hrefWith: (name: string, values: readonly string[]) => string
  clearFilters: () => void
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

/** A table's state, held by its actor and carried by the address under the table's own id (specification 1 §2). */
export const useTable = (table: TableName, defaults: TableState): Table => {
  const [address, changeAddress] = useAddress()
  const [usual] = useState(defaults)
  const decoded = decodeTableState(table, address, usual)
  const actor = useActorRef(tableStateMachine, { ...attached, input: { state: decoded, defaults: usual } })
  const state = useSelector(actor, selectTable)
  const typed = useSelector(actor, selectTyped)
  const own = encodeTableState(table, state, usual).toString()
  const inAddress = encodeTableState(table, decoded, usual).toString()
  const agreed = useRef(own)

  useEffect(() => {
    if (own === inAddress) agreed.current = own
    else if (own !== agreed.current) {
      agreed.current = own
      changeAddress(former => encodeTableState(table, actor.getSnapshot().context.state, usual, former), {
        replace: true,
      })
    } else {
      agreed.current = inAddress
      actor.send({ type: 'ADDRESS_CHANGED', state: decodeTableState(table, address, usual) })
    }
  }, [own, inAddress, actor, address, changeAddress, table, usual])

  return {
    state,
    change: change => actor.send({ type: 'TABLE_CHANGED', change }),
    filter: (filter, values) => actor.send({ type: 'FILTER_CHANGED', filter, values }),
    hrefWith: (filter, values) => {
      const filters = { ...state.filters, [filter]: values }
      return `?${encodeTableState(table, { ...state, page: 1, filters }, usual, address)}`
    },
    clearFilters: () => actor.send({ type: 'FILTERS_CLEARED' }),
    typed,
    type: text => actor.send({ type: 'SEARCH_TYPED', text }),
    draft: text => actor.send({ type: 'SEARCH_DRAFTED', text }),
    search: text => actor.send({ type: 'SEARCHED', text }),
    parameters: pageParameters(state),
  }
}
