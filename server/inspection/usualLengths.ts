import { sql, type Transaction } from 'kysely'
import { isApproved, isAwaitingApproval, statusIdsWhere, statusNameOf } from '../../src/domain/status.ts'
import { type DoneStay, stepsOfStay, type UsualLength, usualLengths } from '../../src/domain/tracking.ts'
import { literals } from '../database/queries/literals.ts'
import type { Database } from '../database/schema.ts'

type Tx = Transaction<Database>

/** Older decisions say little about how long the next one takes. */
const mostStays = 2000

/** Events by which a step is done; a request to resubmit says nothing about how long one takes. */
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
    from (select submission_id, sequence, occurred_utc from submission_event
      where event in (${literals(decisions)}) and from_status_id <> to_status_id
      order by occurred_utc desc limit ${sql.lit(mostStays)}) d
    join submission s on s.id = d.submission_id and s.mode = 'live'
    join lateral (select b.to_status_id, b.occurred_utc from submission_event b
      where b.submission_id = d.submission_id and b.sequence < d.sequence and b.from_status_id <> b.to_status_id
      order by b.sequence desc limit 1) e on e.to_status_id = any(${statusIds}::int[])
    left join lateral (select min(g.returned_utc) as first, max(g.returned_utc) as last from signed_form g
      where g.submission_id = s.id and g.returned_utc between e.occurred_utc and d.occurred_utc) f on true`.execute(
    tx,
  )
  return usualLengths(
    rows.flatMap(({ statusId, ...stay }) => stepsOfStay({ ...stay, status: statusNameOf(statusId) })),
  )
}
