import type { TableState } from './state.ts'

/** What an address says of a table. */
export interface AddressOfTable {
  /** Decoded from the address. */
  state: TableState
  /**
   * Filters that come in where the address names none, one without values in the place of its usual ones; absent where none
   * are remembered, or it names some.
   */
  remembered?: TableState['filters'] | undefined
}

export interface TableStateInput extends AddressOfTable {
  defaults: TableState
}

export interface TableStateEmitted {
  /** The address is to say this. Told once for each change. */
  type: 'table.moved'
  state: TableState
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
  | ({ type: 'ADDRESS_CHANGED' } & AddressOfTable)
