import type { CredibilityCell } from '../../../src/domain/wire/reports.ts'
import type { ShadingRule } from '../ruleset/model.ts'

export type Colour = CredibilityCell['Colour']

/** Change of a cell against the previous value; percent is null when there was nothing before. */
export interface Change {
  difference: number
  percent: number | null
}

/**
 * How far a figure has moved from last year's: the difference, to six decimals, and the percentage, to two; without a
 * percentage where last year's is 0.
 */
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

/** Between which values a figure is not shaded, for what it was before. */
export interface Band {
  from: number
  to: number
}

/**
 * How far a figure may move from what it was before the first rule shades it; undefined without such a rule. Nothing is
 * less than none, so the band ends at 0.
 */
export const bandOf = (rules: readonly ShadingRule[], previous: number): Band | undefined => {
  const reaches = rules.flatMap(({ vanishesFrom, difference = 0, percent = 0 }) =>
    vanishesFrom === undefined ? [Math.max(difference, (percent * Math.abs(previous)) / 100)] : [],
  )
  if (reaches.length === 0) return undefined
  const reach = Math.min(...reaches)
  return { from: Math.max(0, previous - reach), to: previous + reach }
}
