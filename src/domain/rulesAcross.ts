import type { IssueStatus } from './issue.ts'
import { type Measured, type Tolerance, toleranceTypes } from './tolerance.ts'

/** How far a result is from its tolerance. */
export const excesses = ['inside', 'outside', 'twice', 'fiveTimes'] as const
export type Excess = (typeof excesses)[number]

/** One rule in the latest results of one provider, which it fails. */
export interface RuleAtProvider {
  instId: string
  /** The regulator for whom it is decided here; the primary one if there are several. */
  regulatorCode: string
  isOutside: boolean
  excess: Excess
  failureCount: number
  populationCount: number
  /** The change of a rule that compares files, in percent; null for other rules. */
  measuredPercent: number | null
  /** Status of the provider's issue about the rule; null if there is none that the reader sees. */
  issue: IssueStatus | null
  isExplained: boolean
}

/** What a rule found in the latest results of a provider. */
export interface RuleFinding extends RuleAtProvider {
  code: string
  isOperational: boolean
  tolerance: Tolerance
}

/** A rule in the collection before this one. */
export interface RuleBefore {
  outside: number
  /** Tolerances by regulator. */
  tolerances: ReadonlyMap<string, Tolerance>
}

/** What the ruleset says of a rule. */
export interface RuleTexts {
  name: string
  requirement: string
}

/** Why the agency looks at a rule: it is probably at fault itself, or it now fails at many more providers than last year. */
export type RuleAlarm = 'broken' | 'manyMore'

/** One rule over the latest results of all providers that a person sees. */
export interface RuleAcross extends RuleTexts {
  code: string
  isOperational: boolean
  /** Providers whose latest results contain the rule. */
  checked: number
  failing: number
  outside: number
  explained: number
  alarm: RuleAlarm | null
  /** The tolerance that most providers have; null if the rule has no regulator. */
  tolerance: Tolerance | null
  /** The same in the collection before; null if there was none, or nothing is known of it. */
  before: { outside: number; tolerance: Tolerance | null } | null
  /** Those that fail it: outside tolerance first, then by the share of records that fail. */
  providers: RuleAtProvider[]
}

const shareOf = ({
  failureCount,
  populationCount,
}: Pick<RuleAtProvider, 'failureCount' | 'populationCount'>): number =>
  populationCount === 0 ? 0 : failureCount / populationCount

const sizeOf = (each: RuleAtProvider): number =>
  each.measuredPercent === null ? shareOf(each) : Math.abs(each.measuredPercent) / 100

const worstFirst = (a: RuleAtProvider, b: RuleAtProvider): number =>
  Number(b.isOutside) - Number(a.isOutside) || sizeOf(b) - sizeOf(a) || a.instId.localeCompare(b.instId)

/** How many times the tolerated amount was found, part by part: 1 is the limit. */
const timesAllowed = ({ conjunction, parts }: Tolerance, measured: Measured): number => {
  const ratio = (found: number, allowed: number): number =>
    found <= 0 ? 0 : allowed <= 0 ? Number.POSITIVE_INFINITY : found / allowed
  const times = parts.map(({ type, from, to }) => {
    if (type === toleranceTypes.count) return ratio(measured.failureCount, from)
    if (type === toleranceTypes.percentage)
      return ratio(measured.failureCount * 100, from * measured.populationCount)
    const change = measured.measuredPercent ?? 0
    return change < 0 ? ratio(-change, -from) : ratio(change, to ?? from)
  })
  return conjunction === 'O' ? Math.max(0, ...times) : Math.min(...times)
}

/** How far a result is from its tolerance: over twice and over five times it count apart. */
export const excessOf = (isOutside: boolean, tolerance: Tolerance, measured: Measured): Excess => {
  if (!isOutside) return 'inside'
  const times = timesAllowed(tolerance, measured)
  return times > 5 ? 'fiveTimes' : times > 2 ? 'twice' : 'outside'
}

/** Fewer providers than this say nothing about a rule. */
const leastProviders = 3
/** A rule that is outside at this share of them is probably at fault itself, if it fails for most records. */
const brokenShare = 0.9
const brokenRecords = 0.5
/** A rule is outside at many more providers than last year from this share, and this many times last year's. */
const manyShare = 0.25
const manyTimes = 2

/** Why the agency looks at a rule; null if there is no reason. */
export const ruleAlarm = (
  { checked, outside, providers }: Pick<RuleAcross, 'checked' | 'outside' | 'providers'>,
  before: { outside: number; checked: number } | undefined,
): RuleAlarm | null => {
  if (checked < leastProviders) return null
  const records = providers.reduce(
    (sum, each) =>
      each.isOutside
        ? {
            failureCount: sum.failureCount + each.failureCount,
            populationCount: sum.populationCount + each.populationCount,
          }
        : sum,
    { failureCount: 0, populationCount: 0 },
  )
  if (outside >= brokenShare * checked && shareOf(records) > brokenRecords) return 'broken'
  if (!before || before.checked === 0 || outside < leastProviders) return null
  const share = outside / checked
  return share >= manyShare && share >= manyTimes * (before.outside / before.checked) ? 'manyMore' : null
}

/** A result with the tolerance that most of them have. */
const usualOf = (found: readonly RuleFinding[]): RuleFinding | undefined =>
  [...Map.groupBy(found, ({ tolerance }) => JSON.stringify(tolerance)).values()].toSorted(
    (a, b) => b.length - a.length,
  )[0]?.[0]

export interface AcrossInput {
  findings: readonly RuleFinding[]
  /** By code, the results that contain a rule. */
  runs: ReadonlyMap<string, number>
  texts: ReadonlyMap<string, RuleTexts>
  /** The collection before, with its providers that have results; undefined if there is none. */
  before?: { rules: ReadonlyMap<string, RuleBefore>; checked: number }
}

const urgency = ({ alarm }: RuleAcross): number => Number(alarm !== 'broken')

/**
 * Which rules fail at how many providers: rules that look broken first, then those outside tolerance at most providers.
 */
export const rulesAcross = ({ findings, runs, texts, before }: AcrossInput): RuleAcross[] =>
  [...Map.groupBy(findings, ({ code }) => code)]
    .map(([code, found]): RuleAcross => {
      const providers = found
        .map(({ code: _, isOperational: _kind, tolerance: _tolerance, ...rest }) => rest)
        .toSorted(worstFirst)
      const counts = {
        checked: runs.get(code) ?? found.length,
        outside: found.filter(({ isOutside }) => isOutside).length,
        providers,
      }
      const usual = usualOf(found)
      const last = before?.rules.get(code)
      return {
        code,
        name: texts.get(code)?.name ?? code,
        requirement: texts.get(code)?.requirement ?? '',
        isOperational: found[0]?.isOperational ?? false,
        failing: found.length,
        explained: found.filter(({ isOutside, isExplained }) => isOutside && isExplained).length,
        alarm: ruleAlarm(counts, before && { outside: last?.outside ?? 0, checked: before.checked }),
        tolerance: usual?.tolerance ?? null,
        before: before
          ? {
              outside: last?.outside ?? 0,
              tolerance: (usual && last?.tolerances.get(usual.regulatorCode)) ?? null,
            }
          : null,
        ...counts,
      }
    })
    .toSorted(
      (a, b) =>
        urgency(a) - urgency(b) ||
        b.outside - a.outside ||
        b.failing - a.failing ||
        a.code.localeCompare(b.code),
    )

/** Bounds of the bars that show how many providers have which share of failing records, in percent. */
export const shareBounds = [0.5, 1, 2, 5, 10, 20] as const

/** How many providers are in each bar, and how many of them are outside tolerance. The first bar contains those without failures. */
export const providersByShare = ({
  checked,
  providers,
}: Pick<RuleAcross, 'checked' | 'providers'>): { inside: number; outside: number }[] => {
  const bars = [...shareBounds, Number.POSITIVE_INFINITY].map(() => ({ inside: 0, outside: 0 }))
  for (const each of providers) {
    const share = shareOf(each) * 100
    const at = shareBounds.findIndex(bound => share <= bound)
    const bar = bars[at === -1 ? shareBounds.length : at]
    if (bar) bar[each.isOutside ? 'outside' : 'inside'] += 1
  }
  const first = bars[0]
  if (first) first.inside += Math.max(0, checked - providers.length)
  return bars
}
