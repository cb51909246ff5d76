import * as z from 'zod/mini'
import { auditAboutKinds } from '../auditAbout.ts'
import { auditKindNames } from '../auditKinds.ts'
import { call, type ResponseOf } from './call.ts'
import { calendarDate, flag, instant, limit, offset, pagingMetadata, searchText } from './common.ts'

/** A decision or a refusal that was written down for good. */
export const auditLine = z.object({
  id: z.number(),
  occurredUtc: instant,
  actorId: z.string(),
  /** Last known name of the person; null for the system and for somebody unknown. */
  actorName: z.nullable(z.string()),
  organisation: z.string(),
  organisationName: z.nullable(z.string()),
  instId: z.nullable(z.string()),
  action: z.string(),
  subject: z.nullable(z.string()),
  /** What it is about, in names that people know. */
  about: z.object({
    kind: z.enum(auditAboutKinds),
    name: z.nullable(z.string()),
    note: z.nullable(z.string()),
    collection: z.nullable(z.string()),
    path: z.nullable(z.string()),
  }),
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
    'Who did what and who was refused what, the latest first. `search` looks in person, organisation, file, action and subject. As CSV all entries of the filter.',
  permission: 'management.audit',
  query: z.object({
    offset,
    limit,
    search: searchText,
    outcome: z.optional(z.enum(['done', 'refused'])),
    kind: z.optional(z.enum(auditKindNames)),
    /** Organisation of the person. */
    organisation: z.optional(z.string().check(z.maxLength(100))),
    /** What the entries are about, by its id. */
    subject: z.optional(z.string().check(z.maxLength(200))),
    /** Days in London, both included. */
    from: z.optional(calendarDate),
    to: z.optional(calendarDate),
    /** people: leaves out what the system did on its own. */
    by: z.optional(z.enum(['people', 'all'])),
  }),
  response: z.object({ lines: z.array(auditLine), pagingMetadata }),
  produces: ['text/csv'],
})

export const listAuditOrganisations = call({
  method: 'GET',
  path: '/audit-organisations',
  summary: 'Organisations by which the audit can be filtered.',
  permission: 'management.audit',
  response: z.object({ organisations: z.array(z.object({ id: z.string(), name: z.string() })) }),
})

/** The whole audit, read and compared with its hashes and checkpoints. */
export const auditVerification = z.object({
  sealed: z.number(),
  waiting: z.number(),
  /** Seals of the database and outside it. */
  checkpoints: z.number(),
  outside: z.number(),
  first: z.nullable(instant),
  last: z.nullable(instant),
  checked: instant,
  /** Empty if the chain verifies. In English. */
  faults: z.array(z.object({ position: z.nullable(z.number()), text: z.string() })),
  /** The latest signed note and its key; null before the first seal. */
  checkpoint: z.nullable(z.string()),
  verifierKey: z.string(),
})
export type AuditVerificationWire = z.output<typeof auditVerification>

export const verifyWholeAudit = call({
  method: 'GET',
  path: '/audit-verification',
  summary:
    'Whether the whole audit is as it was sealed. `again` reads it again; otherwise the last result of ten minutes counts.',
  permission: 'management.audit',
  query: z.object({ again: flag }),
  response: auditVerification,
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
