import {
  errorEventOf,
  type LifecycleEventType,
  type Stage,
} from '../../machines/submission-lifecycle/index.ts'
import { bySystem, type Decided, decide } from './deciding.ts'
import {
  canSystem,
  endJob,
  failJob,
  forget,
  loseJob,
  type Model,
  type Step,
  statusWords,
  submissionWords,
} from './model.ts'
import { bitOf, copyOf, type Slot, type State, type Work } from './state.ts'

/** Stages that can find the file at fault (decisions §3). */
const judging: ReadonlySet<Stage> = new Set(['SCHEMA_CHECK', 'RIGHT_TO_PROCESS'])

const workerWords = (worker: number): string => `Worker ${worker + 1}`
const stageWords = ({ stage, slot }: Pick<Work, 'stage' | 'slot'>): string =>
  `${stage} of ${submissionWords(slot)}`

interface Attempt {
  model: Model
  state: State
  worker: number
  work: Work
}

/** A step of a worker: its draft is changed by `run`. */
const workerStep = (
  { state, worker, work }: Attempt,
  name: Step['name'],
  said: string,
  run: (draft: State, decided: Decided, work: Work) => void,
): Step => {
  const draft = copyOf(state)
  const decided: Decided = []
  run(draft, decided, draft.workers[worker]!)
  const to = forget(draft)
  const words = () => {
    const after = statusWords(to, work.slot)
    return `${workerWords(worker)} ${said} (${stageWords(work)})${decided.length > 0 ? ` → ${after}` : ''}`
  }
  return { name, to, decided, words }
}

/** The first transaction: `begin`. Another worker's job, or one that the chart does not expect, is let go. */
const beginIn = (
  { model, worker }: Attempt,
  draft: State,
  decided: Decided,
  work: Work,
  phase: Work['phase'],
): void => {
  const { slot, stage } = work
  const submission = draft.submissions[slot]!
  if (!model.rules.holdsJob(work)) {
    draft.workers[worker] = undefined
    return
  }
  const isFirst = canSystem(model, draft, submission, `${stage}_STARTED`)
  if (!isFirst && !canSystem(model, draft, submission, `${stage}_PASSED`)) {
    // Nothing is left to do: the queue ends the job as its handler returns.
    endJob(draft, slot)
    draft.workers[worker] = undefined
    return
  }
  for (const other of draft.workers) if (other?.slot === slot && other.stage === stage) other.isNewest = false
  Object.assign(work, { phase, isNewest: true })
  if (isFirst) decide(model, draft, slot, bySystem(`${stage}_STARTED`), decided)
}

/** Whether the result of an attempt would be stored now. */
export const canSettle = ({ rules }: Pick<Model, 'rules'>, state: State, work: Work): boolean =>
  work.phase === 'running' &&
  rules.holdsJob(work) &&
  rules.hasLease(work) &&
  rules.takesResult((state.submissions[work.slot]!.results & bitOf(work.stage)) !== 0)

/** The second transaction: `settle`. Whether it was committed; otherwise the draft may be changed and has to be dropped. */
const settleIn = (
  { model }: Attempt,
  draft: State,
  decided: Decided,
  work: Work,
  outcome: 'PASSED' | 'FAILED',
): boolean => {
  const { slot, stage } = work
  const submission = draft.submissions[slot]!
  if (!canSettle(model, draft, work)) return false
  endJob(draft, slot)
  const hadResult = (submission.results & bitOf(stage)) !== 0
  submission.results |= bitOf(stage)
  submission.hasDoubleResult ||= hadResult
  if (!decide(model, draft, slot, bySystem(`${stage}_${outcome}` as LifecycleEventType), decided))
    return false
  decide(model, draft, slot, bySystem('QUALITY_PROCESSING_COMPLETED'), decided)
  return true
}

const settleSteps = (attempt: Attempt): Step[] => {
  const { state, worker, work } = attempt
  const outcomes = judging.has(work.stage) ? (['PASSED', 'FAILED'] as const) : (['PASSED'] as const)
  const settling = (outcome: 'PASSED' | 'FAILED', isLost: boolean): Step[] => {
    const draft = copyOf(state)
    const decided: Decided = []
    if (!settleIn(attempt, draft, decided, draft.workers[worker]!, outcome)) return []
    if (isLost) {
      draft.workers[worker]!.phase = 'unsure'
      draft.left.lostAnswers -= 1
    } else draft.workers[worker] = undefined
    const to = forget(draft)
    const said = `reports ${outcome}${isLost ? ', and does not learn that it is committed' : ''}`
    return [
      {
        name: isLost ? 'settleAndLoseAnswer' : 'settle',
        to,
        decided,
        words: () => `${workerWords(worker)} ${said} (${stageWords(work)}) → ${statusWords(to, work.slot)}`,
      },
    ]
  }
  const steps = outcomes.flatMap(outcome => [
    ...settling(outcome, false),
    ...(state.left.lostAnswers > 0 ? settling(outcome, true) : []),
  ])
  if (steps.length > 0) return steps
  // LeaseLost: what the attempt has made does not count.
  return [
    workerStep(attempt, 'settle', 'finds that its attempt does not count', draft => {
      draft.workers[worker] = undefined
    }),
  ]
}

/** Ends a stage in its error status (`endInError`). */
const failStage = (
  model: Model,
  draft: State,
  decided: Decided,
  { slot, stage }: Pick<Work, 'slot' | 'stage'>,
  isSaving = false,
): void => {
  decide(model, draft, slot, bySystem(`${stage}_STARTED`), decided)
  const hasResult = (draft.submissions[slot]!.results & bitOf(stage)) !== 0
  if (!hasResult) decide(model, draft, slot, bySystem(errorEventOf(stage, isSaving)), decided)
}

/** An attempt that has begun ends without a result. */
const faultSteps = (attempt: Attempt): Step[] => {
  const { model, worker, work } = attempt
  const { slot } = work
  if (!model.rules.holdsJob(work)) return []
  const idle = (draft: State): void => {
    draft.workers[worker] = undefined
  }
  return [
    workerStep(attempt, 'release', 'has a fault and gives the job back', draft => {
      failJob(model, draft, slot)
      idle(draft)
    }),
    workerStep(attempt, 'giveUp', 'has a fault that no retry corrects', (draft, decided) => {
      endJob(draft, slot)
      failStage(model, draft, decided, work)
      idle(draft)
    }),
    workerStep(attempt, 'requeue', 'puts the job back: an outage, or the end of its process', draft => {
      draft.submissions[slot]!.job!.isActive = false
      loseJob(draft, slot)
      idle(draft)
    }),
  ]
}

const stepsOfWorker = (attempt: Attempt): Step[] => {
  const { model, state, worker, work } = attempt
  const { left } = state
  if (work.phase === 'unsure')
    return [
      workerStep(
        attempt,
        'release',
        'believes that its transaction failed, and gives the job back',
        draft => {
          if (model.rules.holdsJob(work)) failJob(model, draft, work.slot)
          draft.workers[worker] = undefined
        },
      ),
    ]
  const normal =
    work.phase === 'taken'
      ? [
          workerStep(attempt, 'begin', 'begins', (draft, decided, own) =>
            beginIn(attempt, draft, decided, own, 'running'),
          ),
        ]
      : [...settleSteps(attempt), ...faultSteps(attempt)]
  const lost =
    work.phase === 'taken' && left.lostAnswers > 0
      ? [
          workerStep(
            attempt,
            'beginAndLoseAnswer',
            'begins, and does not learn that it is committed',
            (draft, decided, own) => {
              draft.left.lostAnswers -= 1
              beginIn(attempt, draft, decided, own, 'unsure')
            },
          ),
        ]
      : []
  if (left.crashes === 0) return [...normal, ...lost]
  return [
    ...normal,
    ...lost,
    workerStep(attempt, 'crash', 'is killed', draft => {
      draft.left.crashes -= 1
      draft.workers[worker] = undefined
    }),
    ...(work.holdsJob
      ? [
          workerStep(attempt, 'pause', 'pauses for longer than its signs of life allow', draft => {
            draft.left.crashes -= 1
            failJob(model, draft, work.slot)
          }),
        ]
      : []),
  ]
}

const takeSteps = (model: Model, state: State, worker: number): Step[] =>
  state.submissions.flatMap((one, slot): Step[] => {
    if (!one?.job || one.job.isActive) return []
    const { stage } = one.job
    const to = copyOf(state)
    to.submissions[slot]!.job = model.rules.take(one.job)
    to.workers[worker] = { slot, stage, phase: 'taken', holdsJob: true, isNewest: false }
    return [
      {
        name: 'take',
        to,
        decided: [],
        words: () => `${workerWords(worker)} takes ${stageWords({ stage, slot })}`,
      },
    ]
  })

/** The queue gives back a job whose worker is gone, and hands on what was given up. */
const queueSteps = (model: Model, state: State, slot: Slot): Step[] => {
  const submission = state.submissions[slot]
  const steps: Step[] = []
  const isLeft = !state.workers.some(work => work?.slot === slot && work.holdsJob)
  if (submission?.job?.isActive && isLeft) {
    const to = copyOf(state)
    failJob(model, to, slot)
    const words = () => `The queue finds no sign of life of the worker (${submissionWords(slot)})`
    steps.push({ name: 'supervise', to, decided: [], words })
  }
  const stage = submission?.deadLetter
  if (!stage) return steps
  const handled = (isSaving: boolean, isTwice: boolean): Step => {
    const draft = copyOf(state)
    const decided: Decided = []
    if (isTwice) draft.left.doubled -= 1
    else draft.submissions[slot]!.deadLetter = undefined
    failStage(model, draft, decided, { slot, stage }, isSaving)
    const to = forget(draft)
    const more = isTwice ? ', and will be handled again' : ''
    const words = () =>
      `The dead letter is handled${more} (${stageWords({ stage, slot })}) → ${statusWords(to, slot)}`
    return { name: isTwice ? 'handleDeadLetterTwice' : 'handleDeadLetter', to, decided, words }
  }
  const ways = stage === 'ENRICHMENT' ? [false, true] : [false]
  return [
    ...steps,
    ...ways.map(isSaving => handled(isSaving, false)),
    ...(state.left.doubled > 0 ? ways.map(isSaving => handled(isSaving, true)) : []),
  ]
}

/** What workers and the queue do. */
export const workSteps = (model: Model, state: State): Step[] => [
  ...state.workers.flatMap((work, worker) =>
    work ? stepsOfWorker({ model, state, worker, work }) : takeSteps(model, state, worker),
  ),
  ...state.submissions.flatMap((_, slot) => queueSteps(model, state, slot)),
]
