import type { RuleFailure, RuleResult } from '../analysis/index.ts'

/** A record that fails a rule, with what is wrong with it. */
interface RecordFinding extends RuleFailure {
  finding: string | null
}

/** A rule with failures; `records` are the first of them. */
export interface RuleFinding extends Omit<RuleResult, 'description'> {
  /** What must be true. */
  requirement: string
  /** How to correct it; null if the ruleset has none. */
  hint: string | null
  /** What is wrong with the file, for a rule that compares it as a whole; null for other rules. */
  finding: string | null
  /** The rule is at fault and not the file. */
  isRuleDefect: boolean
  records: RecordFinding[]
}

/**
 * How many rules were run, and the codes of those that apply in the provider's country but need the register of providers, which is not
 * known here.
 */
export interface RulesChecked {
  run: number
  failing: RuleFinding[]
  notChecked: readonly string[]
}
