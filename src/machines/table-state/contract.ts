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
