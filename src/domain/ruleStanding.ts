/*
 * How a rule stands against an earlier upload of the same provider and collection (specification 2 §2.9, decisions §12).
 * What counts is the tolerance: a rule is mended when it is inside again, new when it has left it. Among the rules that
 * stay outside, the number of failures decides, or the size of the change where a rule compares whole files.
 */

/** In the order in which they ask for work. */
export const standings = ['new', 'worse', 'unchanged', 'better', 'mended', 'tolerated', 'never'] as const
export type Standing = (typeof standings)[number]

/** Result of a rule in one upload. */
export interface RuleOutcome {
  isOutside: boolean
  failures: number
  /** Change in percent, for a rule that compares whole files; null for every other rule. */
  measuredPercent: number | null
}

/** How far the rule is from having nothing to say. */
const extentOf = ({ failures, measuredPercent }: RuleOutcome): number =>
  measuredPercent === null ? failures : Math.abs(measuredPercent)

/**
 * The standing of a rule: `new` and `mended` left or came back into tolerance; `worse`, `unchanged` and `better` are outside
 * in both uploads; `tolerated` is inside in both with failures in either, `never` has none in both. Null where the earlier
 * upload has no result of the rule.
 */
export const standingOf = (now: RuleOutcome, before: RuleOutcome | undefined): Standing | null => {
  if (!before) return null
  if (now.isOutside && !before.isOutside) return 'new'
  if (!now.isOutside && before.isOutside) return 'mended'
  if (!now.isOutside) return now.failures === 0 && before.failures === 0 ? 'never' : 'tolerated'
  const change = extentOf(now) - extentOf(before)
  if (change === 0) return 'unchanged'
  return change > 0 ? 'worse' : 'better'
}
