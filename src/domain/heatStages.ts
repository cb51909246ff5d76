import { type StatusGroup, type StatusName, type SubmissionPage, statusOf } from './status.ts'

/** The stages of a submission's way as columns beside each other, from the file to the sign-off. */
export const heatStages = [
  'upload',
  'processing',
  'reports',
  'approval',
  'signoff',
] as const satisfies readonly SubmissionPage[]
export type HeatStage = (typeof heatStages)[number]

const stageOfGroup: Readonly<Record<StatusGroup, HeatStage>> = {
  unknown: 'upload',
  ingestion: 'upload',
  nilReturn: 'upload',
  processing: 'processing',
  qualityAssurance: 'reports',
  approval: 'approval',
  resubmission: 'approval',
  signOff: 'signoff',
}

/** The stage in whose column a status stands. */
export const heatStageOf = (name: StatusName): HeatStage => stageOfGroup[statusOf(name).group]
