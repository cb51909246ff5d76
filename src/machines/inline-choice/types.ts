import type { Problem } from '../../domain/problem.ts'
import type { Result } from '../support/result.ts'

/** Id of an option. */
export type ChoiceId = number

/** Input of the actor `save`. */
export interface SaveInput {
  picked: ChoiceId
}
/** Output of the actor `save`: nothing but whether it was taken. */
export type SaveOutput = Result<undefined>

export interface InlineChoiceInput {
  /** What is chosen now; null for nothing. */
  current: ChoiceId | null
}

export interface InlineChoiceContext extends InlineChoiceInput {
  /** What the person has picked; null before that. */
  picked: ChoiceId | null
  problem: Problem | undefined
  /** Whether somebody else has chosen while the person was choosing. */
  isOvertaken: boolean
}

export type InlineChoiceEvent =
  | { type: 'EDIT' }
  | { type: 'PICK'; id: ChoiceId }
  | { type: 'SAVE' }
  | { type: 'CANCEL' }
  /** What is chosen has changed, by whomever. */
  | { type: 'CHANGED'; current: ChoiceId | null }

/** What views ask. `open`: the options are shown. */
export type InlineChoiceTag = 'open' | 'busy' | 'problem'
