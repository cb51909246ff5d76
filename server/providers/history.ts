import { sql, type Transaction } from 'kysely'
import type { Principal } from '../../src/domain/principal.ts'
import type { ProviderDetail, ProviderEvent } from '../../src/domain/provider.ts'
import type { Database } from '../database/schema.ts'
import { actorRecord, recordAudit } from '../decisions/records.ts'

type Tx = Transaction<Database>

/** One detail that was given another value, as text. */
export interface DetailChange {
  field: ProviderDetail
  before: string
  after: string
}

/** Adds to a provider's history, with a line of audit. The scope has to be 'all'. */
export const keepEvent = async (
  tx: Tx,
  entry: {
    instId: string
    event: ProviderEvent
    changes: readonly DetailChange[]
    actor: Principal
    now: Date
  },
): Promise<void> => {
  const { instId, event, changes, actor, now } = entry
  await sql`insert into provider_event (inst_id, sequence, event, changes, actor, occurred_utc)
    select ${instId}, coalesce(max(sequence), 0) + 1, ${event}, ${JSON.stringify(changes)}::jsonb,
      ${JSON.stringify(actorRecord(actor))}::jsonb, ${now}
    from provider_event where inst_id = ${instId}`.execute(tx)
  // Who the contacts are is personal data, and the audit is kept for good.
  const audited = changes.map(change => (change.field === 'contacts' ? { field: change.field } : change))
  await recordAudit(tx, {
    actor,
    instId,
    event: `PROVIDER_${event}`,
    subject: instId,
    at: now,
    detail: { changes: audited },
  })
}

interface EventRow {
  sequence: number
  event: ProviderEvent
  changes: DetailChange[]
  by: string
  occurred_utc: Date
}

/** The history of a provider, newest first. */
export const providerHistory = async (tx: Tx, instId: string): Promise<EventRow[]> => {
  const { rows } = await sql<EventRow>`
    select sequence, event, changes, coalesce(actor->>'name', '') as by, occurred_utc
    from provider_event where inst_id = ${instId} order by sequence desc`.execute(tx)
  return rows
}
