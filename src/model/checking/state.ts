import { type StatusName, statuses } from '../../domain/status.ts'
import {
  type LifecycleEventType,
  type Stage,
  stages,
  userEventTypes,
} from '../../machines/submission-lifecycle/index.ts'

/** A person of the model: an index into its people; -1 is nobody. */
export type PersonIndex = number
/** A submission of the model: its slot. A slot is free again when nothing can happen to its submission any more. */
export type Slot = number

/** The one open job of a submission in the queue `stage`, which is exclusive by submission (`server/jobs/queues.ts`). */
export interface Job {
  stage: Stage
  /** A worker has it in hand, or is believed to. */
  isActive: boolean
  /** Attempts that have counted as a try. */
  tries: number
}

/** The file: not in the store; in the store, but not reported; reported, so that the submission has it. */
export const filePlaces = ['none', 'arrived', 'kept'] as const
export type FilePlace = (typeof filePlaces)[number]

/** A row of `submission`, with what queue, store, history and audit hold about it. */
export interface Submission {
  status: StatusName
  isLatest: boolean
  uploader: PersonIndex
  submitter: PersonIndex
  /** Who gave the last approval, for as long as another one follows. */
  approver: PersonIndex
  isFormReturned: boolean
  file: FilePlace
  /** Whether the end of the signed post is armed. */
  hasTimer: boolean
  job: Job | undefined
  /** The stage whose job was given up, until the dead letter is handled. */
  deadLetter: Stage | undefined
  /** Stages that have a result that counts: PASSED or FAILED, one bit each. */
  results: number
  /** Transitions without a line of audit; below 0: lines without a transition. */
  unaudited: number
  /** A result was accepted for a stage that had one. */
  hasDoubleResult: boolean
}

/**
 * taken: has a job, and its first transaction has not run. running: has begun the stage. unsure: its last transaction is
 * committed, but the answer was lost.
 */
export const phases = ['taken', 'running', 'unsure'] as const
export type Phase = (typeof phases)[number]

/** What a worker has in hand. */
export interface Work {
  slot: Slot
  stage: Stage
  phase: Phase
  /** The queue agrees that this attempt has the job. */
  holdsJob: boolean
  /** No later attempt has taken the lease of the stage. */
  isNewest: boolean
}

/** A second copy of a request: sent twice by the network, or repeated because its answer was lost. */
export interface Echo {
  person: PersonIndex
  slot: Slot
  type: LifecycleEventType
  /** The status that the call expects after it, if it names one. */
  expected: StatusName | undefined
  /** No other person has acted on the submission since. */
  isLastAct: boolean
}

/** How many of each fault can still happen. */
export interface Budget {
  crashes: number
  lostAnswers: number
  doubled: number
}

export interface State {
  submissions: (Submission | undefined)[]
  workers: (Work | undefined)[]
  echo: Echo | undefined
  left: Budget
}

const statusNames = statuses.map(({ name }) => name)
const eventNames: readonly LifecycleEventType[] = userEventTypes
const statusCode = new Map(statusNames.map((name, at) => [name, at]))
const stageCode = new Map(stages.map((name, at) => [name, at]))

/** Codes of a part of a state, from 0 up; every code becomes one character of the key. */
type Codes = number[]

const submissionLength = 16

const submissionCodes = (codes: Codes, one: Submission | undefined): void => {
  if (!one) {
    codes.push(0)
    return
  }
  codes.push(
    statusCode.get(one.status)! + 1,
    Number(one.isLatest),
    one.uploader + 1,
    one.submitter + 1,
    one.approver + 1,
    Number(one.isFormReturned),
    filePlaces.indexOf(one.file),
    Number(one.hasTimer),
    one.job ? stageCode.get(one.job.stage)! + 1 : 0,
    Number(one.job?.isActive ?? false),
    one.job?.tries ?? 0,
    one.deadLetter ? stageCode.get(one.deadLetter)! + 1 : 0,
    one.results & 0xf,
    one.results >> 4,
    // May be below 0.
    one.unaudited + 32,
    Number(one.hasDoubleResult),
  )
}

const workLength = 5

const workCodes = (codes: Codes, work: Work | undefined): void => {
  if (!work) {
    codes.push(0)
    return
  }
  codes.push(
    work.slot + 1,
    stageCode.get(work.stage)!,
    phases.indexOf(work.phase),
    Number(work.holdsJob),
    Number(work.isNewest),
  )
}

const textOfCodes = (codes: Codes): string => String.fromCharCode(...codes)

const textOfWork = (work: Work | undefined): string => {
  const codes: Codes = []
  workCodes(codes, work)
  return textOfCodes(codes)
}

const headOf = ({ submissions, echo, left }: State): string => {
  const codes: Codes = []
  for (const one of submissions) submissionCodes(codes, one)
  if (echo)
    codes.push(
      echo.person + 1,
      echo.slot,
      eventNames.indexOf(echo.type),
      echo.expected === undefined ? 0 : statusCode.get(echo.expected)! + 1,
      Number(echo.isLastAct),
    )
  else codes.push(0)
  codes.push(left.crashes, left.lostAnswers, left.doubled)
  return textOfCodes(codes)
}

/** A state as a short text from which it can be read again (`stateOf`). */
export const textOfState = (state: State): string => headOf(state) + state.workers.map(textOfWork).join('')

/** The same text for two states if one is the other with its workers swapped. */
export const keyOf = (state: State): string =>
  headOf(state) + state.workers.map(textOfWork).toSorted().join('')

/** The state that a text describes. */
export const stateOf = (text: string, slots: number, workers: number): State => {
  let at = 0
  const next = (): number => text.charCodeAt(at++)
  const stageAt = (code: number): Stage | undefined => (code === 0 ? undefined : stages[code - 1])
  const submission = (): Submission | undefined => {
    const code = next()
    if (code === 0) return undefined
    const [isLatest, uploader, submitter, approver, isFormReturned, file, hasTimer, ...rest] = Array.from(
      { length: submissionLength - 1 },
      next,
    ) as [number, number, number, number, number, number, number, ...number[]]
    const [stage = 0, isActive, tries = 0, dead = 0, low = 0, high = 0, unaudited = 0, hasDouble] = rest
    const ofJob = stageAt(stage)
    return {
      status: statusNames[code - 1]!,
      isLatest: isLatest === 1,
      uploader: uploader - 1,
      submitter: submitter - 1,
      approver: approver - 1,
      isFormReturned: isFormReturned === 1,
      file: filePlaces[file]!,
      hasTimer: hasTimer === 1,
      job: ofJob && { stage: ofJob, isActive: isActive === 1, tries },
      deadLetter: stageAt(dead),
      results: low | (high << 4),
      unaudited: unaudited - 32,
      hasDoubleResult: hasDouble === 1,
    }
  }
  const work = (): Work | undefined => {
    const code = next()
    if (code === 0) return undefined
    const [stage = 0, phase = 0, holdsJob, isNewest] = Array.from({ length: workLength - 1 }, next)
    return {
      slot: code - 1,
      stage: stages[stage]!,
      phase: phases[phase]!,
      holdsJob: holdsJob === 1,
      isNewest: isNewest === 1,
    }
  }
  const echo = (): Echo | undefined => {
    const code = next()
    if (code === 0) return undefined
    const [slot = 0, type = 0, expected = 0, isLastAct] = Array.from({ length: 4 }, next)
    return {
      person: code - 1,
      slot,
      type: eventNames[type]!,
      expected: expected === 0 ? undefined : statusNames[expected - 1],
      isLastAct: isLastAct === 1,
    }
  }
  const submissions = Array.from({ length: slots }, submission)
  const repeated = echo()
  const left = { crashes: next(), lostAnswers: next(), doubled: next() }
  return { submissions, echo: repeated, left, workers: Array.from({ length: workers }, work) }
}

/** A copy that can be changed. */
export const copyOf = ({ submissions, workers, echo, left }: State): State => ({
  submissions: submissions.map(one => one && { ...one, job: one.job && { ...one.job } }),
  workers: workers.map(work => work && { ...work }),
  echo: echo && { ...echo },
  left: { ...left },
})

/** The bit of a stage in `Submission.results`. */
export const bitOf = (stage: Stage): number => 1 << stageCode.get(stage)!
