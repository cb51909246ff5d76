import { type StatusName, statuses } from './status.ts'
import type { ProcessingProgress } from './wire/progress.ts'

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
