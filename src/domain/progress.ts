import { isFinished, type Stage, type StatusName, statusOf } from './status.ts'

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

const progressOfStage: Record<Stage, Progress> = {
  unknown: { current: 'Upload', next: 'Processing' },
  ingestion: { current: 'Upload', next: 'Processing' },
  processing: { current: 'Processing', next: 'Quality assurance' },
  qualityAssurance: { current: 'Quality assurance', next: 'Submit' },
  approval: { current: 'Approval', next: 'Sign off' },
  signOff: { current: 'Approval', next: 'Sign off' },
  resubmission: { current: 'Approval', next: 'Upload' },
  nilReturn: { current: '--', next: undefined },
}

/** Current and next step of a status (specification 2 §4.4); no submission stands before the upload. */
export const progressOf = (status: StatusName | undefined): Progress => {
  const { name, stage } = statusOf(status ?? 'UNKNOWN')
  return isFinished(name) ? { current: '--', next: undefined } : progressOfStage[stage]
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

const boxOfStage: Record<Stage, SummaryStep> = {
  unknown: summarySteps[0],
  ingestion: summarySteps[0],
  processing: summarySteps[1],
  qualityAssurance: summarySteps[2],
  approval: summarySteps[3],
  signOff: summarySteps[3],
  resubmission: summarySteps[3],
  nilReturn: summarySteps[4],
}

/** The step-summary box of a latest status. Awaiting sign off is merged into Signed off. */
export const summaryStepOf = (status: StatusName | undefined): SummaryStep => {
  const { name, stage } = statusOf(status ?? 'UNKNOWN')
  return isFinished(name) || name === 'PROVIDER_SIGNOFF' ? summarySteps[4] : boxOfStage[stage]
}
