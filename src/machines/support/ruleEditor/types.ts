import type { Problem } from '../../../domain/problem.ts'
import type { EditorField, Entered } from '../../../domain/ruleConfiguration.ts'
import type { Result } from '../result.ts'

/** Input of the actor `save`. */
export interface SaveInput {
  entered: Entered
}
/** Output of the actor `save`: what the server answered. */
export type SaveOutput = Result<unknown>

export interface RuleEditorInput {
  fields: readonly EditorField[]
  /** What the server has, as text, by the ids of the fields. */
  stored: Entered
  /** What the person had entered before and not saved. */
  entered?: Entered | undefined
}

export interface RuleEditorContext extends RuleEditorInput {
  entered: Entered
  /** Fields that the person has left: what is wrong with them is told. */
  left: readonly string[]
  problem: Problem | undefined
  /** Whether somebody else has stored something else while the person was entering. */
  isOvertaken: boolean
}

export type RuleEditorEvent =
  /** One field is typed in, or many are given their texts at once. */
  | { type: 'ENTER'; entered: Entered }
  | { type: 'LEAVE'; fields: readonly string[] }
  | { type: 'SAVE' }
  | { type: 'CANCEL' }
  /** The server has something else, by whomever. */
  | { type: 'STORED'; stored: Entered }

export type RuleEditorEmitted =
  /** What was entered over what is stored: to be there again when the place is opened anew. */
  | { type: 'ruleEditor.entered'; stored: Entered; entered: Entered }
  /** Nothing else than what is stored is entered. */
  | { type: 'ruleEditor.untouched' }
  /** It was taken. Nobody hears of it once the fields are gone. */
  | { type: 'ruleEditor.saved'; answer: unknown }

/** What views ask. */
export type RuleEditorTag = 'busy'
