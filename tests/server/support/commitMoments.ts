/** Moments of a commit at which a process is killed: before it is sent, sent and not answered, answered and unheard of. */
export const commitMoments = ['before', 'sent', 'answered'] as const

/** A numbered point of a process: a commit of one of its transactions, counted from when it is asked for. */
export interface CommitPoint {
  /** The first commit is 1. */
  commit: number
  moment: (typeof commitMoments)[number]
}
