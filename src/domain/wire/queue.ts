import * as z from 'zod/mini'
import { queueKinds } from '../queue.ts'
import { call } from './call.ts'
import { calendarDate, collectionId, collectionReference, instant, instId, uuid } from './common.ts'

/* What awaits the caller over all collections (decisions §6 "Dashboard"). */

export const queueItem = z.object({
  kind: z.enum(queueKinds),
  instId,
  provider: z.string(),
  collection: z.object({ id: collectionId, reference: collectionReference, name: z.string() }),
  /** The submission, or the one that the issue was raised from. */
  submissionId: uuid,
  /** Status of the submission; null of an issue. */
  statusId: z.nullable(z.number()),
  /** What the issue is about; null of a submission. */
  issue: z.nullable(z.object({ id: uuid, name: z.string() })),
  /** Since when it waits. */
  since: instant,
  /** The last day of the collection; null where none is set. */
  deadline: z.nullable(calendarDate),
})
export type QueueItem = z.output<typeof queueItem>

export const getMyQueue = call({
  method: 'GET',
  path: '/my-queue',
  summary:
    'What awaits the caller over all collections that take submissions: approvals, sign-offs to be recorded, failed processing and issues; by deadline, then the longest waiting first.',
  permission: 'monitoring.queue',
  response: z.object({
    /** At most 500; the counts are of all. */
    items: z.array(queueItem),
    counts: z.object({
      approval: z.number(),
      issue: z.number(),
      'signed-form': z.number(),
      error: z.number(),
    }),
  }),
})
