import type { CredibilityCell } from '../../../src/domain/wire/reports.ts'
import type { ShadingRule } from '../ruleset/model.ts'

export type Colour = CredibilityCell['Colour']

/** Change of a cell against the previous value; percent is null when there was nothing before. */
export interface Change {
  difference: number
  percent: number | null
}

export const changeOf = (current: number, previous: number): Change => ({
  difference: Math.round((current - previous) * 1e6) / 1e6,
  percent: previous === 0 ? null : Math.round(((current - previous) / previous) * 10_000) / 100,
})

const holds = (rule: ShadingRule, current: number, previous: number): boolean => {
  const { difference, percent } = changeOf(current, previous)
  if (rule.vanishesFrom !== undefined) {
    const [low, high] = [Math.min(current, previous), Math.max(current, previous)]
    return low === 0 && high >= rule.vanishesFrom
  }
  const isLarge = rule.difference === undefined || Math.abs(difference) >= rule.difference
  // Growth from nothing has no percentage and counts as unbounded.
  const isSteep = rule.percent === undefined || percent === null || Math.abs(percent) >= rule.percent
  return difference !== 0 && isLarge && isSteep
}

/** The first rule that holds gives colour and text; Clear without one (reference §5.2). */
export const shadeOf = (
  rules: readonly ShadingRule[],
  current: number,
  previous: number | null,
): { colour: Colour; text: string | null } => {
  const rule = previous === null ? undefined : rules.find(candidate => holds(candidate, current, previous))
  return rule ? { colour: rule.colour, text: rule.text } : { colour: 'Clear', text: null }
}
