import type { Problem } from '../../domain/problem.ts'
import type { Result } from '../support/result.ts'

/** Id of an option. */
export type ChoiceId = number

/** Input of the actor `save`. */
export interface SaveInput {
  picked: ChoiceId
}
/** Output of the actor `save`: what the server answered. */
export type SaveOutput = Result<unknown>

/** It was taken. Nobody hears of it once the choice is gone: the page may be another one by then. */
export interface InlineChoiceEmitted {
  type: 'inlineChoice.saved'
  answer: unknown
}

export interface InlineChoiceInput {
  /** What is chosen now; null for nothing. */
  current: ChoiceId | null
  /** Options that cannot be taken back: the person is asked before one is saved. */
  asksFirst: readonly ChoiceId[]
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
  /** The answers to what is asked before saving. */
  | { type: 'CONFIRM' }
  | { type: 'DISMISS' }
  /** What is chosen has changed, by whomever. */
  | { type: 'CHANGED'; current: ChoiceId | null }

/** What views ask. `open`: the options are shown; `dialog`: the person is asked whether it is really meant. */
export type InlineChoiceTag = 'open' | 'dialog' | 'busy'
