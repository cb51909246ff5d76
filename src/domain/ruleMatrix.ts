import type { RuleAcross, RuleAtProvider } from './rulesAcross.ts'

/** What one rule finds at one provider. */
export const cellCodes = { none: 0, inside: 1, outside: 2 } as const

/** Rules against providers: who fails what, as one picture. */
export interface RuleMatrix {
  /** The provider outside at most rules first. */
  providers: readonly {
    instId: string
    name: string
    submissionUuid: string
    outside: number
    failing: number
  }[]
  /** For each rule its row of the picture, one code for each provider. */
  rows: readonly Uint8Array[]
  /** What stands behind a cell; undefined where the rule fails nowhere in the provider's results. */
  at: (rule: number, provider: number) => RuleAtProvider | undefined
}

/** The picture of these rules, in their order. Made in one pass: there may be hundreds of either. */
export const ruleMatrix = (rules: readonly RuleAcross[]): RuleMatrix => {
  const found = new Map<string, RuleMatrix['providers'][number]>()
  for (const { providers } of rules)
    for (const { instId, name, submissionUuid, isOutside } of providers) {
      const known = found.get(instId) ?? { instId, name, submissionUuid, outside: 0, failing: 0 }
      found.set(instId, {
        ...known,
        outside: known.outside + (isOutside ? 1 : 0),
        failing: known.failing + 1,
      })
    }
  const providers = [...found.values()].toSorted(
    (a, b) => b.outside - a.outside || b.failing - a.failing || a.instId.localeCompare(b.instId),
  )
  const placeOf = new Map(providers.map(({ instId }, at) => [instId, at]))
  const rows = rules.map(rule => {
    const row = new Uint8Array(providers.length)
    for (const { instId, isOutside } of rule.providers)
      row[placeOf.get(instId)!] = isOutside ? cellCodes.outside : cellCodes.inside
    return row
  })
  return {
    providers,
    rows,
    at: (rule, provider) =>
      rules[rule]?.providers.find(({ instId }) => instId === providers[provider]?.instId),
  }
}
