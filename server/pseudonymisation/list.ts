import { type RawBuilder, sql, type Transaction } from 'kysely'
import {
  type PseudonymisationPlace,
  pseudonymisationTags,
  readyStatusIds,
} from '../../src/domain/pseudonymisation.ts'
import { pseudonymisationChart } from '../../src/machines/pseudonymisation-task/index.ts'
import { pageOf } from '../database/queries/page.ts'
import { anywhere } from '../database/queries/pattern.ts'
import type { Database } from '../database/schema.ts'
import { eventsOf } from '../decisions/history.ts'

/** A live submission that can be pseudonymised, with its task. */
export interface ListedSubmission {
  uuid: string
  fileName: string
  collectionReference: string
  uploaded: string
  isLatest: boolean
  place: PseudonymisationPlace
  version: number
  size: number | null
  fault: string | null
  /** Who has cancelled it, and when, in ISO form; null where it does not stand so. */
  cancelledBy: string | null
  cancelledUtc: string | null
}

export interface ListedProvider {
  instId: string
  provider: string
  submissions: ListedSubmission[]
}

/** Where the task of a submission stands that has no row. */
const unasked: PseudonymisationPlace = 'NONE'

/** An instant as the wire has it. */
const isoOf = (instant: RawBuilder<unknown>) =>
  sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * Providers that have such submissions, by name, each with all of them, newest first; a page of them and how many there are.
 * The search finds providers by name, number or UKPRN, and submissions by file or collection.
 */
export const listReadySubmissions = async (
  tx: Transaction<Database>,
  { search, ...page }: { search: string; limit: number; offset: number },
): Promise<{ providers: ListedProvider[]; total: number }> => {
  const { rows, total } = await pageOf<ListedProvider>(
    tx,
    {
      first: sql`with ready as (
      select s.id, s.inst_id, s.file_name, s.uploaded_utc, s.is_latest, c.reference, o.published_name, p.ukprn
      from submission s
      join collection c on c.id = s.collection_id
      join organisation o on o.id = s.inst_id
      join provider p on p.inst_id = s.inst_id
      where s.mode = 'live' and s.has_stored_file and s.status_id = any(${readyStatusIds()}::int[])
    ), found as (
      select * from ready
      where concat_ws(' ', inst_id, published_name, ukprn, file_name, reference) ilike ${anywhere(search)}
    ), listed as (
    select f.inst_id as "instId", f.published_name as provider,
      jsonb_agg(jsonb_build_object('uuid', f.id, 'fileName', f.file_name, 'collectionReference', f.reference,
        'uploaded', ${isoOf(sql`f.uploaded_utc`)}, 'isLatest', f.is_latest,
        'place', coalesce(t.place, ${unasked}), 'version', coalesce(t.version, 0), 'size', t.size, 'fault', t.fault,
        'cancelledBy', c.actor ->> 'name', 'cancelledUtc', ${isoOf(sql`c.occurred_utc`)})
        order by f.uploaded_utc desc, f.id) as submissions
    from found f left join pseudonymisation t on t.submission_id = f.id
    left join lateral (select e.actor, e.occurred_utc
      from ${eventsOf(pseudonymisationChart, sql`t.submission_id`)} e
      where t.place = any(${pseudonymisationTags.placesWith('cancelled')}::text[])
      order by e.sequence desc limit 1) c on true
    group by f.inst_id, f.published_name)`,
      columns: sql`listed.*`,
      from: sql`from listed`,
      order: sql`provider, "instId"`,
    },
    page,
  )
  return { providers: rows, total }
}

/** The task of a submission; undefined where nobody has asked. */
export const findTask = async (
  tx: Transaction<Database>,
  submissionId: string,
): Promise<{ place: PseudonymisationPlace; outputKey: string | null } | undefined> => {
  const { rows } = await sql<{ place: PseudonymisationPlace; outputKey: string | null }>`
    select place, object_key as "outputKey" from pseudonymisation where submission_id = ${submissionId}::uuid`.execute(
    tx,
  )
  return rows[0]
}
