import {
  type Awaited,
  isAwaitingApproval,
  isErrorOrFailure,
  isFinished,
  isResubmissionRequired,
  type StatusGroup,
  type StatusName,
  statuses,
  statusOf,
} from './status.ts'

/** What the progress column names, in its sort order (specification 2 §4.4); none: nothing is left to do. */
const progressSteps = [
  'upload',
  'processing',
  'qualityAssurance',
  'submit',
  'approval',
  'signOff',
  'none',
] as const
export type ProgressStep = (typeof progressSteps)[number]

export interface Progress {
  current: ProgressStep
  next: ProgressStep | undefined
}

const progressOfGroup: Record<StatusGroup, Progress> = {
  unknown: { current: 'upload', next: 'processing' },
  ingestion: { current: 'upload', next: 'processing' },
  processing: { current: 'processing', next: 'qualityAssurance' },
  qualityAssurance: { current: 'qualityAssurance', next: 'submit' },
  approval: { current: 'approval', next: 'signOff' },
  signOff: { current: 'approval', next: 'signOff' },
  resubmission: { current: 'approval', next: 'upload' },
  nilReturn: { current: 'none', next: undefined },
}

/** Current and next step of a status (specification 2 §4.4); no submission stands before the upload. */
export const progressOf = (status: StatusName | undefined): Progress => {
  const { name, group } = statusOf(status ?? 'UNKNOWN')
  return isFinished(name) ? { current: 'none', next: undefined } : progressOfGroup[group]
}

/** Position of a status in the sort order of the progress column. */
export const progressOrder = (status: StatusName | undefined): number => {
  const { current, next } = progressOf(status)
  return progressSteps.indexOf(current) * progressSteps.length + (next ? progressSteps.indexOf(next) : 0)
}

const lastApproval = Math.max(
  ...statuses.filter(({ name }) => isAwaitingApproval(name)).map(({ order }) => order),
)

/** How far a submission came: a finished one furthest, one that is asked for again as far as its approval. */
const reachOf = (name: StatusName): number => {
  if (isFinished(name)) return Number.MAX_SAFE_INTEGER
  return isResubmissionRequired(name) ? lastApproval : statusOf(name).order
}

/**
 * The submission of a provider that came furthest; of several the one uploaded last, and of those the latest. Progress is compared
 * by the order of the catalogue (specification 2 §4.1).
 */
export const furthestOf = <Submission>(
  submissions: readonly Submission[],
  progressIn: (submission: Submission) => { status: StatusName; uploaded: Date; isLatest: boolean },
): Submission | undefined => {
  const known = submissions.map(submission => ({ submission, ...progressIn(submission) }))
  const [first] = known.toSorted(
    (a, b) =>
      reachOf(b.status) - reachOf(a.status) ||
      b.uploaded.getTime() - a.uploaded.getTime() ||
      Number(b.isLatest) - Number(a.isLatest),
  )
  return first?.submission
}

/** Boxes of the step summary and the statuses that fall into each (specification 2 §2.5 "Step summary"). */
export const summarySteps = [
  { id: 1, code: 'upload' },
  { id: 2, code: 'processing' },
  { id: 3, code: 'qualityAssurance' },
  { id: 4, code: 'approval' },
  { id: 5, code: 'signedOff' },
] as const
type SummaryStep = (typeof summarySteps)[number]
export type SummaryStepCode = SummaryStep['code']
export const summaryStepCodes = summarySteps.map(({ code }) => code)

/** How many providers are at each step, by the status of their latest submissions; those without one are at the first. */
export const countsByStep = (
  providers: number,
  statusCounts: readonly { status: StatusName; count: number }[],
): { code: SummaryStepCode; count: number }[] => {
  const withSubmission = statusCounts.reduce((sum, { count }) => sum + count, 0)
  return summarySteps.map(({ code }, at) => ({
    code,
    count: statusCounts.reduce(
      (sum, { status, count }) => (summaryStepOf(status).code === code ? sum + count : sum),
      at === 0 ? Math.max(0, providers - withSubmission) : 0,
    ),
  }))
}

const boxOfGroup: Record<StatusGroup, SummaryStep> = {
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
  const { name, group } = statusOf(status ?? 'UNKNOWN')
  return isFinished(name) || name === 'PROVIDER_SIGNOFF' ? summarySteps[4] : boxOfGroup[group]
}

/** What keeps somebody at a step of the summary until a person does something about it. */
export const stepNeeds = [
  'notStarted',
  'stopped',
  'blocked',
  'awaitsAgency',
  'awaitsRegulator',
  'toRecord',
] as const
export type StepNeed = (typeof stepNeeds)[number]

/** Whose work the approvals are that the reader of the summary is told of. */
type Approver = Extract<Awaited, 'agency' | 'statutoryCustomer'>

/** What is asked for at each step: of approvals, those that wait for the reader's side. */
export const stepNeed = (step: SummaryStepCode, reader: Approver): StepNeed => {
  switch (step) {
    case 'upload':
      return 'notStarted'
    case 'processing':
      return 'stopped'
    case 'qualityAssurance':
      return 'blocked'
    case 'approval':
      return reader === 'agency' ? 'awaitsAgency' : 'awaitsRegulator'
    case 'signedOff':
      return 'toRecord'
  }
}

/**
 * Whether a provider at a step of the summary needs somebody: nothing has been sent, processing has stopped, operational rules
 * block submitting, an approval awaits the reader's side, or the sign-off of a returned form is not recorded.
 */
export const needsSomebody = (
  {
    status,
    operationalFailures,
    isFormReturned,
  }: { status: StatusName | undefined; operationalFailures: boolean; isFormReturned: boolean },
  reader: Approver,
): boolean => {
  const { name, awaits, page } = statusOf(status ?? 'UNKNOWN')
  switch (stepNeed(summaryStepOf(name).code, reader)) {
    case 'notStarted':
      return name === 'UNKNOWN'
    case 'stopped':
      return isErrorOrFailure(name)
    case 'blocked':
      return isErrorOrFailure(name) || (page === 'reports' && operationalFailures)
    case 'awaitsAgency':
    case 'awaitsRegulator':
      return awaits === reader
    case 'toRecord':
      return name === 'PROVIDER_SIGNOFF' && isFormReturned
  }
}
