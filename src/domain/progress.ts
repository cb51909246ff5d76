import {
  isAtOrBeyond,
  isAwaitingApproval,
  isFinished,
  isResubmissionRequired,
  type StatusName,
} from './status.ts'

/** Words of the progress column in their sort order (specification 2 §4.4). */
export const progressWords = [
  'Upload',
  'Processing',
  'Quality assurance',
  'Submit',
  'Approval',
  'Sign off',
  '--',
] as const
export type ProgressWord = (typeof progressWords)[number]

export interface Progress {
  current: ProgressWord
  next: ProgressWord | undefined
}

/** Current and next step of a status (specification 2 §4.4); no submission stands before the upload. */
export const progressOf = (status: StatusName | undefined): Progress => {
  if (status === undefined || !isAtOrBeyond(status, 'PROVISIONING'))
    return { current: 'Upload', next: 'Processing' }
  if (isFinished(status)) return { current: '--', next: undefined }
  if (isResubmissionRequired(status)) return { current: 'Approval', next: 'Upload' }
  if (isAwaitingApproval(status) || status === 'APPROVED' || status === 'PROVIDER_SIGNOFF') {
    return { current: 'Approval', next: 'Sign off' }
  }
  if (isAtOrBeyond(status, 'QUALITY_RULES')) return { current: 'Quality assurance', next: 'Submit' }
  return { current: 'Processing', next: 'Quality assurance' }
}

/** "Upload / Processing", or "--" when nothing is left to do. */
export const progressLabel = (status: StatusName | undefined): string => {
  const { current, next } = progressOf(status)
  return next === undefined ? current : `${current} / ${next}`
}

/** Position of a status in the sort order of the progress column. */
export const progressOrder = (status: StatusName | undefined): number => {
  const { current, next } = progressOf(status)
  return progressWords.indexOf(current) * progressWords.length + (next ? progressWords.indexOf(next) : 0)
}

/** Boxes of the step summary and the statuses that fall into each (specification 2 §2.5 "Step summary"). */
export const summarySteps = [
  { id: 1, name: 'Upload' },
  { id: 2, name: 'Processing' },
  { id: 3, name: 'Quality assurance' },
  { id: 4, name: 'Approval' },
  { id: 5, name: 'Signed off' },
] as const
export type SummaryStep = (typeof summarySteps)[number]

/** The step-summary box of a latest status. Awaiting sign off is merged into Signed off. */
export const summaryStepOf = (status: StatusName | undefined): SummaryStep => {
  if (status === undefined || !isAtOrBeyond(status, 'PROVISIONING')) return summarySteps[0]
  if (isFinished(status) || status === 'PROVIDER_SIGNOFF') return summarySteps[4]
  if (isAwaitingApproval(status) || status === 'APPROVED' || isResubmissionRequired(status))
    return summarySteps[3]
  return isAtOrBeyond(status, 'QUALITY_RULES') ? summarySteps[2] : summarySteps[1]
}
