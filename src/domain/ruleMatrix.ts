import type { RuleAcross, RuleAtProvider } from './rulesAcross.ts'

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
  /** The result behind a cell; undefined if the rule does not fail at this provider. */
  at: (code: string, instId: string) => RuleAtProvider | undefined
}

/** From this many providers with results a matrix shows more than a row of circles for each rule. */
export const matrixFrom = 15
/** Columns of the matrix that fit beside each other. */
export const matrixColumns = 28

/**
 * The picture of these rules over all providers with results. Made in one pass: there may be hundreds of either.
 */
export const ruleMatrix = (
  rules: readonly Pick<RuleAcross, 'code' | 'providers'>[],
  withResults: readonly Pick<MatrixProvider, 'instId' | 'name' | 'submissionUuid'>[],
): RuleMatrix => {
  const counts = new Map(withResults.map(each => [each.instId, { ...each, outside: 0, failing: 0 }]))
  const cells = new Map<string, Map<string, RuleAtProvider>>()
  for (const { code, providers } of rules) {
    cells.set(code, new Map(providers.map(each => [each.instId, each])))
    for (const { instId, isOutside } of providers) {
      const own = counts.get(instId)
      if (!own) continue
      own.failing += 1
      if (isOutside) own.outside += 1
    }
  }
  const providers = [...counts.values()].toSorted(
    (a, b) => b.outside - a.outside || b.failing - a.failing || a.instId.localeCompare(b.instId),
  )
  return { providers, at: (code, instId) => cells.get(code)?.get(instId) }
}
