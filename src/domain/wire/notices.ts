import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { noticeKinds } from '../notice.ts'
import { submissionModes } from '../status.ts'
import { call } from './call.ts'
import {
  collectionId,
  collectionReference,
  instant,
  instId,
  limit,
  offset,
  pagingMetadata,
  uuid,
} from './common.ts'

/** Something that concerns the reader's organisation (decisions §14); what its kind does not need is absent. */
export const notice = z.object({
  id: uuid,
  kind: z.enum(noticeKinds),
  mode: z.enum(submissionModes),
  at: instant,
  isRead: z.boolean(),
  /** The notice in one line. */
  title: z.string(),
  collection: z.object({ id: collectionId, reference: collectionReference, name: z.string() }),
  /** The provider that it is about; absent where it is about a collection. */
  provider: z.optional(z.object({ instId, name: z.string() })),
  submissionId: z.optional(uuid),
  issueId: z.optional(uuid),
  /** Earlier notices about the same submission or issue, which are read with this one. */
  earlier: z.number(),
  /** Code of the rule or report that an issue is about. */
  code: z.optional(z.string()),
})
export type NoticeWire = z.output<typeof notice>

export const listNotices = call({
  method: 'GET',
  path: '/notices',
  summary:
    'What concerns the organisation that the reader acts for, the newest first; the newest of those about the same submission or issue. Offset 0 and limit 25 without arguments.',
  permission: 'signed-in',
  query: z.object({
    offset,
    limit,
    unread: z.optional(z.enum(['true', 'false'])),
    /** Leaves out what the reader did, and results of files that the reader uploaded. */
    fromOthers: z.optional(z.enum(['true', 'false'])),
  }),
  response: z.object({
    notices: z.array(notice),
    /** How many the reader has not read, of all, or of those from others. What the reader did is never unread. */
    unread: z.number(),
    pagingMetadata,
  }),
})

export const markNotices = call({
  method: 'POST',
  path: '/notices/read',
  summary: 'Notes that the reader has read these notices, or all of them where no ids are given.',
  permission: 'signed-in',
  body: z.object({ ids: z.optional(z.array(uuid).check(z.minLength(1), z.maxLength(limits.pageLimit))) }),
  response: z.object({ unread: z.number() }),
})
