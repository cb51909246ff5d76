import type { TableState } from './state.ts'

export interface TableStateInput {
  /** Decoded from the address. */
  state: TableState
  defaults: TableState
}

export interface TableStateContext {
  state: TableState
  defaults: TableState
  /** Text in the search box; the search follows when the typing pauses. */
  typed: string
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
  /** The address changed by other means: back, forward, a link. */
  | { type: 'ADDRESS_CHANGED'; state: TableState }
