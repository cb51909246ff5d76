import { sql, type Transaction } from 'kysely'
import type { Principal } from '../../src/domain/principal.ts'
import type { Database } from '../database/schema.ts'
import { actorRecord } from './records.ts'

/** Where the events of a chart besides the lifecycle are kept, and the column that names what they happened to. */
const subjects = {
  pseudonymisation_event: 'submission_id',
  api_key_event: 'api_key_id',
  webhook_endpoint_event: 'endpoint_id',
} as const

/** An event that a chart has taken, with what it read and asked for. */
export interface ChartEvent {
  event: { type: string; actor: Principal }
  from: string
  to: string
  facts: object
  effects: readonly string[]
  at: Date
}

/**
 * Writes an event into the history of its chart, to be replayed (decisions §10), as the next one of its subject. The subject has
 * to be locked, and the scope to be 'all'.
 */
export const recordChartEvent = async (
  tx: Transaction<Database>,
  table: keyof typeof subjects,
  subject: string,
  { event, from, to, facts, effects, at }: ChartEvent,
): Promise<void> => {
  const { type, actor, ...payload } = event
  const [history, named] = [sql.table(table), sql.ref(subjects[table])]
  await sql`insert into ${history}
      (${named}, sequence, event, from_place, to_place, actor, payload, facts, effects, occurred_utc)
    select ${subject}::uuid, coalesce(max(sequence), 0) + 1, ${type}, ${from}, ${to}, ${JSON.stringify(actorRecord(actor))}::jsonb,
      ${JSON.stringify(payload)}::jsonb, ${JSON.stringify(facts)}::jsonb, ${JSON.stringify(effects)}::jsonb, ${at}
    from ${history} where ${named} = ${subject}::uuid`.execute(tx)
}
