import { sql, type Transaction } from 'kysely'
import { type CollectionDetail, collectionDetails } from '../../src/domain/collectionDetails.ts'
import { type CollectionPlace, collectionChart } from '../../src/machines/collection-state/index.ts'
import type { Database } from '../database/schema.ts'

type DetailValue = string | boolean | null

/** One event of a collection, as people read it. */
export interface CollectionHistoryEntry {
  sequence: number
  event: string
  from: CollectionPlace
  to: CollectionPlace
  changes: { field: CollectionDetail; before: DetailValue; after: DetailValue }[]
  by: string
  at: Date
}

interface Row {
  sequence: number
  event: string
  from_state: CollectionPlace
  to_state: CollectionPlace
  by: string
  payload: Record<string, unknown> & { former?: Record<string, unknown> }
  /** Versions of the specification that was assigned, and of the one before. */
  assigned: string | null
  released: string | null
  occurred_utc: Date
}

const detailValue = (value: unknown): DetailValue =>
  typeof value === 'string' || typeof value === 'boolean' ? value : null

const changesOf = ({ event, payload, assigned, released }: Row): CollectionHistoryEntry['changes'] => {
  if (event === 'ASSIGN_SPECIFICATION') return [{ field: 'specification', before: released, after: assigned }]
  return collectionDetails
    .filter(field => field in payload)
    .map(field => ({
      field,
      before: detailValue(payload.former?.[field]),
      after: detailValue(payload[field]),
    }))
}

/** What happened to a collection, newest first. */
export const collectionEventsOf = async (
  tx: Transaction<Database>,
  collectionId: string,
): Promise<CollectionHistoryEntry[]> => {
  const { rows } = await sql<Row>`
    select e.sequence, e.event, e.from_place as from_state, e.to_place as to_state, e.actor ->> 'name' as by, e.payload, e.occurred_utc,
      picked.version as assigned, former.version as released
    from collection c join chart_event e on e.chart = ${collectionChart.id} and e.subject = c.reference
    left join specification picked on picked.id = (e.payload ->> 'specificationId')::int
    left join specification former on former.id = (e.facts ->> 'specificationId')::int
    where c.id = ${collectionId} order by e.sequence desc`.execute(tx)
  return rows.map(row => ({
    sequence: row.sequence,
    event: row.event,
    from: row.from_state,
    to: row.to_state,
    changes: changesOf(row),
    by: row.by,
    at: row.occurred_utc,
  }))
}
