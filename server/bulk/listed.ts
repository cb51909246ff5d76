import { sql, type Transaction } from 'kysely'
import type { JobKind } from '../../src/domain/jobPlace.ts'
import { agencyOrganisationId } from '../../src/domain/organisation.ts'
import { pseudonymisationJobPlaces } from '../../src/domain/pseudonymisation.ts'
import { pageOf } from '../database/queries/page.ts'
import type { Database } from '../database/schema.ts'

type Tx = Transaction<Database>

/** A job of any kind: what else it is, its own room reads. */
export interface ListedJob {
  id: string
  kind: JobKind
  /** Whose it is: who asked for it, or to whom it delivers. */
  partyId: string
}

const [delivery, pseudonymisation]: JobKind[] = ['DELIVERY', 'PSEUDONYMISATION']

/**
 * Jobs of every kind (decisions §10): those that are done row after row, deliveries by their own ids, and pseudonymisations by the
 * ids of their submissions, which have one each.
 */
const everyJob = sql`(
    select id, kind, actor ->> 'organisationId' as "partyId", collection_id, specification_id, created_utc from job
    union all
    select id, ${delivery}, customer_id, collection_id, null, requested_utc from delivery
    union all
    select p.submission_id, ${pseudonymisation}, ${agencyOrganisationId}, s.collection_id, null, p.requested_utc
    from pseudonymisation p join submission s on s.id = p.submission_id
    where p.place = any(${pseudonymisationJobPlaces().asked}::text[])) j`

/** Which jobs are listed. */
export interface JobFilter {
  kinds: readonly JobKind[]
  /** Undefined: of everybody. */
  partyId?: string | undefined
  reference?: string | undefined
  specificationId?: number
  limit: number
  offset: number
}

/** A page of jobs, newest first, with how many there are. The transaction's scope has to be 'all', here and below. */
export const listJobs = async (tx: Tx, of: JobFilter): Promise<{ jobs: ListedJob[]; total: number }> => {
  const from = sql`from ${everyJob} join collection c on c.id = j.collection_id
    where j.kind = any(${of.kinds}::text[])
      and (${of.reference ?? null}::text is null or c.reference = ${of.reference ?? null})
      and (${of.partyId ?? null}::text is null or j."partyId" = ${of.partyId ?? null})
      and (${of.specificationId ?? null}::int is null or j.specification_id = ${of.specificationId ?? null}::int)`
  const list = { columns: sql`j.id, j.kind, j."partyId"`, from, order: sql`j.created_utc desc, j.id` }
  const { rows, total } = await pageOf<ListedJob>(tx, list, of)
  return { jobs: rows, total }
}

/** The job of an id, of whichever kind; undefined where there is none. */
export const findListedJob = async (tx: Tx, id: string): Promise<ListedJob | undefined> => {
  const { rows } = await sql<ListedJob>`select j.id, j.kind, j."partyId" from ${everyJob}
    where j.id = ${id}::uuid`.execute(tx)
  return rows[0]
}
