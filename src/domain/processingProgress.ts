import { type Message, message } from '../messages/message.ts'
import { estimate } from './dates.ts'
import { type StatusName, type SubmissionMode, statuses, statusOf } from './status.ts'
import type { ProcessingProgress, QueuePlace, StageTime } from './wire/progress.ts'

/** Stages between the upload and the results, in order; the status in which a stage runs has its name. */
export const processingStages = [
  'PROVISIONING',
  'SCHEMA_CHECK',
  'RIGHT_TO_PROCESS',
  'ENRICHMENT',
  'QUALITY_RULES',
  'CREDIBILITY',
  'COLLECTION_REPORTS',
] as const satisfies readonly StatusName[]

export type ProcessingStage = (typeof processingStages)[number]

/** Stages whose reports online validation does without: it ends with the rules. */
const reportStages: readonly ProcessingStage[] = ['CREDIBILITY', 'COLLECTION_REPORTS']

/** The stages that a file of the mode goes through, in order. */
export const stagesOf = (mode: SubmissionMode): readonly ProcessingStage[] =>
  mode === 'ovt' ? processingStages.filter(stage => !reportStages.includes(stage)) : processingStages

/** Position of a stage; its name is that of the status in which it runs. An unknown name stands before all. */
const orderOf = (stage: string): number =>
  statuses.find(({ name }) => name === (stage as StatusName))?.order ?? -1

/** Share of the stage that is done, 0 to 1. */
export const shareDone = ({ done, total }: ProcessingProgress): number =>
  total > 0 ? Math.min(1, done / total) : 0

/**
 * The one to show of two reports about the same submission: a later stage, or more of the same stage. A stage that is
 * tried again starts from nothing, and an answer may be older than a live message; progress on the screen never goes
 * back for either.
 */
export const furtherProgress = (
  shown: ProcessingProgress | null,
  received: ProcessingProgress | null,
): ProcessingProgress | null => {
  if (shown === null || received === null) return received ?? shown
  const [before, after] = [orderOf(shown.stage), orderOf(received.stage)]
  if (before !== after) return after > before ? received : shown
  return shareDone(received) > shareDone(shown) ? received : shown
}

/** A submission that is processed, as far as it is known. */
export interface UnderWay {
  mode: SubmissionMode
  status: StatusName
  progress: ProcessingProgress | null
  queue: QueuePlace | null
  /** What each stage has taken for files of similar size; empty where there are none. */
  stageTimes: readonly StageTime[]
}

/** How much of each stage is done, from 0 to 1, judged by the progress of the current stage. */
const sharesDone = ({
  mode,
  status,
  progress,
}: Pick<UnderWay, 'mode' | 'status' | 'progress'>): { stage: StatusName; done: number }[] => {
  const { order } = statusOf(status)
  return stagesOf(mode).map(stage => {
    const own = statusOf(stage).order
    if (own !== order) return { stage, done: own < order ? 1 : 0 }
    return { stage, done: progress?.stage === stage ? shareDone(progress) : 0 }
  })
}

/**
 * Share of the whole processing that is done, 0 to 1, from work done: each stage counts as much as it takes for files of
 * similar size, and all the same where no such file is known.
 */
export const shareOfAll = (at: Omit<UnderWay, 'queue'>): number => {
  const weightOf = (stage: StatusName): number => {
    const time = at.stageTimes.find(one => one.stage === stage)
    // A stage that takes no time at all still is a step.
    return time ? Math.max(0.1, (time.low + time.high) / 2) : 1
  }
  const parts = sharesDone(at).map(({ stage, done }) => ({ done, weight: weightOf(stage) }))
  const all = parts.reduce((sum, { weight }) => sum + weight, 0)
  return parts.reduce((sum, { done, weight }) => sum + done * weight, 0) / all
}

/**
 * Seconds that the rest will take, as a range from files of similar size, with the time in the queue before it; undefined
 * where no such file is known, or while nobody can say how long something is away.
 */
export const secondsToGo = (at: UnderWay): { low: number; high: number } | undefined => {
  if (at.stageTimes.length === 0 || at.queue?.awaits) return undefined
  const waiting = at.queue?.seconds ?? 0
  return sharesDone(at).reduce(
    (sum, { stage, done }) => {
      const time = at.stageTimes.find(one => one.stage === stage)
      return {
        low: sum.low + (time?.low ?? 0) * (1 - done),
        high: sum.high + (time?.high ?? 0) * (1 - done),
      }
    },
    { low: waiting, high: waiting },
  )
}

/** About how long the rest of the processing takes, as a range if its ends differ in words; undefined if nobody can say. */
export const timeLeft = (at: UnderWay): Message | undefined => {
  const left = secondsToGo(at)
  if (!left) return undefined
  if (left.high < 60) return message('lifecycle', 'left.soon')
  const [from, to] = [estimate(left.low), estimate(left.high)]
  return JSON.stringify(from) === JSON.stringify(to)
    ? message('lifecycle', 'left.about', { time: to })
    : message('lifecycle', 'left.range', { from, to })
}
