import { acceptsOnlineValidation } from './collection.ts'
import { type ReadOnlyFacts, readOnlyCause } from './readOnly.ts'
import { isSignedOff, type SubmissionMode } from './status.ts'

interface UploadFacts extends ReadOnlyFacts {
  mode: SubmissionMode
  onboarded: boolean
  uploadUnderWay: boolean
}

/** Whether the collection takes files of the provider now: for online validation, or as submissions (specification 1 §4). */
export const isTakingFiles = (facts: ReadOnlyFacts & Pick<UploadFacts, 'mode'>): boolean =>
  facts.mode === 'ovt' ? acceptsOnlineValidation(facts.collectionState) : readOnlyCause(facts) === undefined

/** Whether no sign-off is in the way of a new file: one click would undo it. */
export const isNotSignedOff = ({ mode, latestStatus }: Pick<UploadFacts, 'mode' | 'latestStatus'>): boolean =>
  mode === 'ovt' || latestStatus === undefined || !isSignedOff(latestStatus)

/**
 * Whether a provider can start an upload now, whoever does it. The guards of the lifecycle chart for `UPLOAD_REQUESTED` use the
 * same conditions; the dashboard asks here, so that it need not load the chart (specification 2 §2.7; decisions §12).
 */
export const takesUpload = (facts: UploadFacts): boolean =>
  facts.onboarded && !facts.uploadUnderWay && isTakingFiles(facts) && isNotSignedOff(facts)
