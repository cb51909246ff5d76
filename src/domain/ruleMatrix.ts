import type { RuleAcross, RuleAtProvider } from './rulesAcross.ts'

/** What one rule finds at one provider. */
export const cellCodes = { none: 0, inside: 1, outside: 2 } as const

/** A provider as a column of the picture. */
export interface MatrixProvider {
  instId: string
  /** Its published name. */
  name: string
  submissionUuid: string
  /** Rules outside tolerance, and all that its records fail. */
  outside: number
  failing: number
}

/** Rules against providers: who fails what, as one picture. */
export interface RuleMatrix {
  /** The provider outside at most rules first. */
  providers: readonly MatrixProvider[]
  /** For each rule its row of the picture, one code for each provider. */
  rows: readonly Uint8Array[]
  /** The results that a cell is made of; undefined where the rule does not fail at this provider. */
  at: (rule: number, provider: number) => RuleAtProvider | undefined
}

/**
 * The picture of these rules, in their order, over those of the providers that fail any. Made in one pass: there may be
 * hundreds of either.
 */
export const ruleMatrix = (
  rules: readonly RuleAcross[],
  withResults: readonly Pick<MatrixProvider, 'instId' | 'name' | 'submissionUuid'>[],
): RuleMatrix => {
  const counts = new Map(withResults.map(each => [each.instId, { ...each, outside: 0, failing: 0 }]))
  for (const { providers } of rules)
    for (const { instId, isOutside } of providers) {
      const own = counts.get(instId)
      if (!own) continue
      own.failing += 1
      if (isOutside) own.outside += 1
    }
  const providers = [...counts.values()]
    .filter(({ failing }) => failing > 0)
    .toSorted((a, b) => b.outside - a.outside || b.failing - a.failing || a.instId.localeCompare(b.instId))
  const placeOf = new Map(providers.map(({ instId }, at) => [instId, at]))
  const rows = rules.map(rule => {
    const row = new Uint8Array(providers.length)
    for (const { instId, isOutside } of rule.providers) {
      const at = placeOf.get(instId)
      if (at !== undefined) row[at] = isOutside ? cellCodes.outside : cellCodes.inside
    }
    return row
  })
  return {
    providers,
    rows,
    at: (rule, provider) =>
      rules[rule]?.providers.find(({ instId }) => instId === providers[provider]?.instId),
  }
}
