import { useOutletContext } from 'react-router'
import type { StatusName, SubmissionMode } from '../../../domain/status.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import type { CommitAllowedStatus, SubmissionWire } from '../../../domain/wire/submissions.ts'
import type { SubmissionHandle } from '../../../hooks/submission.ts'
import type { StepView } from '../../../machines/stepper/index.ts'
import type { KnownSubmission, SubmissionSnapshot } from '../../../machines/submission/index.ts'
import type { Facts } from '../../../machines/submission-lifecycle/index.ts'
import type { SubmissionPageSnapshot } from '../../../machines/submission-page/index.ts'
import type { SubmissionAddress } from '../../common/address.ts'
import type { Loaded } from '../../common/Loaded.tsx'
import type { NewUpload } from '../../common/NewUploadButton.tsx'

/** The part of the quality report that is open while the findings are shown on one page. */
export const findingsSheet = 'sheet'

/** What the layout hands to the page of each step. */
export interface SubmissionPageContext {
  address: SubmissionAddress
  instId: string
  mode: SubmissionMode
  /** The page's actor, which may be ahead of what is drawn. */
  actor: SubmissionHandle['actor']
  /** Of the snapshot below; undefined while it loads, and for a new one until its upload starts. */
  submission: KnownSubmission | undefined
  /** What the server has said of the submission; a view asks it what can be done. */
  snapshot: SubmissionSnapshot
  /** What is loaded, what is at work, and where one stands. */
  page: SubmissionPageSnapshot
  /** UNKNOWN as long as there is no submission. */
  status: StatusName
  /** Facts of the lifecycle's guards; of a submission to be made as long as there is none. */
  facts: Facts | undefined
  /** Whether people raise issues in the collection, or the system does (decisions §11); undefined while it loads. */
  allowsIssues: boolean | undefined
  /** Whether no additional report of the collection is to come (decisions §10); undefined while it loads. */
  areReportsReleased: boolean | undefined
  /** The record of the collection; null without a specification, undefined while it loads. */
  record: CollectionWire['record'] | undefined
  /** Calendar date by whose end in London submissions are due; null where none is set, undefined while it loads. */
  deadline: string | null | undefined
  collection: Pick<CollectionWire, 'id' | 'reference' | 'name'>
  steps: readonly StepView[]
  commit: Loaded<CommitAllowedStatus>
  /** Starts another submission; undefined for those who may never upload. */
  newUpload: NewUpload | undefined
  /** Puts an answer that brought the submission in the place of what is shown. */
  replace: (submission: SubmissionWire) => void
  /** Asks for the submission again. */
  refresh: () => void
}

/** The submission whose page this is. Only below the submission layout. */
export const useSubmissionPage = (): SubmissionPageContext => useOutletContext<SubmissionPageContext>()
