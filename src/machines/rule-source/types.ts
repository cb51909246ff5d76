import type { Problem } from '../../domain/problem.ts'
import type { RuleFieldId, RuleTexts } from '../../domain/ruleSource.ts'
import type { RuleRun } from '../../domain/wire/ruleSource.ts'
import type { Result } from '../support/result.ts'

/** What running the examples has shown. */
export type RunResult = RuleRun

/** Input of the actors `run` and `save`. */
export interface TextsInput {
  texts: RuleTexts
}
/** Output of the actor `run`. */
export type RunOutput = Result<RunResult>
/** Output of the actor `save`: the ruleset that was made. */
export type SaveOutput = Result<{ id: number; version: string }>

export interface RuleSourceInput {
  /** The text of the rule's file. */
  stored: RuleTexts
}

export interface RuleSourceContext extends RuleSourceInput {
  entered: RuleTexts
  /** What the last run has shown. */
  result: RunResult | undefined
  saved: { id: number; version: string } | undefined
  problem: Problem | undefined
}

export type RuleSourceEvent = { type: 'ENTER'; field: RuleFieldId; text: string } | { type: 'SAVE' }

/** What views ask. `stale`: the result is not of what is entered now. */
export type RuleSourceTag = 'stale' | 'saving'
