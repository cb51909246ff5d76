import { sql, type Transaction } from 'kysely'
import { contentStateOf } from '../../src/domain/content.ts'
import { deletedBy, type Problem } from '../../src/domain/problem.ts'
import { specificationStateById } from '../../src/domain/specification.ts'
import type { SpecificationFacts, SpecificationPlace } from '../../src/machines/specification-state/index.ts'
import type { Database } from '../database/schema.ts'

type Tx = Transaction<Database>

/** What a decision needs of a specification's row. */
export interface SpecificationRecord {
  id: number
  version: string
  place: SpecificationPlace
  schemaVersion: string
  rulesetVersion: string
  /** Number of its last event. */
  eventNumber: number
  facts: SpecificationFacts
}

/** What the guards read of a specification, as columns. */
interface FactsRow {
  collections: number
  submissions: number
  is_content_available: boolean
}

interface Row extends FactsRow {
  id: number
  version: string
  state_id: number
  schema_version: string
  ruleset_version: string
  event_number: number
}

/** What the guards read of the specification `s`, as columns of a query. */
const specificationFactsSql = sql`
  (select count(*)::int from collection c where c.specification_id = s.id) as collections,
  (select count(*)::int from submission l where l.specification_id = s.id) as submissions,
  exists (select 1 from schema_version v join ruleset_version r on r.schema_version = v.version
    where v.version = s.schema_version and r.version = s.ruleset_version
      and v.state_id = ${contentStateOf('AVAILABLE').id} and r.state_id = ${contentStateOf('AVAILABLE').id})
    as is_content_available`

/** The facts that the chart of specifications decides by, of columns that a query has counted. */
export const factsOf = (row: FactsRow): SpecificationFacts => ({
  collections: row.collections,
  submissions: row.submissions,
  isContentAvailable: row.is_content_available,
})

/** A specification as it is listed. */
export interface SpecificationRow extends FactsRow {
  id: number
  version: string
  state_id: number
  schema_id: number
  schema_version: string
  ruleset_id: number
  ruleset_version: string
  record_id: string | null
  created_utc: Date
  created_by: string
  updated_utc: Date
  updated_by: string
  /** Number of its last event. */
  event_number: number
}

/** Specifications that are there, newest first, of one id or of some states. */
export const specificationRows = async (
  tx: Tx,
  { id = null, stateIds = null }: { id?: number | null; stateIds?: readonly number[] | null },
): Promise<SpecificationRow[]> => {
  const states = stateIds && [...stateIds]
  const { rows } = await sql<SpecificationRow>`
    select s.id, s.version, s.state_id, coalesce(v.id, 0) as schema_id, s.schema_version, coalesce(r.id, 0) as ruleset_id,
      s.ruleset_version, r.record ->> 'id' as record_id, s.created_utc, s.created_by, s.updated_utc, s.updated_by, s.event_number, ${specificationFactsSql}
    from specification s
    left join schema_version v on v.version = s.schema_version
    left join ruleset_version r on r.version = s.ruleset_version
    where s.deleted_utc is null and (${id}::int is null or s.id = ${id}::int)
      and (${states}::int[] is null or s.state_id = any(${states}::int[]))
    order by s.id desc`.execute(tx)
  return rows
}

/** Who deleted a specification, as a problem; undefined for one that is there, or never was. */
export const deletionOfSpecification = async (tx: Tx, id: number): Promise<Problem | undefined> => {
  const { rows } = await sql<{ version: string; deleted: Date | null; updated_by: string }>`
    select version, deleted_utc as deleted, updated_by from specification where id = ${id}`.execute(tx)
  const [row] = rows
  return row?.deleted ? deletedBy(row.version, row.updated_by, row.deleted) : undefined
}

/** The specification of an id with its facts, locked until the transaction ends. The scope has to be 'all'. */
export const lockSpecification = async (tx: Tx, id: number): Promise<SpecificationRecord | undefined> => {
  // What the guards read is counted once the lock is there.
  const locked =
    await sql`select id from specification where id = ${id} and deleted_utc is null for no key update`.execute(
      tx,
    )
  if (locked.rows.length === 0) return undefined
  const { rows } = await sql<Row>`
    select s.id, s.version, s.state_id, s.schema_version, s.ruleset_version, s.event_number, ${specificationFactsSql}
    from specification s where s.id = ${id}`.execute(tx)
  const [row] = rows
  const state = row && specificationStateById(row.state_id)
  return row && state
    ? {
        id: row.id,
        version: row.version,
        place: state.name,
        schemaVersion: row.schema_version,
        rulesetVersion: row.ruleset_version,
        eventNumber: row.event_number,
        facts: factsOf(row),
      }
    : undefined
}
