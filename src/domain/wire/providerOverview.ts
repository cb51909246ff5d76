import * as z from 'zod/mini'
import { call } from './call.ts'
import {
  calendarDate,
  collectionId,
  collectionReference,
  instant,
  instId,
  named,
  statusNamed,
} from './common.ts'
import { lifecycleFacts } from './facts.ts'
import { issueRow } from './issueList.ts'
import { note } from './notes.ts'

/* One provider over all collections, for who monitors it. */

const ofCollection = z.object({ id: collectionId, reference: collectionReference, name: z.string() })

const upload = z.object({
  uuid: z.string(),
  collection: ofCollection,
  fileName: z.string(),
  uploaded: instant,
  /** Who sent it, as far as the caller is told. */
  by: z.string(),
  status: statusNamed,
  /** Since when it has had its status; null where that is not known. */
  statusSince: z.nullable(instant),
  isLatest: z.boolean(),
  isNilReturn: z.boolean(),
  /** Rules outside tolerance, of those that the caller sees; null before there are results. */
  outside: z.nullable(z.number()),
})
export type ProviderUpload = z.output<typeof upload>

const standing = z.object({
  collection: z.extend(ofCollection, { state: named, deadline: z.nullable(calendarDate) }),
  /** The latest upload; null where there is none. */
  latest: z.nullable(upload),
  awaitingParty: named,
  /** Facts of the submission that the caller would begin for the provider; null for who uploads nothing for it. */
  newSubmission: z.nullable(lifecycleFacts),
})
export type ProviderStandingIn = z.output<typeof standing>

const ownNote = z.extend(note, { collection: ofCollection, submissionId: z.string() })
export type ProviderNote = z.output<typeof ownNote>

const providerOverview = z.object({
  provider: z.object({
    instId,
    ukprn: z.string(),
    name: z.string(),
    publishedName: z.string(),
    countryCode: z.string(),
    /** May be empty. */
    region: z.string(),
    regulator: z.object({ code: z.string(), name: z.string() }),
  }),
  /** Whom to write to or call there; null where the caller is not told. */
  contacts: z.nullable(
    z.array(z.object({ name: z.string(), role: z.string(), email: z.string(), phone: z.string() })),
  ),
  /** Every collection that the caller sees, the newest first. */
  collections: z.array(standing),
  /** Live uploads over all collections, the newest first; at most 200. */
  uploads: z.array(upload),
  uploadCount: z.number(),
  /** Open issues, the last changed first; at most 50. */
  issues: z.array(issueRow),
  issueCount: z.number(),
  /** Notes to those who approve, of its latest submissions. */
  notes: z.array(ownNote),
})
export type ProviderOverviewWire = z.output<typeof providerOverview>

export const getProviderOverview = call({
  method: 'GET',
  path: '/providers/{instId}/overview',
  summary:
    'One provider as who monitors it reads it: contacts (the agency alone), where it stands in every collection, its uploads, open issues and notes.',
  permission: 'monitoring.view',
  response: providerOverview,
})
