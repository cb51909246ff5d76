import { createHash } from 'node:crypto'
import type { Hash } from '../../src/domain/merkle.ts'

/** SHA-256 of the parts, one after the other. */
export const sha256: Hash = (...parts) => {
  const digest = createHash('sha256')
  for (const part of parts) digest.update(part)
  return Uint8Array.from(digest.digest())
}

/** A line of the audit as it is read for hashing: texts exactly as the database keeps them. */
export interface EntryRow {
  id: number
  /** Instant in UTC to the microsecond, ISO 8601. */
  occurred: string
  actor_id: string
  actor_organisation: string
  inst_id: string | null
  action: string
  subject: string | null
  outcome: string
  status: number
  reason: string | null
  /** The jsonb value as text. */
  detail: string
}

/** Columns of `audit_line l` that make an EntryRow. */
export const entryColumns = `l.id, to_char(l.occurred_utc at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as occurred,
  l.actor_id, l.actor_organisation, l.inst_id, l.action, l.subject, l.outcome, l.status, l.reason, l.detail::text as detail`

/** The text of a line that is hashed: JSON with the fields in this order, so that anybody can make it again. */
export const entryText = (row: EntryRow): string =>
  JSON.stringify({
    id: row.id,
    occurred: row.occurred,
    actor: row.actor_id,
    organisation: row.actor_organisation,
    instId: row.inst_id,
    action: row.action,
    subject: row.subject,
    outcome: row.outcome,
    status: row.status,
    reason: row.reason,
    detail: row.detail,
  })

/** Chain hash before the first line: 32 zero bytes. */
export const chainStart = new Uint8Array(32)

/** The hash that stands for a line and all before it. */
export const nextInChain = (before: Uint8Array, leaf: Uint8Array): Uint8Array => sha256(before, leaf)
