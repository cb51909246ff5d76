import type { JobPlace, RowJobKind } from '../../domain/jobPlace.ts'
import type { Principal } from '../../domain/principal.ts'
import { type Message, message } from '../../messages/message.ts'

export type { JobPlace }

/** What the guards read besides the state; the server gathers it from its rows in the transaction that decides. */
export interface JobFacts {
  kind: RowJobKind
  /** Rows that are to be decided. */
  waiting: number
  /** Rows that were refused. */
  refused: number
  /** Other jobs of the collection that are not over. */
  others: number
}

interface Caused {
  actor: Principal
}
type Plain<T extends string> = { type: T } & Caused

export type JobEvent =
  | Plain<'REQUEST'>
  | Plain<'CANCEL'>
  | Plain<'START'>
  | Plain<'GIVE_UP'>
  /** What came of one row, as the lifecycle has decided it. */
  | (Plain<'ROW_SETTLED'> & { outcome: 'DONE' | 'REFUSED' })

/** An event as screens and refusals name it. */
export const jobEventMessage = (type: JobEvent['type']): Message => message('job', `events.${type}`)
