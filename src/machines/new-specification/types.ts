import type { Problem } from '../../domain/problem.ts'
import type { VersionIncrement } from '../../domain/version.ts'
import type { Result } from '../support/result.ts'

/** What a specification is made of. */
export interface Chosen {
  schemaId: number | null
  rulesetId: number | null
  increment: VersionIncrement | null
}

/** Input of the actor `create`. */
export type CreateInput = { [K in keyof Chosen]: NonNullable<Chosen[K]> }
/** Output of the actor `create`. */
export type CreateOutput = Result<{ id: number; version: string }>

/** Input of the actor `apply`. */
export interface ApplyInput {
  id: number
}
/** Output of the actor `apply`. */
export type ApplyOutput = Result<undefined>

export interface NewSpecificationInput {
  /** Rulesets that are offered, each with the schema that it is for. */
  rulesets: readonly { id: number; schemaId: number }[]
}

export interface NewSpecificationContext extends NewSpecificationInput {
  chosen: Chosen
  /** Whether the person has tried to make it: from then on missing choices are shown as faults. */
  isSubmitAttempted: boolean
  /** What was made. */
  made: { id: number; version: string } | undefined
  problem: Problem | undefined
}

export type NewSpecificationEvent =
  | { type: 'PICK_SCHEMA'; id: number }
  | { type: 'PICK_RULESET'; id: number }
  | { type: 'PICK_INCREMENT'; increment: VersionIncrement }
  | { type: 'SUBMIT' }
  | { type: 'APPLY' }

export type NewSpecificationEmitted = { type: 'specification.configured' }

/** What views ask. `configuring`: the step after the form. */
export type NewSpecificationTag = 'configuring' | 'busy'
