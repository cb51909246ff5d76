import type { TableState } from './state.ts'

export interface TableStateInput {
  /** Decoded from the address. */
  address: TableState
  /** Absent: as the address has it. Filters that are remembered make it differ. */
  state?: TableState
  defaults: TableState
}

export interface TableStateContext {
  state: TableState
  defaults: TableState
  /** Text in the search box; the search follows when the typing pauses. */
  typed: string
  /** What the address was last seen to say. */
  address: TableState
  /** Changes written to the address that it has not repeated yet, in order; each of them comes back as an echo. */
  unseen: readonly TableState[]
}

export type TableStateEvent =
  /** From the data table: sort, page, page size, open rows, hidden columns. */
  | { type: 'TABLE_CHANGED'; change: Partial<TableState> }
  | { type: 'FILTER_CHANGED'; filter: string; values: readonly string[] }
  | { type: 'FILTERS_CLEARED' }
  | { type: 'SEARCH_TYPED'; text: string }
  /** Typed where only Enter searches. */
  | { type: 'SEARCH_DRAFTED'; text: string }
  /** Enter, or the search button: at once. */
  | { type: 'SEARCHED'; text: string }
  /** The address changed: by back, forward or a link, or as an echo of our own change. */
  | { type: 'ADDRESS_CHANGED'; state: TableState }
