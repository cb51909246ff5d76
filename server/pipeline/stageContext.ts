import { sql, type Transaction } from 'kysely'
import { type CollectionStateName, collectionStateById } from '../../src/domain/collection.ts'
import type { RecordHeader } from '../../src/domain/recordHeader.ts'
import { ruleMatcher } from '../../src/domain/sameRule.ts'
import { statusOf } from '../../src/domain/status.ts'
import type { Tolerance } from '../../src/domain/tolerance.ts'
import { message } from '../../src/messages/message.ts'
import type {
  PartnerReturn,
  RegisteredProvider,
  Ruleset,
  SubmissionFacts,
  ToleranceSetting,
  ToleranceSettings,
} from '../analysis/index.ts'
import { artefactsOf, type StoredParts } from '../database/queries/artefacts.ts'
import { cellsCode, rulesBeside } from '../database/queries/results.ts'
import { idOfLastYear } from '../database/queries/uploads.ts'
import type { Database } from '../database/schema.ts'
import { StageFault } from '../jobs/index.ts'
import { configurationOf } from '../specifications/index.ts'
import type { SpecificationVersions } from './specificationStore.ts'

/** A tolerance that was granted, with the codes of the rules that its rule was run with then. */
export interface GrantedTolerance extends ToleranceSetting {
  beside: readonly string[]
}

/**
 * Tolerances that were granted, under the codes that a ruleset has for their rules: what was granted stays granted when the
 * rule gets another version (decisions §11).
 */
export const overridesUnder = (
  { rules }: Pick<Ruleset, 'rules'>,
  granted: readonly GrantedTolerance[],
): ToleranceSetting[] => {
  const codes = rules.map(({ code }) => code)
  return granted.map(({ beside, ruleCode, ...setting }) => ({
    ...setting,
    ruleCode: ruleMatcher(beside, codes)(ruleCode) ?? ruleCode,
  }))
}

/** What the stages know of a submission besides its file. */
export interface StageContext {
  facts: Omit<SubmissionFacts, 'previousHistoryFile'>
  versions: SpecificationVersions
  tolerances: Omit<ToleranceSettings, 'overrides'> & { overrides: readonly GrantedTolerance[] }
  collectionState: CollectionStateName | undefined
  isOnboarded: boolean
  /** Whether the provider has a nil return in the collection. */
  hasNilReturn: boolean
  /** The provider's submission of last year, when its history is kept. */
  previous: { submissionId: string; cells: unknown; historyKey: string } | undefined
  /** The parts of the analysis that are stored. */
  parts: StoredParts
  /** The header that the schema check has read; undefined before it has passed. */
  header: RecordHeader | undefined
}

interface ContextRow {
  reference: string
  period_start: string
  period_end: string
  state_id: number
  schema_version: string | null
  ruleset_version: string | null
  onboarded: boolean
  has_nil_return: boolean
  collection_id: string
  specification_id: number | null
  header: RecordHeader | null
}

interface ProviderRow {
  inst_id: string
  ukprn: string
  name: string
  country_code: RegisteredProvider['countryCode']
  region: string | null
}

const registered = (row: ProviderRow): RegisteredProvider => ({
  instId: row.inst_id,
  ukprn: row.ukprn,
  name: row.name,
  countryCode: row.country_code,
  ...(row.region === null ? {} : { region: row.region }),
})

/** Of a collection `c`, its specification `p` and the provider's organisation `o`. */
const collectionColumns = sql`c.reference, c.reference_period_start::text as period_start,
  c.reference_period_end::text as period_end, c.state_id, p.id as specification_id, p.schema_version,
  p.ruleset_version, o.onboarded`

const findRow = async (tx: Transaction<Database>, submissionId: string): Promise<ContextRow> => {
  const { rows } = await sql<ContextRow>`
    select ${collectionColumns}, s.collection_id,
      exists (select 1 from submission n where n.collection_id = s.collection_id and n.inst_id = s.inst_id
        and n.status_id = ${statusOf('NIL_RETURN').id} and n.is_latest and n.id <> s.id) as has_nil_return,
      (select r.detail -> 'header' from stage_result r
        where r.submission_id = s.id and r.stage = 'SCHEMA_CHECK') as header
    from submission s join collection c on c.id = s.collection_id
    join organisation o on o.id = s.inst_id
    left join specification p on p.id = coalesce(s.specification_id, c.specification_id)
    where s.id = ${submissionId}::uuid`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error(`There is no submission ${submissionId}.`)
  return row
}

/** What stands in place of the ruleset's: the specification's tolerances and words for all, and the tolerances granted to the provider. */
const findTolerances = async (
  tx: Transaction<Database>,
  instId: string,
  row: ContextRow,
): Promise<StageContext['tolerances']> => {
  const { tolerances, words } = await configurationOf(tx, row.specification_id)
  const { rows: overrides } = await sql<{
    ruleCode: string
    regulatorCode: string
    tolerance: Tolerance
  }>`select rule_code as "ruleCode", regulator_code as "regulatorCode", tolerance from tolerance_override
    where collection_id = ${row.collection_id} and inst_id = ${instId}`.execute(tx)
  const granted: GrantedTolerance[] = []
  for (const override of overrides) {
    const of = { collectionId: row.collection_id, instId, code: override.ruleCode }
    granted.push({ ...override, beside: await rulesBeside(tx, of) })
  }
  return { specification: tolerances, words, overrides: granted }
}

/** Other providers whose latest file of the collection has been enriched, with the students that it sends to this one. */
const findPartners = async (
  tx: Transaction<Database>,
  { instId, ukprn }: RegisteredProvider,
  row: ContextRow,
): Promise<PartnerReturn[]> => {
  const { rows } = await sql<{ ukprn: string; sid: string | null; numhus: string | null }>`
    select p.ukprn, t.sid, t.numhus
    from submission s join provider p on p.inst_id = s.inst_id
    join stage_result r on r.submission_id = s.id and r.stage = 'ENRICHMENT' and r.outcome = 'PASSED'
    left join transfer_out t on t.submission_id = s.id and t.destination_ukprn = ${ukprn}
    where s.collection_id = ${row.collection_id} and s.mode = 'live' and s.is_latest and s.inst_id <> ${instId}
    order by p.ukprn, t.sid, t.numhus`.execute(tx)
  return [...Map.groupBy(rows, found => found.ukprn)].map(([partner, found]) => ({
    ukprn: partner,
    transfers: found.flatMap(({ sid, numhus }) => (sid === null || numhus === null ? [] : [{ sid, numhus }])),
  }))
}

const findPrevious = async (
  tx: Transaction<Database>,
  instId: string,
  { collection_id: collectionId }: ContextRow,
): Promise<StageContext['previous']> => {
  const { rows } = await sql<{ id: string; cells: unknown; history_key: string }>`
    select history.submission_id as id, cells.content as cells, history.content ->> 'key' as history_key
    from report history join report cells on cells.submission_id = history.submission_id
      and cells.kind = 'history' and cells.code = ${cellsCode}
    where history.submission_id = ${idOfLastYear({ collectionId, instId })}
      and history.kind = 'history' and history.code = 'HISTORY'`.execute(tx)
  const found = rows[0]
  return found && { submissionId: found.id, cells: found.cells, historyKey: found.history_key }
}

/** Gathers what the stages need, with the scope 'all'. Throws when the collection has no specification. */
export const stageContextOf = async (
  tx: Transaction<Database>,
  submission: { id: string; instId: string },
): Promise<StageContext> => {
  const row = await findRow(tx, submission.id)
  return {
    ...(await contextOfRow(tx, submission, row)),
    parts: await artefactsOf(tx, submission.id),
    header: row.header ?? undefined,
  }
}

/** What is known of a file before there is a submission of it: for a check that makes none. */
export type CheckContext = Omit<StageContext, 'parts' | 'header'>

const noSubmission = '00000000-0000-0000-0000-000000000000'

/**
 * Gathers what a check of a provider's file for a collection needs, with the scope 'all'; undefined where there is no such
 * collection, or it has no specification.
 */
export const checkContextOf = async (
  tx: Transaction<Database>,
  { reference, instId }: { reference: string; instId: string },
): Promise<CheckContext | undefined> => {
  const { rows } = await sql<ContextRow>`
    select ${collectionColumns}, c.id as collection_id,
      exists (select 1 from submission n where n.collection_id = c.id and n.inst_id = o.id
        and n.status_id = ${statusOf('NIL_RETURN').id} and n.is_latest) as has_nil_return, null as header
    from collection c join organisation o on o.id = ${instId}
    left join specification p on p.id = c.specification_id
    where c.reference = ${reference}`.execute(tx)
  const [row] = rows
  return row?.schema_version ? contextOfRow(tx, { id: noSubmission, instId }, row) : undefined
}

const contextOfRow = async (
  tx: Transaction<Database>,
  submission: { id: string; instId: string },
  row: ContextRow,
): Promise<CheckContext> => {
  if (row.schema_version === null || row.ruleset_version === null)
    throw new StageFault(message('server', 'fault.noSpecification', { reference: row.reference }))
  const { rows } = await sql<ProviderRow>`
    select p.inst_id, p.ukprn, o.name, p.country_code, p.region
    from provider p join organisation o on o.id = p.inst_id order by p.inst_id`.execute(tx)
  const register = rows.map(registered)
  const provider = register.find(entry => entry.instId === submission.instId)
  if (!provider) throw new Error(`There is no provider ${submission.instId}.`)
  return {
    facts: {
      submissionId: submission.id,
      collectionReference: row.reference,
      referencePeriodStart: row.period_start,
      referencePeriodEnd: row.period_end,
      provider,
      register,
      partners: await findPartners(tx, provider, row),
    },
    versions: { schemaVersion: row.schema_version, rulesetVersion: row.ruleset_version },
    tolerances: await findTolerances(tx, submission.instId, row),
    collectionState: collectionStateById(row.state_id)?.name,
    isOnboarded: row.onboarded,
    hasNilReturn: row.has_nil_return,
    previous: await findPrevious(tx, submission.instId, row),
  }
}
