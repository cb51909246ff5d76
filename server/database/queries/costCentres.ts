import { sql, type Transaction } from 'kysely'
import type { CostCentre } from '../../../src/domain/costCentres.ts'
import type { Database } from '../schema.ts'
import { idOfCollectionBefore } from './collections.ts'

type Tx = Transaction<Database>

const columns = sql`f.inst_id as "instId", f.cost_centre as "costCentre", f.staff_fte::float8 as "staffFte",
  f.expenditure::float8 as expenditure`

/** Figures of a provider's cost centres in the year of a collection, and in the year before. */
export const costCentresOf = async (
  tx: Tx,
  of: { collectionId: string; instId: string },
): Promise<{ current: CostCentre[]; before: CostCentre[] }> => {
  const { rows } = await sql<CostCentre & { isCurrent: boolean }>`
    with years as (
      select own.id, true as is_current from collection own where own.id = ${of.collectionId}
      union all
      select ${idOfCollectionBefore(of.collectionId)}, false
    )
    select ${columns}, y.is_current as "isCurrent"
    from years y join cost_centre f on f.collection_id = y.id
    where f.inst_id = ${of.instId} order by f.cost_centre`.execute(tx)
  const inYear = (isCurrent: boolean): CostCentre[] =>
    rows.filter(row => row.isCurrent === isCurrent).map(({ isCurrent: _, ...row }) => row)
  return { current: inYear(true), before: inYear(false) }
}

/** The reference file of a collection, by provider and cost centre. With the scope 'all', here and below. */
export const costCentreFile = async (tx: Tx, collectionId: string): Promise<CostCentre[]> => {
  const { rows } = await sql<CostCentre>`select ${columns} from cost_centre f
    where f.collection_id = ${collectionId} order by f.inst_id, f.cost_centre`.execute(tx)
  return rows
}

/** How large the reference file of a collection is, and who sent it; undefined where there is none. */
export const costCentreSummary = async (
  tx: Tx,
  collectionId: string,
): Promise<{ costCentres: number; providers: number; sent: Date; sentBy: string } | undefined> => {
  const { rows } = await sql<{ costCentres: number; providers: number; sent: Date; sentBy: string }>`
    select count(c.cost_centre)::int as "costCentres", count(distinct c.inst_id)::int as providers,
      f.sent_utc as sent, f.sent_by as "sentBy"
    from cost_centre_file f left join cost_centre c on c.collection_id = f.collection_id
    where f.collection_id = ${collectionId} group by f.collection_id`.execute(tx)
  return rows[0]
}

/** The first of these institutions that is no provider, by its place in the list; undefined where all are. */
export const unknownProvider = async (
  tx: Tx,
  instIds: readonly string[],
): Promise<{ at: number; instId: string } | undefined> => {
  const { rows } = await sql<{ at: number; instId: string }>`
    select (w.at - 1)::int as at, w.id as "instId"
    from unnest(${[...instIds]}::text[]) with ordinality as w (id, at)
    where not exists (select 1 from provider p where p.inst_id = w.id) order by w.at limit 1`.execute(tx)
  return rows[0]
}

/** Puts a reference file in the place of the one that is there. */
export const replaceCostCentres = async (
  tx: Tx,
  collectionId: string,
  rows: readonly CostCentre[],
  sent: { by: string; at: Date },
): Promise<void> => {
  // Two files at once would insert the same rows: the second one waits, and counts.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cost-centres/${collectionId}`}, 0))`.execute(tx)
  await sql`delete from cost_centre_file where collection_id = ${collectionId}`.execute(tx)
  await sql`insert into cost_centre_file (collection_id, sent_utc, sent_by)
    values (${collectionId}, ${sent.at}, ${sent.by})`.execute(tx)
  await sql`insert into cost_centre (collection_id, inst_id, cost_centre, staff_fte, expenditure)
    select ${collectionId}, r."instId", r."costCentre", r."staffFte", r.expenditure
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r ("instId" text, "costCentre" text, "staffFte" numeric, expenditure numeric)`.execute(tx)
}
