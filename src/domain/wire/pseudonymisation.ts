import * as z from 'zod/mini'
import { dpsFileStatuses, isReadyForAnalysis } from '../pseudonymisation.ts'
import { statusNameOf } from '../status.ts'
import { call, type ResponseOf } from './call.ts'
import { instant, instId, limit, pageNumber, searchText } from './common.ts'
import type { LiveMessage } from './live.ts'

/** A live submission that can be pseudonymised, with where its task stands. */
export const dpsSubmission = z.object({
  uuid: z.string(),
  fileName: z.string(),
  collectionReference: z.string(),
  uploaded: instant,
  /** Whether the provider has sent a later one. */
  isLatest: z.boolean(),
  /** Null where it can be asked for: nobody has asked, or somebody has cancelled it. */
  dpsFileStatus: z.nullable(z.enum(dpsFileStatuses)),
  /** Number of the task's last event; 0 where nobody has asked. */
  version: z.number(),
  /** Bytes of the output; null where there is none. */
  size: z.nullable(z.number()),
  /** Why it has failed. */
  reason: z.optional(z.string()),
  /** Who has cancelled it last, and when; null where it was not, or was asked for again. */
  cancelledBy: z.nullable(z.string()),
  cancelledUtc: z.nullable(instant),
  /** Whether this reader may cancel it now. */
  mayCancel: z.boolean(),
})
export type DpsSubmission = z.output<typeof dpsSubmission>

export const dpsProvider = z.object({ instId, provider: z.string(), submissions: z.array(dpsSubmission) })
export type DpsProvider = z.output<typeof dpsProvider>

const permission = 'management.data-pseudonymisation'

export const listDpsSubmissions = call({
  method: 'GET',
  path: '/submissions/get-dps-submissions',
  summary:
    'Providers with their live submissions at or beyond Quality processing complete, newest first, and where the pseudonymised form of each stands.',
  permission: 'management.view-pseudonymisation',
  query: z.object({ page: pageNumber, pageSize: limit, search: searchText }),
  response: z.object({ results: z.array(dpsProvider), metadata: z.object({ resultsCount: z.number() }) }),
})

export const runDpsTask = call({
  method: 'POST',
  path: '/submissions/run-dps-task/{uuid}',
  summary:
    "Has the pseudonymised form of a submission's record made in the background, once; `Location` names the job, which has the submission's id.",
  permission,
  status: 202,
})

export const cancelDpsTask = call({
  method: 'POST',
  path: '/submissions/cancel-dps-task/{uuid}',
  summary:
    'Ends a task that has not come to its end: nobody makes the form any more, and nothing of it stays. It can be asked for again. The same again changes nothing.',
  permission,
})

export const resetDpsTask = call({
  method: 'POST',
  path: '/submissions/reset-dps-task/{uuid}',
  summary: 'Lets a task that has failed begin anew.',
  permission: 'management.reset-pseudonymisation',
})

export const getDpsFile = call({
  method: 'GET',
  path: '/files/dps/url/xml/{uuid}',
  summary: "A short-lived address of the pseudonymised form of a submission's record (XML).",
  permission,
  response: z.object({ url: z.string() }),
})

export type DpsList = ResponseOf<typeof listDpsSubmissions>

/** The list after a live message about a task; the same where it tells nothing new. */
export const dpsListAfter = (list: DpsList, message: LiveMessage): DpsList => {
  if (message.type !== 'DPS_STATUS') return list
  const { submissionId, dpsFileStatus, version } = message
  const isOutdated = (one: DpsSubmission) => one.uuid === submissionId && one.version < version
  if (!list.results.some(({ submissions }) => submissions.some(isOutdated))) return list
  return {
    ...list,
    results: list.results.map(provider => ({
      ...provider,
      submissions: provider.submissions.map(one =>
        isOutdated(one) ? { ...one, dpsFileStatus, version } : one,
      ),
    })),
  }
}

/**
 * Whether a message tells of something that the list has to be asked for: the size of an output or the reason of a failure, or
 * a submission that came to be listed.
 */
export const changesDpsList = (message: LiveMessage): boolean =>
  message.type === 'DPS_STATUS' ||
  (message.type === 'FILE_EVENT' &&
    isReadyForAnalysis({ mode: 'live', status: statusNameOf(message.status.id) }))
