import * as z from 'zod/mini'
import { deliveryPlaces } from '../deliveryPlace.ts'
import { issueStatuses } from '../issue.ts'
import { jobKinds, jobRowStates, jobStates } from '../jobPlace.ts'
import { noticeKinds } from '../notice.ts'
import { dpsFileStatuses } from '../pseudonymisation.ts'
import { type SubmissionMode, submissionModes } from '../status.ts'
import { collectionId, collectionReference, instant, instId, named, statusNamed } from './common.ts'
import { lifecycleFacts } from './facts.ts'
import { processingProgress, queuePlace } from './progress.ts'

const base = { submissionId: z.string(), instId, collectionId, sequence: z.number(), occurredAt: instant }

/** A status changed, a submission came into being (decisions §4), or the content of its file is gone. */
export const fileEvent = z.object({
  type: z.literal('FILE_EVENT'),
  ...base,
  status: statusNamed,
  awaitingParty: named,
  isLatest: z.boolean(),
  copiedFrom: z.optional(z.string()),
  /** Number of the event in the submission's history: what has an older one changes nothing. */
  version: z.number(),
  /** What the guards read after the event. */
  facts: lifecycleFacts,
  /** SHA-256 of the stored file, in hex digits; absent without one. */
  fileHash: z.optional(z.string()),
})
export type FileEvent = z.output<typeof fileEvent>
/** Whose readers are told: those of live files, or of online validation. */
const mode = z.enum(submissionModes)
/** How far the stage under way is; at most twice a second for a submission. */
export const progressEvent = z.object({
  type: z.literal('PROGRESS'),
  ...base,
  mode,
  progress: processingProgress,
})
/** The place of a submission in the queue; sent again as the work before it is done. */
export const queuePlaceEvent = z.object({ type: z.literal('QUEUE_PLACE'), ...base, mode, queue: queuePlace })
/** The tables of a submission are ready for delivery. */
export const tsvReady = z.object({ type: z.literal('TSV_READY'), ...base, tsvDeliveryLocation: z.string() })
/** The pseudonymised form of a submission's record was asked for, is ready, has failed, was cancelled or reset; told to the agency. */
export const dpsStatus = z.object({
  type: z.literal('DPS_STATUS'),
  ...base,
  dpsFileStatus: z.nullable(z.enum(dpsFileStatuses)),
  /** Number of the task's event: what has an older one changes nothing. */
  version: z.number(),
})
/** An issue came to another status, or somebody has written to it (decisions §11); the submission is the provider's latest. */
export const issueStatus = z.object({
  type: z.literal('ISSUE_STATUS'),
  ...base,
  issue: z.object({
    id: z.string(),
    /** Code of the rule or report. */
    code: z.string(),
    regulatorCode: z.string(),
    status: z.enum(issueStatuses),
    version: z.number(),
  }),
})

/** A provider has written, or removed, a note to those who approve the submission. */
export const noteWritten = z.object({
  type: z.literal('NOTE'),
  ...base,
  /** Regulators that the rule is for; none of a report. */
  regulatorCodes: z.array(z.string()),
})

/** A provider has returned the signed copy of the sign-off form. */
export const signedFormReturned = z.object({ type: z.literal('SIGNED_FORM'), ...base })

/** The reader's own latest submission; null for a receiver that has not uploaded a file. */
const ofTransfer = { ...base, submissionId: z.nullable(base.submissionId) }

/** A provider agreed to a transfer of research students, or withdrew its agreement. Sent to the sender and to the receiver. */
export const transferConsent = z.object({ type: z.literal('TRANSFER_CONSENT'), ...ofTransfer })
/** The students whom the latest file of a provider sends to others are known. Sent to the sender and to the receivers. */
export const transfersKnown = z.object({ type: z.literal('TRANSFERS'), ...ofTransfer })
/** Something concerns the organisation whose channel this is (decisions §14). */
export const noticeGiven = z.object({
  type: z.literal('NOTICE'),
  /** The organisation that is told. */
  instId,
  sequence: z.number(),
  occurredAt: instant,
  notice: z.object({ id: z.string(), kind: z.enum(noticeKinds), mode: z.enum(submissionModes) }),
})

/** A collection was made, or changed its state, its specification or its details (decisions §10). */
export const collectionChanged = z.object({
  type: z.literal('COLLECTION'),
  /** The organisation that is told. */
  instId,
  collectionId,
  reference: collectionReference,
  stateId: z.number(),
  /** Number of the event in the collection's history. */
  version: z.number(),
  sequence: z.number(),
  occurredAt: instant,
})

/** A specification was made, changed or deleted (decisions §10); the agency alone is told. */
export const specificationChanged = z.object({
  type: z.literal('SPECIFICATION'),
  /** The organisation that is told. */
  instId,
  specificationId: z.number(),
  /** Number of the event in the specification's history. */
  version: z.number(),
  sequence: z.number(),
  occurredAt: instant,
})

/** A schema or a ruleset was published or changed its state (decisions §10); the agency alone is told. */
export const contentChanged = z.object({
  type: z.literal('CONTENT'),
  /** The organisation that is told. */
  instId,
  kind: z.enum(['schema', 'ruleset']),
  id: z.number(),
  sequence: z.number(),
  occurredAt: instant,
})

/**
 * A job was asked for, a row of it was decided, or it came to its end (decisions §10); the agency is told, and the organisation
 * that asked for it.
 */
export const jobChanged = z.object({
  type: z.literal('JOB'),
  /** The organisation that is told. */
  instId,
  jobId: z.string(),
  kind: z.enum(jobKinds),
  collectionId,
  state: z.enum(jobStates),
  /** Number of the event in the job's history. */
  version: z.number(),
  /** How many rows stand where. */
  counts: z.object({ WAITING: z.number(), DONE: z.number(), REFUSED: z.number(), LEFT: z.number() }),
  /** The row that was decided. */
  row: z.optional(
    z.object({
      instId,
      state: z.enum(jobRowStates),
      /** Of a row that is about an output of a submission. */
      submissionId: z.optional(z.string()),
      output: z.optional(z.string()),
    }),
  ),
  sequence: z.number(),
  occurredAt: instant,
})

/** A delivery was asked for, made, given up, cancelled or removed (decisions §13); its customer and the agency are told. */
export const deliveryChanged = z.object({
  type: z.literal('DELIVERY'),
  /** The customer. */
  instId,
  deliveryId: z.string(),
  state: z.enum(deliveryPlaces),
  sequence: z.number(),
  occurredAt: instant,
})

/**
 * Providers were taken in, or what the portal says of them was changed (decisions §10); each is told of itself, a regulator of those
 * of its countries.
 */
export const providersChanged = z.object({
  type: z.literal('PROVIDER'),
  /** The organisation that is told. */
  instId,
  providers: z.array(instId),
  sequence: z.number(),
  occurredAt: instant,
})

/** Every message of the live connection, one JSON document per frame. */
export const liveMessage = z.discriminatedUnion('type', [
  fileEvent,
  progressEvent,
  queuePlaceEvent,
  tsvReady,
  dpsStatus,
  issueStatus,
  noteWritten,
  signedFormReturned,
  transferConsent,
  transfersKnown,
  noticeGiven,
  collectionChanged,
  specificationChanged,
  contentChanged,
  jobChanged,
  deliveryChanged,
  providersChanged,
])
export type LiveMessage = z.output<typeof liveMessage>

/**
 * On whose channels a message is sent: the provider's alone; the provider's, the agency's and those of the regulators of its
 * country; the agency's alone; those of the organisation that asked for it and of the agency; everybody's; each provider's, of
 * itself, with those of its regulators. Who of those that listen there may read it is for `mayHear` to say.
 */
export type Audience = 'provider' | 'overseers' | 'agency' | 'requester' | 'everybody' | 'each'

/** Where the messages of each type are sent. A type of `liveMessage` without a row does not compile. */
export const audiences = {
  FILE_EVENT: 'overseers',
  PROGRESS: 'provider',
  QUEUE_PLACE: 'provider',
  TSV_READY: 'overseers',
  DPS_STATUS: 'agency',
  ISSUE_STATUS: 'overseers',
  NOTE: 'overseers',
  SIGNED_FORM: 'overseers',
  TRANSFER_CONSENT: 'overseers',
  TRANSFERS: 'overseers',
  NOTICE: 'provider',
  COLLECTION: 'everybody',
  SPECIFICATION: 'agency',
  CONTENT: 'agency',
  JOB: 'requester',
  DELIVERY: 'requester',
  PROVIDER: 'each',
} as const satisfies Record<LiveMessage['type'], Audience>

/** The types of messages that an audience is told. */
export type TypesFor<A extends Audience> = {
  [T in LiveMessage['type']]: (typeof audiences)[T] extends A ? T : never
}[LiveMessage['type']]

/**
 * First frame of a connection: the last sequence number of the institution, so that a gap shows at once, and the version of
 * the server's release, so that a page of an earlier one can offer to be loaded anew.
 */
export const liveHello = z.object({
  type: z.literal('HELLO'),
  instId,
  sequence: z.number(),
  release: z.optional(z.string()),
})

/**
 * In the place of a message that is not for who listens (`mayHear`): its number, so that none is missed, and nothing of what it
 * tells. The number of the last message again is a heartbeat: browsers do not show pings to a page, and pages of any release drop a
 * number that they have seen.
 */
const emptyFrame = z.object({
  type: z.literal('EMPTY'),
  /** The organisation whose channel this is. */
  instId,
  sequence: z.number(),
})

export const liveFrame = z.discriminatedUnion('type', [liveHello, emptyFrame, ...liveMessage.def.options])
export type LiveFrame = z.output<typeof liveFrame>

/**
 * Whether a message tells of an issue of the provider and collection whose latest submission this is: what is counted of
 * issues, or decided by an override, has to be asked for again.
 */
export const tellsOfIssues = (message: LiveMessage, submissionId: string | undefined): boolean =>
  message.type === 'ISSUE_STATUS' && message.submissionId === submissionId

/** The same of the issues of any provider in a collection. */
export const tellsOfIssuesIn = (message: LiveMessage, collectionId: string): boolean =>
  message.type === 'ISSUE_STATUS' && message.collectionId === collectionId

/**
 * Whether a message tells what all submissions of the provider in this collection and mode share: that one of them came to a
 * status.
 */
export const tellsOfShared = (
  message: LiveMessage,
  instId: string,
  { collectionId, mode }: { collectionId: string; mode: SubmissionMode },
): message is FileEvent =>
  message.type === 'FILE_EVENT' &&
  message.instId === instId &&
  message.collectionId === collectionId &&
  message.facts.mode === mode

/**
 * Whether a message tells that this collection was changed. What the guards read of it is not in the message: the facts of its
 * submissions have to be asked for again.
 */
export const changesCollection = (message: LiveMessage, id: string | undefined): boolean =>
  message.type === 'COLLECTION' && message.collectionId === id

/**
 * Whether a message tells of something that the page of an issue shows: another event of this very issue, of its
 * collection, or of a submission of its provider in it, whose figures, status and tolerance stand there.
 */
export const concernsIssue = (
  message: LiveMessage,
  issueId: string,
  shown: { version: number; collection: { id: string }; provider: { instId: string } } | undefined,
): boolean => {
  if (message.type === 'ISSUE_STATUS')
    return message.issue.id === issueId && message.issue.version !== shown?.version
  if (changesCollection(message, shown?.collection.id)) return true
  return (
    message.type === 'FILE_EVENT' &&
    message.collectionId === shown?.collection.id &&
    message.instId === shown.provider.instId
  )
}
