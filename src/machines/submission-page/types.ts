import type { Problem } from '../../domain/problem.ts'
import type { StatusName, SubmissionMode, SubmissionPage } from '../../domain/status.ts'

/** What an address says of the submission that it names; what it does not say is undefined. */
export interface Named {
  mode: SubmissionMode
  collectionId: string
  reference: string | undefined
  instId: string | undefined
}

/** What the submission, or the one that would be begun, says of itself. */
export interface Found {
  mode: SubmissionMode
  collectionId: string
  reference: string
  instId: string
}

/** Where one stands: the page in the address, and whether the viewer may see it. */
export interface Place {
  page: SubmissionPage | undefined
  isAllowed: boolean
}

export interface SubmissionPageInput {
  named: Named
  place: Place
}

/** What came: a submission; one that nobody has begun; or none, for the provider cannot have one there. */
export interface Answer {
  found: Found
  is: 'begun' | 'notBegun' | 'notOffered'
}

export interface SubmissionPageContext extends SubmissionPageInput {
  /** The last that came; undefined before the first. */
  answer: Answer | undefined
  status: StatusName
  problem: Problem | undefined
}
