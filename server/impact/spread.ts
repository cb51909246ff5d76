import { type Kysely, sql, type Transaction } from 'kysely'
import { ruleMatcher } from '../../src/domain/sameRule.ts'
import type { Tolerance } from '../../src/domain/tolerance.ts'
import type { RuleSpreadWire } from '../../src/domain/wire/impact.ts'
import { isCountedAlike, type RuleResult, type Ruleset } from '../analysis/index.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import type { SpecificationStore } from '../pipeline/index.ts'
import { configurationOf, configuredRules } from '../specifications/index.ts'

type Tx = Transaction<Database>
type Rule = Ruleset['rules'][number]

interface Versions {
  schemaVersion: string
  rulesetVersion: string
}

interface CollectionFound extends Versions {
  id: string
  reference: string
  name: string
  specificationId: number | null
}

/** The collection that is asked for; else the one of this reference if it has results, else the last one that has. */
const collectionWithResults = async (
  tx: Tx,
  of: { requestedReference: string | undefined; own: string },
): Promise<CollectionFound | undefined> => {
  const { rows } = await sql<CollectionFound>`
    select c.id, c.reference, c.name, p.id as "specificationId", p.schema_version as "schemaVersion",
      p.ruleset_version as "rulesetVersion"
    from collection c join specification p on p.id = c.specification_id
    where (${of.requestedReference ?? null}::text is null or c.reference = ${of.requestedReference ?? null})
      and exists (select 1 from submission s where s.collection_id = c.id and s.mode = 'live' and s.is_latest
        and exists (select 1 from quality_rule_result r where r.submission_id = s.id))
    order by c.reference = ${of.own} desc, c.reference_period_end desc limit 1`.execute(tx)
  return rows[0]
}

interface Latest extends Versions {
  id: string
  instId: string
  provider: string
}

/** The latest submissions of a collection that have results, with what these were made by. */
const latestResults = async (tx: Tx, collectionId: string): Promise<Latest[]> => {
  const { rows } = await sql<Latest>`
    select s.id, s.inst_id as "instId", o.published_name as provider, p.schema_version as "schemaVersion", p.ruleset_version as "rulesetVersion"
    from submission s join collection c on c.id = s.collection_id join organisation o on o.id = s.inst_id
    join specification p on p.id = coalesce(s.specification_id, c.specification_id)
    where s.collection_id = ${collectionId} and s.mode = 'live' and s.is_latest
      and exists (select 1 from quality_rule_result r where r.submission_id = s.id)
    order by s.inst_id`.execute(tx)
  return rows
}

/** The rule of a former ruleset that a rule of this one is there. */
const formerRule = ({ code }: Rule, ruleset: Ruleset, former: Ruleset): Rule | undefined => {
  const codesOf = ({ rules }: Ruleset) => rules.map(rule => rule.code)
  const formerCode = ruleMatcher(codesOf(ruleset), codesOf(former))(code)
  return former.rules.find(rule => rule.code === formerCode)
}

const toleranceWire = ({ conjunction, parts }: Tolerance) => ({
  conjunction,
  parts: parts.map(({ type, from, to }) => ({ type, from, to })),
})

const nameOf = ({ schemaVersion, rulesetVersion }: Versions): string => `${schemaVersion}/${rulesetVersion}`

/** What the results of the submissions have of each of these codes, by submission and code. */
const rowsOf = async (
  tx: Tx,
  submissionIds: readonly string[],
  codes: Iterable<string>,
): Promise<Map<string, RuleResult[]>> => {
  const { rows } = await sql<{ id: string; code: string; rows: RuleResult[] }>`
    select submission_id as id, code, result -> 'rows' as rows from quality_rule_result
    where submission_id = any(${submissionIds}::uuid[]) and code = any(${[...new Set(codes)]}::text[])`.execute(
    tx,
  )
  return new Map(rows.map(row => [`${row.id}/${row.code}`, row.rows]))
}

/**
 * What a rule counts in the latest results of a collection's providers, of those alone that were counted as this
 * ruleset's rule counts. Call it outside of a transaction: it loads the specifications of the results.
 */
export const ruleSpread = async (
  db: Kysely<Database>,
  specifications: Pick<SpecificationStore, 'load'>,
  {
    rule,
    ruleset,
    own,
    requestedReference,
  }: { rule: Rule; ruleset: Ruleset; own: string; requestedReference: string | undefined },
): Promise<RuleSpreadWire> => {
  const inAll = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => withScope(db, { scope: 'all' }, work)
  const seen = await inAll(async tx => {
    const collection = await collectionWithResults(tx, { requestedReference, own })
    return collection && { collection, latest: await latestResults(tx, collection.id) }
  })
  if (!seen) return { collection: null, today: [], results: [], overridden: 0, unknown: 0 }
  const { collection, latest } = seen
  const kinds = new Map(
    latest.map(({ schemaVersion, rulesetVersion }) => {
      const versions = { schemaVersion, rulesetVersion }
      return [nameOf(versions), versions]
    }),
  )
  /** Codes under which versions of the rule that count the same have their results. */
  const codes = new Map<string, string>()
  for (const [name, versions] of kinds) {
    const { ruleset: former } = await specifications.load(versions)
    const known = formerRule(rule, ruleset, former)
    if (known && isCountedAlike(rule, ruleset, known, former)) codes.set(name, known.code)
  }
  const { ruleset: current } = await specifications.load(collection)
  const { found, settings } = await inAll(async tx => ({
    found: await rowsOf(
      tx,
      latest.map(({ id }) => id),
      codes.values(),
    ),
    settings: await configurationOf(tx, collection.specificationId),
  }))
  const providerResults = latest.map(one => ({
    instId: one.instId,
    provider: one.provider,
    rows: found.get(`${one.id}/${codes.get(nameOf(one)) ?? ''}`) ?? [],
  }))
  const ruleToday = formerRule(rule, ruleset, current)
  const today = configuredRules(current, settings).find(one => one.rule.code === ruleToday?.code)
  return {
    collection: { reference: collection.reference, name: collection.name },
    today:
      today?.regulators.map(({ regulatorCode, tolerance }) => ({
        regulatorCode,
        tolerance: toleranceWire(tolerance),
      })) ?? [],
    results: providerResults.flatMap(({ instId, provider, rows: [first, ...others] }) =>
      first
        ? {
            instId,
            provider,
            regulatorCodes: [first, ...others]
              .filter(row => !row.isProviderToleranceOverride)
              .map(({ regulatorCode }) => regulatorCode),
            failureCount: first.failureCount,
            populationCount: first.populationCount,
            measuredPercent: first.measuredPercent,
          }
        : [],
    ),
    overridden: providerResults.filter(one => one.rows.some(row => row.isProviderToleranceOverride)).length,
    unknown: providerResults.filter(one => one.rows.length === 0).length,
  }
}
