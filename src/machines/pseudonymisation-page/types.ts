import type { DpsList, listDpsSubmissions } from '../../domain/wire/pseudonymisation.ts'
import type { PseudonymisationRowParentEvent, TaskStatus } from '../pseudonymisation-row/index.ts'
import type { ResourceParentEvent, ResourceRequest } from '../resource/index.ts'

/** A submission as the list has it: whose task it is and where that stands. */
export interface ListedSubmission extends TaskStatus {
  uuid: string
}

export interface PseudonymisationPageInput {
  /** What the list is first asked for; it is sent PARAMS_CHANGED when the reader searches or turns a page. */
  question: ResourceRequest<typeof listDpsSubmissions>
  /** Spread of the pauses before a retry (`ResourceInput`). */
  spread?: number | undefined
}

export interface PseudonymisationPageContext extends PseudonymisationPageInput {
  /** Ids of the submissions that have a row, in the order in which they were first listed. */
  rows: readonly string[]
}

export type PseudonymisationPageEvent =
  /** From the list, which holds one of its pages. */
  | ResourceParentEvent<DpsList>
  /** From a row. */
  | PseudonymisationRowParentEvent

export type PseudonymisationPageEmitted =
  /** The browser is to download what lies at this short-lived address. */
  | { type: 'pseudonymisation.fetched'; url: string }
  /** The list has crashed. */
  | { type: 'pseudonymisation.fault'; error: unknown }
