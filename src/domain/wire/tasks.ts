import * as z from 'zod/mini'
import { followings, lastFiles, nextActs, taskActions, taskGroups, turns } from '../tasks.ts'
import { call } from './call.ts'
import {
  calendarDate,
  collectionId,
  collectionReference,
  instant,
  instId,
  limit,
  offset,
  pagingMetadata,
  uuid,
} from './common.ts'

/* What the caller can do now, over all collections (decisions §16). */

const namedProvider = z.object({ instId, name: z.string() })

export const task = z.object({
  id: z.string(),
  action: z.enum(taskActions),
  group: z.enum(taskGroups),
  collection: z.object({ id: collectionId, reference: collectionReference, name: z.string() }),
  provider: namedProvider,
  /** The provider's latest submission, or the one that the issue was raised from; null without one. */
  submissionId: z.nullable(uuid),
  /** Status of the latest submission; null of an issue. */
  statusId: z.nullable(z.number()),
  /** The issue to answer, with what was written last about it; null of anything else. */
  issue: z.nullable(
    z.object({
      id: uuid,
      code: z.string(),
      name: z.string(),
      lastComment: z.nullable(z.object({ text: z.string(), by: z.nullable(z.string()) })),
    }),
  ),
  /** The provider that transfers research students to the caller's, and how many; null of anything else. */
  sender: z.nullable(z.extend(namedProvider, { students: z.number() })),
  /** Findings of the quality report; null if there is none, or the caller sees only some rules. */
  findings: z.nullable(
    z.object({
      /** Rules outside tolerance. */
      outside: z.number(),
      /** Rules that block submitting, the records that fail them, and the first of their names. */
      blocking: z.number(),
      records: z.number(),
      names: z.array(z.string()),
      /** Open issues of the provider in the collection. */
      issues: z.number(),
    }),
  ),
  /** When it became the caller's turn; null if that is not known. */
  since: z.nullable(instant),
  /** The last day of the collection; null if it has none. */
  due: z.nullable(calendarDate),
  /** Path of the page on which it is done. */
  page: z.string(),
})
export type Task = z.output<typeof task>

const counts = z.object({
  submission: z.number(),
  transfer: z.number(),
  approval: z.number(),
  issue: z.number(),
  'signed-form': z.number(),
  error: z.number(),
})
export type TaskCounts = z.output<typeof counts>

/** Who acts next with the caller's latest submission of a collection, what they do and what follows. */
const standing = z.object({
  collectionId,
  turn: z.enum(turns),
  act: z.nullable(z.enum(nextActs)),
  /** The last file that arrived. */
  last: z.enum(lastFiles),
  follows: z.nullable(z.enum(followings)),
  /** Why nobody acts, in the language of the request; null if somebody does, or nothing is left to do. */
  stopped: z.nullable(z.string()),
})
export type StandingWire = z.output<typeof standing>

export const listTasks = call({
  method: 'GET',
  path: '/tasks',
  summary:
    'What the caller can do now, over all collections: by due date, then what holds up another provider, then what blocks the caller’s own submission, then the oldest. Offset 0 and limit 25 without arguments.',
  // Whoever has a page that can name a task. An API key gets the tasks that its scopes allow.
  permission: [
    'collections.view-submission',
    'online-validation.online-validation',
    'monitoring.view',
    'monitoring.jobs',
  ],
  query: z.object({
    /** One group or several. */
    group: z.optional(z.union([z.enum(taskGroups), z.array(z.enum(taskGroups))])),
    collectionReference: z.optional(collectionReference),
    offset,
    limit,
  }),
  response: z.object({
    tasks: z.array(task),
    /** Tasks by group, of the collection if one is named, whatever the page and the group. */
    counts,
    /** Since when the oldest of these waits; null without any. */
    oldest: z.nullable(instant),
    /** Who acts next in each collection that takes submissions, for somebody of a provider; none for others. */
    standings: z.array(standing),
    pagingMetadata,
  }),
})
