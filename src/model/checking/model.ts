import { exactStatusLabel } from '../../domain/labels.ts'
import { systemPrincipal, type UserPrincipal } from '../../domain/principal.ts'
import type { Facts, LifecycleEvent } from '../../machines/submission-lifecycle/index.ts'
import { inEnglish } from '../english.ts'
import type { Answer, Question } from './answers.ts'
import { productRules, type Rules } from './rules.ts'
import type { Budget, PersonIndex, Slot, State, Submission } from './state.ts'
import type { StepName } from './stepKinds.ts'

/** The bounds of a model: who and what there is, and how much can go wrong. */
export interface Bounds {
  /** Submissions of one provider and collection at a time. */
  submissions: number
  workers: number
  people: readonly UserPrincipal[]
  /** Tries of a stage after the first; the product has 3. */
  retries: number
  faults: Budget
  /** The facts that no step changes. */
  facts: Facts
}

/** What the steps of a model work with. */
export interface Model {
  bounds: Bounds
  rules: Rules
  /** The decider's answer. Throws `Unanswered` on a new question. */
  answer: (question: Question) => Answer
}

/** A step out of a state. */
export interface Step {
  name: StepName
  /** What happens, in one line. */
  words: () => string
  to: State
  /** Events that were decided in it, with their submissions. */
  decided: readonly { slot: Slot; event: LifecycleEvent }[]
}

export const createModel = (bounds: Bounds, answer: Model['answer'], rules: Rules = productRules): Model => ({
  bounds,
  rules,
  answer,
})

/** Nothing has happened yet. */
export const initialState = ({ submissions, workers, faults }: Bounds): State => ({
  submissions: Array.from({ length: submissions }, () => undefined),
  workers: Array.from({ length: workers }, () => undefined),
  echo: undefined,
  left: { ...faults },
})

/** A submission that no event has reached yet (`server/lifecycle/lifecycle.ts` `blank`). */
export const blank: Submission = {
  status: 'UNKNOWN',
  isLatest: false,
  uploader: -1,
  submitter: -1,
  approver: -1,
  isFormReturned: false,
  file: 'none',
  hasTimer: false,
  job: undefined,
  deadLetter: undefined,
  results: 0,
  unaudited: 0,
  hasDoubleResult: false,
}

/** The slot of the provider's latest submission; -1 if there is none. */
export const latestSlot = ({ submissions }: State): Slot => submissions.findIndex(one => one?.isLatest)

/** The facts that the guards read, gathered as `server/lifecycle/facts.ts` gathers them. */
export const factsOf = ({ bounds }: Pick<Model, 'bounds'>, state: State, submission: Submission): Facts => {
  const idOf = (person: PersonIndex): string | undefined => bounds.people[person]?.userId
  const { isLatest } = submission
  return {
    ...bounds.facts,
    uploaderId: idOf(submission.uploader),
    submitterId: idOf(submission.submitter),
    approverId: idOf(submission.approver),
    isFormReturned: submission.isFormReturned,
    isLatest,
    hasStoredFile: submission.file === 'kept',
    latestStatus: state.submissions[latestSlot(state)]?.status,
    uploadUnderWay: state.submissions.some(one => one?.status === 'UPLOADING'),
    blockers: { ...bounds.facts.blockers, isNotLatest: !isLatest },
  }
}

/** Whether the decider takes an event of the system now (`Session.can`). */
export const canSystem = (
  model: Model,
  state: State,
  submission: Submission,
  type: LifecycleEvent['type'],
): boolean =>
  model.answer({
    status: submission.status,
    facts: factsOf(model, state, submission),
    event: { type, actor: systemPrincipal } as LifecycleEvent,
  }).isGranted

/** A submission in words: "submission 1". */
export const submissionWords = (slot: Slot): string => `submission ${slot + 1}`

/** What became of a submission, in words. */
export const statusWords = ({ submissions }: State, slot: Slot): string => {
  const one = submissions[slot]
  return one ? `${submissionWords(slot)}: ${inEnglish(exactStatusLabel(one.status))}` : ''
}

/** Takes the open job of a submission away from whoever has it: it has ended, or somebody has withdrawn it. */
export const endJob = (draft: State, slot: Slot): void => {
  draft.submissions[slot]!.job = undefined
  loseJob(draft, slot)
}

/** From now on no attempt at the submission's job is the one that the queue expects. */
export const loseJob = (draft: State, slot: Slot): void => {
  for (const work of draft.workers) if (work?.slot === slot) work.holdsJob = false
}

/** A job has failed: it is tried again, or becomes a dead letter (`server/jobs/queues.ts` retryLimit, deadLetter). */
export const failJob = ({ bounds }: Model, draft: State, slot: Slot): void => {
  const submission = draft.submissions[slot]!
  const { job } = submission
  if (!job) return
  loseJob(draft, slot)
  if (job.tries < bounds.retries) submission.job = { stage: job.stage, isActive: false, tries: job.tries + 1 }
  else {
    submission.job = undefined
    submission.deadLetter = job.stage
  }
}

/** Whether nothing can happen to a submission any more, so that its slot serves the next one. */
const isForgotten = (state: State, slot: Slot): boolean => {
  const one = state.submissions[slot]
  return (
    one !== undefined &&
    !one.isLatest &&
    one.status !== 'UPLOADING' &&
    !one.job &&
    !one.deadLetter &&
    one.unaudited === 0 &&
    !one.hasDoubleResult &&
    state.echo?.slot !== slot &&
    state.workers.every(work => work?.slot !== slot)
  )
}

/** Frees the slots of submissions to which nothing can happen any more. */
export const forget = (draft: State): State => {
  draft.submissions.forEach((_, slot) => {
    if (isForgotten(draft, slot)) draft.submissions[slot] = undefined
  })
  return draft
}
