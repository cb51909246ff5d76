import { useOutletContext } from 'react-router'
import type { StatusName } from '../../../domain/status.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import type { CommitAllowedStatus, SubmissionWire } from '../../../domain/wire/submissions.ts'
import type { StepView } from '../../../machines/stepper/index.ts'
import type { Facts } from '../../../machines/submission-lifecycle/index.ts'
import type { SubmissionAddress } from '../../common/address.ts'
import type { Loaded } from '../../common/Loaded.tsx'
import type { NewUpload } from './NewUploadButton.tsx'

/** What the layout hands to the page of each step. */
export interface SubmissionPageContext {
  address: SubmissionAddress
  instId: string
  mode: 'live' | 'ovt'
  /** Undefined while it loads, and for a new one until its upload starts. */
  submission: SubmissionWire | undefined
  /** Whether it is known that there is none yet at this address. */
  isNew: boolean
  /** UNKNOWN as long as there is no submission. */
  status: StatusName
  /** Facts of the lifecycle's guards; of a submission to be made as long as there is none. */
  facts: Facts | undefined
  collection: CollectionWire | undefined
  steps: readonly StepView[]
  commit: Loaded<CommitAllowedStatus>
  /** Starts another submission; undefined for those who may never upload. */
  newUpload: NewUpload | undefined
  /** Puts an answer that brought the submission in the place of what is shown. */
  replace: (submission: SubmissionWire) => void
  refresh: () => void
}

/** The submission whose page this is. Only below the submission layout. */
export const useSubmissionPage = (): SubmissionPageContext => useOutletContext<SubmissionPageContext>()
