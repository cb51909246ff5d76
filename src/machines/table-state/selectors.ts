import type { SnapshotFrom } from 'xstate'
import type { TableStateMachine } from './machine.ts'
import type { TableState } from './state.ts'

export type TableStateSnapshot = SnapshotFrom<TableStateMachine>

/** The state that the table shows and the address carries; a stable reference. */
export const selectTable = (snapshot: TableStateSnapshot): TableState => snapshot.context.state

/** Text of the search box. */
export const selectTyped = (snapshot: TableStateSnapshot): string => snapshot.context.typed
