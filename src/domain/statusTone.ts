import { isErrorOrFailure, isFinished, isResubmissionRequired, type StatusName } from './status.ts'

/** What a status means to its reader: always shown with an icon and the label (colour never stands alone). */
export type StatusTone = 'neutral' | 'waiting' | 'good' | 'attention' | 'failed'

const attention: readonly StatusName[] = ['QUALITY_PROCESSING_COMPLETE', 'PROVIDER_SIGNOFF']

/**
 * failed: an error or a refused file; attention: somebody has to act; good: approved or signed off; waiting: under way
 * or with an approver; neutral: nothing was ever sent.
 */
export const statusTone = (status: StatusName | undefined): StatusTone => {
  if (status === undefined || status === 'UNKNOWN' || status === 'NIL_RETURN') return 'neutral'
  if (status === 'APPROVED' || isFinished(status)) return 'good'
  if (isErrorOrFailure(status)) return 'failed'
  if (isResubmissionRequired(status) || attention.includes(status)) return 'attention'
  return 'waiting'
}
