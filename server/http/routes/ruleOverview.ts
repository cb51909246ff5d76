import type { Transaction } from 'kysely'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { onlyNaming } from '../../../src/domain/privacy.ts'
import { rulesAcross } from '../../../src/domain/rulesAcross.ts'
import { hasResults, statusNameOf } from '../../../src/domain/status.ts'
import type { ProviderWithResults, RuleAcrossWire } from '../../../src/domain/wire/collectionOverview.ts'
import { failedRules, ruleNames, timesOutside, timesRun } from '../../database/queries/results.ts'
import type { Database } from '../../database/schema.ts'
import { setScope } from '../../database/scope.ts'
import type { Monitored } from './collectionRows.ts'
import { rulesFor } from './recordView.ts'

type Tx = Transaction<Database>

/** The latest submissions that have results, by their ids. */
const withResults = (monitored: readonly Monitored[]): ReadonlyMap<string, ProviderWithResults> =>
  new Map(
    monitored.flatMap(({ provider, latest }) =>
      latest && hasResults(statusNameOf(latest.status_id))
        ? [
            [
              latest.id,
              { instId: provider.inst_id, name: provider.published_name, submissionUuid: latest.id },
            ] as const,
          ]
        : [],
    ),
  )

/** What the reader sees of the rules that fail in these submissions, or of those among these codes. */
const overviewOf = async (
  tx: Tx,
  actor: UserPrincipal,
  providers: ReadonlyMap<string, ProviderWithResults>,
  codes?: readonly string[],
): Promise<RuleAcrossWire[]> => {
  const ids = [...providers.keys()]
  const failed = rulesFor(actor, await failedRules(tx, ids, codes))
  const one = new Map(failed.map(({ code, submissionId }) => [code, { code, submissionId }]))
  const findings = failed.flatMap(({ submissionId, code, outside, operational, rows: [result] }) => {
    const provider = providers.get(submissionId)
    if (!provider || !result) return []
    return {
      instId: provider.instId,
      code,
      regulatorCode: result.regulatorCode,
      isOperational: operational,
      isOutside: outside,
      failureCount: result.failureCount,
      populationCount: result.populationCount,
    }
  })
  return rulesAcross(
    findings,
    await timesRun(tx, ids, [...one.keys()]),
    await ruleNames(tx, [...one.values()]),
  )
}

/** Of submissions that the reader sees alone: asked of each of their results anew, that takes longer than all the rest. */
const seeAll = (tx: Tx): Promise<void> => setScope(tx, { scope: 'all' })

/**
 * Which rules fail at how many of these providers, by the results of the latest submission of each. A specialist regulator
 * gets the rules that name it, with its own figures. Counts alone, no record (decisions §12). The last work of the transaction.
 */
export const ruleOverview = async (
  tx: Tx,
  actor: UserPrincipal,
  monitored: readonly Monitored[],
): Promise<{ providers: ProviderWithResults[]; rules: RuleAcrossWire[] }> => {
  const providers = withResults(monitored)
  await seeAll(tx)
  return { providers: [...providers.values()], rules: await overviewOf(tx, actor, providers) }
}

/** The codes that may be among the first so many by their counts: those after them with an equal count too. */
const mostCounted = (counts: ReadonlyMap<string, number>, atMost: number): string[] => {
  const least = [...counts.values()].toSorted((a, b) => b - a)[atMost - 1] ?? 0
  return [...counts].filter(([, count]) => count >= least).map(([code]) => code)
}

/**
 * The first so many rules of `ruleOverview` that are outside tolerance anywhere: every staff dashboard asks for them again when
 * a file has come to rest, so only their figures are read. The last work of the transaction.
 */
export const worstRules = async (
  tx: Tx,
  actor: UserPrincipal,
  monitored: readonly Monitored[],
  atMost: number,
): Promise<{ providers: number; rules: RuleAcrossWire[] }> => {
  const providers = withResults(monitored)
  await seeAll(tx)
  // What is outside is counted for all regulators: of those that name one there are few.
  const codes =
    onlyNaming(actor) === undefined
      ? mostCounted(await timesOutside(tx, [...providers.keys()]), atMost)
      : undefined
  const rules = await overviewOf(tx, actor, providers, codes)
  return {
    providers: providers.size,
    rules: rules.filter(({ outside }) => outside > 0).slice(0, atMost),
  }
}
