/*
 * What awaits a person of the agency or of a regulator, over all collections (decisions §6 "Dashboard": "what awaits them").
 */

/**
 * approval: to be approved; signed-form: a sign-off to be recorded; error: to be re-processed, or its history to be made again;
 * issue: to be answered.
 */
export const queueKinds = ['approval', 'issue', 'signed-form', 'error'] as const
export type QueueKind = (typeof queueKinds)[number]

/** What the order of the queue reads of a thing in it. */
export interface Waiting {
  /** Since when it waits, ISO. */
  since: string
  /** The last day of its collection, yyyy-MM-dd; null where none is set. */
  deadline: string | null
}

/** By deadline, those without one last; then what has waited longest first. */
export const inQueueOrder = (one: Waiting, other: Waiting): number => {
  if (one.deadline !== other.deadline) {
    if (one.deadline === null) return 1
    if (other.deadline === null) return -1
    return one.deadline.localeCompare(other.deadline)
  }
  return one.since.localeCompare(other.since)
}
