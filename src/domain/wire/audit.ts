import * as z from 'zod/mini'
import { call, type ResponseOf } from './call.ts'
import { instant, limit, offset, pagingMetadata, searchText } from './common.ts'

/** A decision or a refusal that was written down for good. */
export const auditLine = z.object({
  id: z.number(),
  occurredUtc: instant,
  actorId: z.string(),
  organisation: z.string(),
  instId: z.nullable(z.string()),
  action: z.string(),
  subject: z.nullable(z.string()),
  outcome: z.enum(['done', 'refused']),
  status: z.number(),
  /** Why it was refused, in English. */
  reason: z.nullable(z.string()),
  /** Whether it has its place in the sealed list. */
  isSealed: z.boolean(),
})
export type AuditLine = z.output<typeof auditLine>

export const listAuditLines = call({
  method: 'GET',
  path: '/audit-lines',
  summary:
    'Who did what and who was refused what, the latest first. `search` looks in person, organisation, action and subject.',
  permission: 'management.audit',
  query: z.object({ offset, limit, search: searchText, outcome: z.optional(z.enum(['done', 'refused'])) }),
  response: z.object({ lines: z.array(auditLine), pagingMetadata }),
})

export type ResponseOfAuditLines = ResponseOf<typeof listAuditLines>

/** With it anybody sees that the line is in the audit, unchanged, without trusting this server (RFC 9162 §2.1.3). */
export const auditProof = z.object({
  /** The text that is hashed: JSON of the line's fields in a fixed order. */
  entry: z.string(),
  /** Place in the list, from 0. */
  position: z.number(),
  /** Hashes from the line upwards, base64. */
  path: z.array(z.string()),
  /** Signed note of C2SP (tlog-checkpoint). */
  checkpoint: z.string(),
  /** Key that signs the checkpoints, as verifiers of signed notes take it. */
  verifierKey: z.string(),
})
export type AuditProofWire = z.output<typeof auditProof>

export const getAuditProof = call({
  method: 'GET',
  path: '/audit-lines/{lineId}/proof',
  summary:
    'The proof that a line is in the sealed audit. 404 while it waits for its place, at most a minute.',
  permission: 'management.audit',
  response: auditProof,
})
