import { sql, type Transaction } from 'kysely'
import type { Database } from '../schema.ts'

type Tx = Transaction<Database>

export interface StatusCountRow {
  status_id: number
  submissions: number
  collections: string[]
}

/** Latest live submissions that the scope sees, counted by status. */
export const statusCounts = async (tx: Tx): Promise<StatusCountRow[]> => {
  const { rows } = await sql<StatusCountRow>`
    select s.status_id, count(*)::int as submissions, array_agg(distinct c.reference order by c.reference) as collections
    from submission s join collection c on c.id = s.collection_id
    where s.mode = 'live' and s.is_latest
    group by s.status_id order by s.status_id`.execute(tx)
  return rows
}

export interface MoveRow {
  event: string
  from_status_id: number
  to_status_id: number
  next_event: string | null
  next_to_status_id: number | null
  count: number
}

/** Every move of the history with the one right after it, counted; the last of a submission has none after it. */
export const moveCounts = async (tx: Tx): Promise<MoveRow[]> => {
  const { rows } = await sql<MoveRow>`
    select event, from_status_id, to_status_id, next_event, next_to_status_id, count(*)::int as count
    from (
      select event, from_status_id, to_status_id,
        lead(event) over way as next_event, lead(to_status_id) over way as next_to_status_id
      from submission_event
      window way as (partition by submission_id order by sequence)
    ) moves
    group by event, from_status_id, to_status_id, next_event, next_to_status_id`.execute(tx)
  return rows
}
