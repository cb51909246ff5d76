/*
 * What a specification would change in the latest results of a collection, before it is published: held against
 * what is stored, provider by provider and rule by rule.
 */

/** What a rule finds for a regulator. */
export interface ImpactFigures {
  failures: number
  population: number
  isOutside: boolean
}

/** A result that would be another one; null where the rule is not there. */
export interface ImpactChange {
  ruleCode: string
  name: string
  regulatorCode: string
  before: ImpactFigures | null
  after: ImpactFigures | null
}

/** What would change for one provider. */
export interface ImpactFindings {
  changes: readonly ImpactChange[]
  /** Rules that cannot be run on its records. */
  faults: readonly { ruleCode: string; name: string; message: string }[]
  /** Rules that were run; what the others count is known. */
  counted: number
}

/** Whether a result comes to lie outside its tolerance, or inside; neither where it stays where it was. */
export const turnOf = ({
  before,
  after,
}: Pick<ImpactChange, 'before' | 'after'>): 'outside' | 'inside' | null => {
  const [was, is] = [before?.isOutside ?? false, after?.isOutside ?? false]
  return was === is ? null : is ? 'outside' : 'inside'
}

interface Sums {
  newlyOutside: number
  newlyInside: number
  failuresBefore: number
  failuresAfter: number
}

export interface RuleImpact extends Sums {
  ruleCode: string
  name: string
  regulators: string[]
  /** Providers whose results of it would be others. */
  providers: number
  /** Providers on whose records it cannot be run, and why, of the first. */
  faults: number
  fault: string | null
}

export interface ProviderImpact extends Sums {
  instId: string
  provider: string
  rules: number
  faults: number
  /** What would turn, rule by rule. */
  turns: { ruleCode: string; regulatorCode: string; turn: 'outside' | 'inside' }[]
}

export interface ImpactSummary {
  rules: RuleImpact[]
  providers: ProviderImpact[]
  regulators: { code: string; rules: number; providers: number }[]
}

/** Results for several regulators have the same records: each rule's failures count once for a provider. */
const sumsOf = <Change extends ImpactChange>(
  changes: readonly Change[],
  keyOf: (change: Change) => string,
): Sums => {
  const turns = changes.map(turnOf)
  const once = [...new Map(changes.map(change => [keyOf(change), change])).values()]
  const total = (side: 'before' | 'after') =>
    once.reduce((sum, change) => sum + (change[side]?.failures ?? 0), 0)
  return {
    newlyOutside: turns.filter(turn => turn === 'outside').length,
    newlyInside: turns.filter(turn => turn === 'inside').length,
    failuresBefore: total('before'),
    failuresAfter: total('after'),
  }
}

/** Most turns first, then what changes most. */
const byWeight = (one: Sums, other: Sums): number => {
  const weight = ({ newlyOutside, newlyInside, failuresBefore, failuresAfter }: Sums) =>
    (newlyOutside + newlyInside) * 1e9 + Math.abs(failuresAfter - failuresBefore)
  return weight(other) - weight(one)
}

/** What would change, by rule, by provider and by regulator. */
export const impactSummary = (
  rows: readonly { instId: string; provider: string; findings: ImpactFindings }[],
): ImpactSummary => {
  const all = rows.flatMap(({ instId, findings }) => findings.changes.map(change => ({ ...change, instId })))
  const faults = rows.flatMap(({ findings }) => findings.faults)
  const codes = new Map([...faults, ...all].map(({ ruleCode, name }) => [ruleCode, name]))
  const distinct = <T>(values: readonly T[]): number => new Set(values).size
  const rules = [...codes].map(([ruleCode, name]): RuleImpact => {
    const changes = all.filter(change => change.ruleCode === ruleCode)
    const failing = faults.filter(fault => fault.ruleCode === ruleCode)
    return {
      ruleCode,
      name,
      regulators: [...new Set(changes.map(({ regulatorCode }) => regulatorCode))].sort(),
      providers: distinct(changes.map(({ instId }) => instId)),
      faults: failing.length,
      fault: failing[0]?.message ?? null,
      ...sumsOf(changes, ({ instId }) => instId),
    }
  })
  const providers = rows
    .filter(({ findings }) => findings.changes.length + findings.faults.length > 0)
    .map(
      ({ instId, provider, findings: { changes, faults: own } }): ProviderImpact => ({
        instId,
        provider,
        rules: distinct(changes.map(({ ruleCode }) => ruleCode)),
        faults: own.length,
        turns: changes.flatMap(change => {
          const turn = turnOf(change)
          return turn ? [{ ruleCode: change.ruleCode, regulatorCode: change.regulatorCode, turn }] : []
        }),
        ...sumsOf(changes, ({ ruleCode }) => ruleCode),
      }),
    )
  const regulators = [...new Set(all.map(({ regulatorCode }) => regulatorCode))].sort().map(code => {
    const touched = all.filter(({ regulatorCode }) => regulatorCode === code)
    return {
      code,
      rules: distinct(touched.map(({ ruleCode }) => ruleCode)),
      providers: distinct(touched.map(({ instId }) => instId)),
    }
  })
  return {
    rules: rules.toSorted((one, other) => other.faults - one.faults || byWeight(one, other)),
    providers: providers.toSorted(byWeight),
    regulators,
  }
}

/** How far what would change reaches: rules and providers with results that come to lie outside, or inside. */
export const impactReach = ({ rules, providers }: Pick<ImpactSummary, 'rules' | 'providers'>) => {
  const reach = (side: 'newlyOutside' | 'newlyInside') => ({
    rules: rules.filter(rule => rule[side] > 0).length,
    providers: providers.filter(provider => provider[side] > 0).length,
  })
  return { outside: reach('newlyOutside'), inside: reach('newlyInside') }
}
