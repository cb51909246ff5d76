import type { Problem } from '../../domain/problem.ts'
import type { DeviationWire } from '../../domain/wire/inspection.ts'
import type { Result } from '../support/result.ts'

/** A part of the stored history, replayed through the lifecycle. */
export interface ReplayedPart {
  submissions: number
  events: number
  deviations: readonly DeviationWire[]
  /** Where the next part begins; null after the last. */
  next: string | null
  /** Submissions in all, as of this part. */
  total: number
}

/** Input of the actor `replay`: the part after this submission; null for the first. */
export interface ReplayInput {
  after: string | null
}
export type ReplayOutput = Result<ReplayedPart>

export interface ConformanceCheckContext {
  /** Replayed so far. */
  submissions: number
  events: number
  total: number
  /** All that were found. */
  deviations: readonly DeviationWire[]
  after: string | null
  problem: Problem | undefined
}

export type ConformanceCheckEvent =
  /** From the beginning. */
  | { type: 'REPLAY' }
  /** On from where it failed. */
  | { type: 'RETRY' }
  | { type: 'STOP' }
