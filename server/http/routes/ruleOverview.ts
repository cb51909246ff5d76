import type { Transaction } from 'kysely'
import { collectionsSeenBy } from '../../../src/domain/collection.ts'
import { isIssueRaised } from '../../../src/domain/issue.ts'
import { isPermitted } from '../../../src/domain/permissions.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { onlyNaming } from '../../../src/domain/privacy.ts'
import { excessOf, type RuleBefore, rulesAcross } from '../../../src/domain/rulesAcross.ts'
import { hasResults, statusNameOf } from '../../../src/domain/status.ts'
import type {
  ProviderWithResults,
  RuleAcrossWire,
  RulesAcrossWire,
} from '../../../src/domain/wire/collectionOverview.ts'
import { collectionBefore, collectionOfReference } from '../../database/queries/collections.ts'
import { ruleIssuesIn } from '../../database/queries/issues.ts'
import {
  type FailedRule,
  failedRules,
  outsideCounts,
  type RegulatorRow,
  regulatorsByCode,
  rulesRun,
  ruleTexts,
  timesOutside,
  timesRun,
  tolerancesIn,
} from '../../database/queries/results.ts'
import type { Database } from '../../database/schema.ts'
import { setScope } from '../../database/scope.ts'
import type { Monitored } from './collectionRows.ts'
import { monitoredIn } from './monitoring.ts'
import { rulesFor } from './recordView.ts'

type Tx = Transaction<Database>

/** The latest submissions that have results, by their ids. */
const withResults = (
  monitored: readonly Monitored[],
  regulators: ReadonlyMap<string, RegulatorRow>,
): ReadonlyMap<string, ProviderWithResults> =>
  new Map(
    monitored.flatMap(({ provider, latest }) =>
      latest && hasResults(statusNameOf(latest.status_id))
        ? [
            [
              latest.id,
              {
                instId: provider.inst_id,
                name: provider.published_name,
                submissionUuid: latest.id,
                regulator: regulators.get(provider.regulator_code)?.short_name ?? null,
              },
            ] as const,
          ]
        : [],
    ),
  )

/** What is compared with: issues and the collection before. */
interface Beside {
  issues: Awaited<ReturnType<typeof ruleIssuesIn>>
  before?: { name: string; latest: readonly LatestBefore[] }
}

/** The latest submission of a provider in the collection before. */
export interface LatestBefore {
  submissionId: string
  countryCode: string
}

const noComparison: Beside = { issues: [] }

/** How the rules were in the collection before: counted for the reader, with the tolerances of one submission for each country. */
const rulesBefore = async (
  tx: Tx,
  actor: UserPrincipal,
  latest: readonly LatestBefore[],
  codes: readonly string[],
): Promise<ReadonlyMap<string, RuleBefore>> => {
  const ids = latest.map(({ submissionId }) => submissionId)
  const outside = new Map<string, number>()
  if (onlyNaming(actor) === undefined)
    for (const [code, count] of await timesOutside(tx, ids)) outside.set(code, count)
  else
    for (const rule of rulesFor(actor, await failedRules(tx, ids, codes)))
      if (rule.outside) outside.set(rule.code, (outside.get(rule.code) ?? 0) + 1)
  const one = new Map(latest.map(({ submissionId, countryCode }) => [countryCode, submissionId]))
  const tolerances = Map.groupBy(await tolerancesIn(tx, [...one.values()], codes), ({ code }) => code)
  return new Map(
    codes.map(code => [
      code,
      {
        outside: outside.get(code) ?? 0,
        tolerances: new Map(
          (tolerances.get(code) ?? []).map(({ regulatorCode, tolerance }) => [regulatorCode, tolerance]),
        ),
      },
    ]),
  )
}

/** What the reader sees of the rules that fail in these submissions, or of those among these codes. */
const overviewOf = async (
  tx: Tx,
  actor: UserPrincipal,
  providers: ReadonlyMap<string, ProviderWithResults>,
  { codes, beside = noComparison }: { codes?: readonly string[]; beside?: Beside },
): Promise<RuleAcrossWire[]> => {
  const ids = [...providers.keys()]
  const failed = rulesFor(actor, await failedRules(tx, ids, codes))
  const one = new Map(failed.map(({ code, submissionId }) => [code, { code, submissionId }]))
  const issues = new Map(beside.issues.map(issue => [`${issue.instId} ${issue.code}`, issue]))
  const findings = failed.flatMap(({ submissionId, code, outside, operational, rows: [result] }) => {
    const provider = providers.get(submissionId)
    if (!provider || !result) return []
    const { regulatorCode, failureCount, populationCount, measuredPercent, tolerance } = result
    const issue = issues.get(`${provider.instId} ${code}`)
    return {
      instId: provider.instId,
      code,
      regulatorCode,
      isOperational: operational,
      isOutside: outside,
      excess: excessOf(outside, tolerance, result),
      failureCount,
      populationCount,
      measuredPercent,
      tolerance,
      issue: issue && isIssueRaised(issue.status) ? issue.status : null,
      isExplained: issue?.isExplained ?? false,
    }
  })
  return rulesAcross({
    findings,
    runs: await timesRun(tx, ids, [...one.keys()]),
    texts: await ruleTexts(tx, [...one.values()]),
    ...(beside.before && {
      before: {
        rules: await rulesBefore(tx, actor, beside.before.latest, [...one.keys()]),
        checked: beside.before.latest.length,
      },
    }),
  })
}

/** Of submissions that the reader sees alone: asked of each of their results anew, that takes longer than all the rest. */
const seeAll = (tx: Tx): Promise<void> => setScope(tx, { scope: 'all' })

/** The latest submissions in the collection before that have results, of the providers that the reader sees; undefined if there is no collection before. */
const latestBefore = async (
  tx: Tx,
  actor: UserPrincipal,
  collectionId: string,
): Promise<{ name: string; latest: LatestBefore[] } | undefined> => {
  const before = await collectionBefore(tx, collectionId)
  const seen =
    before && (await collectionOfReference(tx, before.reference, { seen: collectionsSeenBy(actor) }))
  if (!seen) return undefined
  const { providers } = await monitoredIn(tx, actor, seen.reference)
  const latest = providers.flatMap(({ provider, latest: last }) =>
    last && hasResults(statusNameOf(last.status_id))
      ? [{ submissionId: last.id, countryCode: provider.country_code }]
      : [],
  )
  return { name: seen.name, latest }
}

/**
 * Which rules fail at how many of these providers, by the results of the latest submission of each. A specialist regulator
 * gets the rules that name it, with its own figures. Counts alone, no record (decisions §12). The last work of the transaction.
 */
export const ruleOverview = async (
  tx: Tx,
  actor: UserPrincipal,
  collectionId: string,
  monitored: readonly Monitored[],
): Promise<RulesAcrossWire> => {
  const providers = withResults(monitored, await regulatorsByCode(tx))
  const before = await latestBefore(tx, actor, collectionId)
  await seeAll(tx)
  const named = onlyNaming(actor)
  const issues = isPermitted(actor, 'collections.view-issue')
    ? await ruleIssuesIn(tx, collectionId, named)
    : []
  return {
    expected: monitored.length,
    run: named === undefined ? await rulesRun(tx, [...providers.keys()]) : null,
    before: before ? { name: before.name, providers: before.latest.length } : null,
    providers: [...providers.values()],
    rules: await overviewOf(tx, actor, providers, { beside: { issues, ...(before && { before }) } }),
  }
}

/**
 * Providers whose latest results are outside the tolerance of one rule, as far as the reader sees the rule; undefined if there is none.
 * The last work of the transaction.
 */
export const providersOutside = async (
  tx: Tx,
  actor: UserPrincipal,
  monitored: readonly Monitored[],
  code: string,
): Promise<
  { name: string; at: { monitored: Monitored; result: FailedRule['rows'][number] }[] } | undefined
> => {
  const latest = new Map(
    monitored.flatMap(one =>
      one.latest && hasResults(statusNameOf(one.latest.status_id)) ? [[one.latest.id, one] as const] : [],
    ),
  )
  await seeAll(tx)
  const failed = rulesFor(actor, await failedRules(tx, [...latest.keys()], [code]))
  const at = failed.flatMap(({ submissionId, outside, rows: [result] }) => {
    const one = latest.get(submissionId)
    return outside && one && result ? [{ monitored: one, result }] : []
  })
  const [first] = failed
  const name = first && (await ruleTexts(tx, [first])).get(code)?.name
  return name === undefined ? undefined : { name, at }
}

/** The codes that may be among the first so many by their counts: those after them with an equal count too. */
const mostCounted = (counts: ReadonlyMap<string, number>, atMost: number): string[] => {
  const least = [...counts.values()].toSorted((a, b) => b - a)[atMost - 1] ?? 0
  return [...counts].filter(([, count]) => count >= least).map(([code]) => code)
}

/** A provider with how many rules are outside tolerance in its latest submission, and how many of them block submitting. */
interface WorstProvider extends ProviderWithResults {
  outside: number
  blocking: number
}

/** The first so many providers by rules outside tolerance, of those that the reader sees. */
const worstProviders = async (
  tx: Tx,
  actor: UserPrincipal,
  providers: ReadonlyMap<string, ProviderWithResults>,
  atMost: number,
): Promise<WorstProvider[]> => {
  const ids = [...providers.keys()]
  const counted =
    onlyNaming(actor) === undefined
      ? await outsideCounts(tx, ids, atMost)
      : [
          ...Map.groupBy(
            rulesFor(actor, await failedRules(tx, ids)).filter(({ outside }) => outside),
            ({ submissionId }) => submissionId,
          ),
        ].map(([submissionId, rules]) => ({
          submissionId,
          outside: rules.length,
          blocking: rules.filter(({ operational }) => operational).length,
        }))
  return counted
    .flatMap(({ submissionId, ...counts }) => {
      const provider = providers.get(submissionId)
      return provider ? [{ ...provider, ...counts }] : []
    })
    .toSorted((one, other) => other.outside - one.outside || one.name.localeCompare(other.name))
    .slice(0, atMost)
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
): Promise<{ providers: number; rules: RuleAcrossWire[]; worstProviders: WorstProvider[] }> => {
  const providers = withResults(monitored, new Map())
  await seeAll(tx)
  // What is outside is counted for all regulators: of those that name one there are few.
  const codes =
    onlyNaming(actor) === undefined
      ? mostCounted(await timesOutside(tx, [...providers.keys()]), atMost)
      : undefined
  const rules = await overviewOf(tx, actor, providers, codes ? { codes } : {})
  return {
    providers: providers.size,
    rules: rules.filter(({ outside }) => outside > 0).slice(0, atMost),
    worstProviders: await worstProviders(tx, actor, providers, atMost),
  }
}
