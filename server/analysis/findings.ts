import { isOutside } from '../../src/domain/tolerance.ts'
import type { RuleResult } from './rules.ts'
import { findingText, measuredValue } from './ruleset/finding.ts'
import type { Rule } from './ruleset/ruleset.ts'

/**
 * What is wrong with a record, with the values of `details`. `isWithheld` gets the index of a value, and is true if the reader may not see
 * it: the finding then shows a dash. Null if the ruleset has no finding for the rule.
 */
export const recordFinding = (
  rule: Pick<Rule, 'finding' | 'detailNames' | 'detailLabels'> | undefined,
  details: readonly (string | null)[],
  isWithheld: (detail: number) => boolean = () => false,
): string | null => {
  if (!rule || rule.finding === null) return null
  return findingText(rule.finding, name => {
    const at = rule.detailNames.indexOf(name)
    if (at < 0 || isWithheld(at)) return undefined
    return { value: details[at] ?? null, labels: rule.detailLabels[at] ?? null }
  })
}

/**
 * What is wrong with a file as a whole, for a rule that compares it with the previous record. Null for other rules, inside tolerance, and
 * without a previous record.
 */
export const measuredFinding = (
  rule: Pick<Rule, 'measure' | 'finding'> | undefined,
  result: RuleResult,
): string | null => {
  const { measuredNow = null, measuredBefore = null, measuredPercent } = result
  if (!rule?.measure || rule.finding === null || measuredPercent === null || !isOutside(result)) return null
  const measured = {
    now: measuredNow,
    before: measuredBefore,
    change: measuredPercent,
    unit: rule.measure.change,
  }
  return findingText(rule.finding, name => ({ value: measuredValue(name, measured), labels: null }))
}
