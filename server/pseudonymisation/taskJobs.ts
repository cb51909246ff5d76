import { sql, type Transaction } from 'kysely'
import { type PseudonymisationPlace, pseudonymisationJobPlaces } from '../../src/domain/pseudonymisation.ts'
import {
  type PseudonymisationEvent,
  pseudonymisationChart,
} from '../../src/machines/pseudonymisation-task/index.ts'
import type { Database } from '../database/schema.ts'
import { eventsOf } from '../decisions/history.ts'

/** A task as a job: what is said of it in the list of jobs. */
export interface TaskJob {
  submissionId: string
  instId: string
  provider: string
  fileName: string
  collectionId: string
  reference: string
  collectionName: string
  place: PseudonymisationPlace
  version: number
  fault: string | null
  requested: Date
  /** Empty where it was asked for before histories were kept. */
  requestedBy: string
  /** When a worker first began since it was asked for, and when it came to its end. */
  started: Date | null
  ended: Date | null
}

/** The events of a task `p`. */
const events = eventsOf(pseudonymisationChart, sql`p.submission_id`)
const [request, start]: PseudonymisationEvent['type'][] = ['REQUEST', 'START']

/** The tasks of these submissions that are jobs, in no order. The transaction's scope has to be 'all'. */
export const taskJobsOf = async (
  tx: Transaction<Database>,
  submissionIds: readonly string[],
): Promise<TaskJob[]> => {
  const { rows } = await sql<TaskJob>`
    select p.submission_id as "submissionId", p.inst_id as "instId", o.published_name as provider,
      s.file_name as "fileName", c.id as "collectionId", c.reference, c.name as "collectionName", p.place, p.version,
      p.fault, p.requested_utc as requested, coalesce(asked.actor ->> 'name', '') as "requestedBy", since.started, since.ended
    from pseudonymisation p join submission s on s.id = p.submission_id
    join collection c on c.id = s.collection_id join organisation o on o.id = p.inst_id
    left join lateral (select e.sequence, e.actor from ${events} e
      where e.event = ${request} order by e.sequence desc limit 1) asked on true
    cross join lateral (
      select min(e.occurred_utc) filter (where e.event = ${start}) as started,
        max(e.occurred_utc) filter (where e.to_place = any(${pseudonymisationJobPlaces().over}::text[])) as ended
      from ${events} e
      where e.sequence > coalesce(asked.sequence, 0)
    ) since
    where p.submission_id = any(${submissionIds}::uuid[])
      and p.place = any(${pseudonymisationJobPlaces().asked}::text[])`.execute(tx)
  return rows
}
