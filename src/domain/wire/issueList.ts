import * as z from 'zod/mini'
import { collectionStateNames } from '../collection.ts'
import { issueStatuses, issueStatusTable, issueSubjects } from '../issue.ts'
import { call } from './call.ts'
import { collectionReference, instant, instId, limit, offset, searchText, uuid } from './common.ts'

/** An issue's status: its code, and what the column Issue status reads (specification 2 §4.6). */
export const issueStatus = z.object({
  code: z.enum(issueStatuses),
  name: z.string(),
  isOpen: z.boolean(),
  awaits: z.enum(['nobody', 'provider', 'agency', 'statutoryCustomer', 'system']),
})

/** An issue as a row of the quality report names it. */
export const issueReference = z.object({
  id: uuid,
  status: issueStatus,
  /** Where the register shows it; null as long as it has not taken it in (specification 2 §3). */
  link: z.nullable(z.string()),
})
export type IssueReference = z.output<typeof issueReference>

/** What awaits whom, and whether it counts as open, by the one table of statuses. */
export const issueStatusToWire = (code: (typeof issueStatuses)[number], name: string) => ({
  code,
  name,
  isOpen: (issueStatusTable[code].tags as readonly string[]).includes('open'),
  awaits: issueStatusTable[code].awaits,
})

/** A customer or regulator as an issue names it. */
export const issueParty = z.object({ id: z.string(), name: z.string() })

const row = {
  ...issueReference.shape,
  collection: z.object({
    id: z.string(),
    reference: collectionReference,
    name: z.string(),
    state: z.enum(collectionStateNames),
  }),
  provider: z.object({ instId, name: z.string() }),
  subject: z.enum(issueSubjects),
  code: z.string(),
  name: z.string(),
  regulator: issueParty,
  isExplained: z.boolean(),
  /** What the provider wrote last to explain it; null if it wrote nothing. */
  explanation: z.nullable(z.string()),
  /** To whom of the provider it is assigned, as the reader may know; null where it is nobody's. */
  assignee: z.nullable(z.string()),
  /** Whether the reader is that person. */
  isAssignedToMe: z.boolean(),
  /** Whether that person works on it. */
  isInWork: z.boolean(),
  raisedAt: instant,
  raisedBy: z.string(),
  /** Whether the reader has raised it. */
  isMine: z.boolean(),
  updatedAt: instant,
  /** Number of its last event. */
  version: z.number(),
}

/** Row of the list of issues (decisions §6 "Issue page", §11). */
export const issueRow = z.object(row)
export type IssueRow = z.output<typeof issueRow>

export const issueFilters = ['mine', 'awaiting-me', 'assigned-to-me'] as const

export const listIssues = call({
  method: 'GET',
  path: '/issues',
  summary:
    'Issues, the last changed first: of a collection, a provider, a rule by part of its code or words, a status, mine, those that await the caller’s organisation, or those assigned to me.',
  permission: 'collections.view-issue',
  query: z.object({
    collectionReference: z.optional(collectionReference),
    instId: z.optional(instId),
    rule: searchText,
    status: z.optional(z.enum([...issueStatuses, 'open', 'closed'])),
    filter: z.optional(z.enum(issueFilters)),
    limit,
    offset,
  }),
  response: z.object({
    issues: z.array(issueRow),
    pagingMetadata: z.object({ totalResultsCount: z.number(), limit: z.number(), offset: z.number() }),
  }),
})
