/** One rule in the latest results of one provider, which it fails. */
export interface RuleAtProvider {
  instId: string
  /** The regulator for whom it is decided here; the primary one where there are several. */
  regulatorCode: string
  isOutside: boolean
  failureCount: number
  populationCount: number
}

/** What is found of a rule in the latest results of a provider. */
export interface RuleFinding extends RuleAtProvider {
  code: string
  isOperational: boolean
}

/** One rule over the latest results of all providers that a person sees. */
export interface RuleAcross {
  code: string
  name: string
  isOperational: boolean
  /** Providers whose latest results hold the rule. */
  checked: number
  failing: number
  outside: number
  /** Those that fail it: outside tolerance first, then by the share of records that fail. */
  providers: RuleAtProvider[]
}

const shareOf = ({ failureCount, populationCount }: RuleAtProvider): number =>
  populationCount === 0 ? 0 : failureCount / populationCount

const worstFirst = (a: RuleAtProvider, b: RuleAtProvider): number =>
  Number(b.isOutside) - Number(a.isOutside) || shareOf(b) - shareOf(a) || a.instId.localeCompare(b.instId)

/**
 * Which rules fail at how many providers, those outside tolerance at most of them first: a rule with a fault of its own
 * stands at the top on the first day of a collection. `runs` counts by code the results that hold a rule, `names` names it.
 */
export const rulesAcross = (
  findings: readonly RuleFinding[],
  runs: ReadonlyMap<string, number>,
  names: ReadonlyMap<string, string>,
): RuleAcross[] =>
  [...Map.groupBy(findings, ({ code }) => code)]
    .map(([code, found]): RuleAcross => {
      const providers = found.map(({ code: _, isOperational: _kind, ...rest }) => rest)
      return {
        code,
        name: names.get(code) ?? code,
        isOperational: found[0]?.isOperational ?? false,
        checked: runs.get(code) ?? found.length,
        failing: found.length,
        outside: found.filter(({ isOutside }) => isOutside).length,
        providers: providers.toSorted(worstFirst),
      }
    })
    .toSorted((a, b) => b.outside - a.outside || b.failing - a.failing || a.code.localeCompare(b.code))
