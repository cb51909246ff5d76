import type { Problem } from '../../domain/problem.ts'
import type { StatusName } from '../../domain/status.ts'
import type { Found, Named, Place } from './types.ts'

export type SubmissionPageEvent =
  /** The submission came, for the first time or again. */
  | { type: 'FOUND'; found: Found }
  /** There is none yet; whether the collection is one in which the provider can have one. */
  | { type: 'NOT_BEGUN'; found: Found; isOffered: boolean }
  | { type: 'FAILED'; problem: Problem }
  | { type: 'ASKED_AGAIN' }
  /** The submission has another status. */
  | { type: 'STATUS_CHANGED'; status: StatusName }
  /** The address is another one. */
  | { type: 'PLACE_CHANGED'; named: Named; place: Place }
