import { acceptsOnlineValidation, acceptsSubmissions, type CollectionStateName } from './collection.ts'
import { isSignedOff, type StatusName, type SubmissionMode } from './status.ts'

interface UploadFacts {
  mode: SubmissionMode
  onboarded: boolean
  collectionState: CollectionStateName
  allowSubmissions: boolean
  /** Status of the provider's latest submission in the collection; undefined when there is none. */
  latestStatus: StatusName | undefined
  uploadUnderWay: boolean
}

/**
 * Whether a provider can begin an upload now, whoever does it: the conditions of the lifecycle chart for `UPLOAD_REQUESTED`
 * without its reasons, for the dashboard, which would load the whole chart for them (specification 2 §2.7; decisions §12).
 */
export const takesUpload = (facts: UploadFacts): boolean => {
  const { mode, onboarded, collectionState, allowSubmissions, latestStatus, uploadUnderWay } = facts
  if (!onboarded || uploadUnderWay) return false
  if (mode === 'ovt') return acceptsOnlineValidation(collectionState)
  const isOver = latestStatus !== undefined && (latestStatus === 'NIL_RETURN' || isSignedOff(latestStatus))
  return acceptsSubmissions(collectionState) && allowSubmissions && !isOver
}
