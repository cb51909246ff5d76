import type { PseudonymisationRowParentEvent, TaskStatus } from '../pseudonymisation-row/index.ts'

/** A submission as the list has it: whose task it is and where that stands. */
export interface ListedSubmission extends TaskStatus {
  uuid: string
}

export interface PseudonymisationPageContext {
  /** Ids of the submissions that have a row, in the order in which they were first listed. */
  rows: readonly string[]
}

export type PseudonymisationPageEvent =
  /** What the list shows now; those of its other pages are not in it. */
  | { type: 'SUBMISSIONS_LISTED'; submissions: readonly ListedSubmission[] }
  /** Of a row. */
  | PseudonymisationRowParentEvent

export type PseudonymisationPageEmitted =
  /** The browser is to download what lies at this short-lived address. */
  { type: 'pseudonymisation.fetched'; url: string }
