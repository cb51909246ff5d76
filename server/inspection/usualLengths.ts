import { sql, type Transaction } from 'kysely'
import { isApproved, isAwaitingApproval, statusIdsWhere, statusNameOf } from '../../src/domain/status.ts'
import { type DoneStay, stepsOfStay, type UsualLength, usualLengths } from '../../src/domain/tracking.ts'
import type { Database } from '../database/schema.ts'

type Tx = Transaction<Database>

/** Older decisions say little about how long the next one takes. */
const mostStays = 2000

/** Events by which somebody ends a stay; a new upload or a re-processing says nothing about how long a decision takes. */
const decisions = ['APPROVE', 'DECLINE', 'REQUEST_SIGN_OFF', 'SIGN_OFF']

/**
 * How long the steps from approval to sign-off usually take, by the last decisions about live submissions of all collections. With the
 * scope 'all': only counts and days leave this function.
 */
export const usualLengthsOf = async (tx: Tx): Promise<UsualLength[]> => {
  const statusIds = statusIdsWhere(({ name }) => isAwaitingApproval(name) || isApproved(name))
  const { rows } = await sql<Omit<DoneStay, 'status'> & { statusId: number }>`
    select e.to_status_id as "statusId", e.occurred_utc as began, d.occurred_utc as ended,
      f.first as "firstForm", f.last as "lastForm"
    from submission s
    join submission_event e on e.submission_id = s.id and e.to_status_id = any(${statusIds}::int[])
      and e.from_status_id <> e.to_status_id
    join lateral (select n.event, n.occurred_utc from submission_event n
      where n.submission_id = s.id and n.sequence > e.sequence and n.from_status_id <> n.to_status_id
      order by n.sequence limit 1) d on d.event = any(${decisions}::text[])
    left join lateral (select min(g.returned_utc) as first, max(g.returned_utc) as last from signed_form g
      where g.submission_id = s.id and g.returned_utc between e.occurred_utc and d.occurred_utc) f on true
    where s.mode = 'live'
    order by d.occurred_utc desc limit ${sql.lit(mostStays)}`.execute(tx)
  return usualLengths(
    rows.flatMap(({ statusId, ...stay }) => stepsOfStay({ ...stay, status: statusNameOf(statusId) })),
  )
}
