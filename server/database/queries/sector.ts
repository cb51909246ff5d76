import { sql, type Transaction } from 'kysely'
import type { Measured } from '../../../src/domain/rounding.ts'
import type { Database } from '../schema.ts'
import { isListed } from './collections.ts'
import { groupsCode } from './results.ts'

type Tx = Transaction<Database>

/** A provider of the sector, with the submission that speaks for it. */
export interface SectorProvider {
  instId: string
  name: string
  country: string
  region: string
  /** Null where it has none that is far enough. */
  submissionId: string | null
  students: number | null
}

/**
 * The providers that the scope sees and that Monitoring lists, by name: each with its latest live submission of the collection if
 * that is of these statuses.
 */
export const sectorProviders = async (
  tx: Tx,
  collectionId: string,
  statusIds: readonly number[],
): Promise<SectorProvider[]> => {
  const { rows } = await sql<SectorProvider>`
    select p.inst_id as "instId", o.published_name as name, p.country_code as country, coalesce(p.region, '') as region,
      case when g.has then s.id end as "submissionId", case when g.has then s.student_count end as students
    from provider p join organisation o on o.id = p.inst_id
    left join submission s on s.inst_id = p.inst_id and s.collection_id = ${collectionId} and s.mode = 'live' and s.is_latest
      and s.status_id = any(${[...statusIds]}::int[])
    cross join lateral (select exists (select 1 from report r
      where r.submission_id = s.id and r.kind = 'history' and r.code = ${groupsCode}) as has) g
    where may_see(p.inst_id) and ${isListed(collectionId, 'live')}
    order by o.published_name, p.inst_id`.execute(tx)
  return rows
}

/** The cells of a report summed over submissions, by cell id. */
export const summedGroups = async (
  tx: Tx,
  submissionIds: readonly string[],
  reportCode: string,
): Promise<Record<string, Measured>> => {
  const { rows } = await sql<{ id: string } & Measured>`
    select g.key as id, sum((g.value ->> 0)::float8) as records, sum((g.value ->> 1)::float8) as total
    from report r cross join lateral jsonb_each(r.content -> ${reportCode}::text) g
    where r.submission_id = any(${[...submissionIds]}::uuid[]) and r.kind = 'history' and r.code = ${groupsCode}
    group by 1`.execute(tx)
  return Object.fromEntries(rows.map(({ id, records, total }) => [id, { records, total }]))
}

/** The schema and ruleset of a collection; undefined before it has any. */
export const versionsOf = async (
  tx: Tx,
  collectionId: string,
): Promise<{ schemaVersion: string; rulesetVersion: string } | undefined> => {
  const { rows } = await sql<{ schemaVersion: string; rulesetVersion: string }>`
    select p.schema_version as "schemaVersion", p.ruleset_version as "rulesetVersion"
    from collection c join specification p on p.id = c.specification_id where c.id = ${collectionId}`.execute(
    tx,
  )
  return rows[0]
}
