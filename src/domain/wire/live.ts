import * as z from 'zod/mini'
import { issueStatuses } from '../issue.ts'
import { collectionId, instant, instId, named, statusNamed } from './common.ts'
import { lifecycleFacts } from './facts.ts'
import { processingProgress, queuePlace } from './progress.ts'

const base = { submissionId: z.string(), instId, collectionId, sequence: z.number(), occurredAt: instant }

/** A status changed, or a submission came into being (decisions §4). */
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
})
export type FileEvent = z.output<typeof fileEvent>
/** How far the stage under way is; at most twice a second for a submission. */
export const progressEvent = z.object({ type: z.literal('PROGRESS'), ...base, progress: processingProgress })
/** Where a submission stands in the queue, as work goes on before it. */
export const queuePlaceEvent = z.object({ type: z.literal('QUEUE_PLACE'), ...base, queue: queuePlace })
export const tsvReady = z.object({ type: z.literal('TSV_READY'), ...base, tsvDeliveryLocation: z.string() })
export const dpsStatus = z.object({
  type: z.literal('DPS_STATUS'),
  ...base,
  dpsFileStatus: z.nullable(z.string()),
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
export const noteWritten = z.object({ type: z.literal('NOTE'), ...base })

/** Every message of the live connection, one JSON document per frame. */
export const liveMessage = z.discriminatedUnion('type', [
  fileEvent,
  progressEvent,
  queuePlaceEvent,
  tsvReady,
  dpsStatus,
  issueStatus,
  noteWritten,
])
export type LiveMessage = z.output<typeof liveMessage>

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
export const liveFrame = z.discriminatedUnion('type', [
  liveHello,
  fileEvent,
  progressEvent,
  queuePlaceEvent,
  tsvReady,
  dpsStatus,
  issueStatus,
  noteWritten,
])
export type LiveFrame = z.output<typeof liveFrame>

/**
 * Whether a message tells of an issue of the provider and collection whose latest submission this is: what is counted of
 * issues, or decided by an override, has to be asked for again.
 */
export const tellsOfIssues = (message: LiveMessage, submissionId: string | undefined): boolean =>
  message.type === 'ISSUE_STATUS' && message.submissionId === submissionId

/**
 * Whether a message tells of something that the page of an issue shows: another event of this very issue, or of a
 * submission of its provider in its collection, whose figures, status and tolerance stand there.
 */
export const concernsIssue = (
  message: LiveMessage,
  issueId: string,
  shown: { version: number; collection: { id: string }; provider: { instId: string } } | undefined,
): boolean => {
  if (message.type === 'ISSUE_STATUS')
    return message.issue.id === issueId && message.issue.version !== shown?.version
  return (
    message.type === 'FILE_EVENT' &&
    message.collectionId === shown?.collection.id &&
    message.instId === shown.provider.instId
  )
}
