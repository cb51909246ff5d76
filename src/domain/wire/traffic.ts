import * as z from 'zod/mini'
import { call } from './call.ts'

/** Submissions that stand at a status now, and in how many collections. */
export const statusCount = z.object({
  statusId: z.number(),
  /** Latest live submissions of their providers. */
  submissions: z.number(),
  collections: z.array(z.string()),
})

export const listStatusCounts = call({
  method: 'GET',
  path: '/inspection/statuses',
  summary: 'How many live submissions stand at each status now, and in which collections.',
  permission: 'monitoring.inspector',
  response: z.object({ statuses: z.array(statusCount) }),
})
export type StatusCount = z.output<typeof statusCount>

/** One move of the lifecycle as the history has it. */
export const move = z.object({ event: z.string(), fromStatusId: z.number(), toStatusId: z.number() })
export type Move = z.output<typeof move>

export const traffic = z.object({
  moves: z.array(z.object({ move, count: z.number() })),
  /** Two moves of one submission, one right after the other. */
  pairs: z.array(z.object({ first: move, second: move, count: z.number() })),
})

export const getTraffic = call({
  method: 'GET',
  path: '/inspection/traffic',
  summary: 'How often real submissions made each move of the lifecycle, and each two in a row.',
  permission: 'monitoring.inspector',
  response: traffic,
})
export type Traffic = z.output<typeof traffic>
