import type { UserActor } from '../../../domain/actor.ts'
import { statusById } from '../../../domain/status.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import { factsOfCollection } from '../../../domain/wire/facts.ts'
import type { ProviderListRow } from '../../../domain/wire/submissions.ts'
import { explain, type Facts } from '../../../machines/submission-lifecycle/index.ts'

export interface NewSubmission {
  collection: CollectionWire
  /** The provider's submissions in the collection, newest first. */
  rows: readonly ProviderListRow[]
  instId: string
  submissionId?: string
  mode?: Facts['mode']
}

/** The facts of a submission that does not exist yet, as far as its provider's list and collection tell them. */
export const newSubmissionFacts = ({
  collection,
  rows,
  instId,
  submissionId = '',
  mode = 'live',
}: NewSubmission): Facts => {
  const latest = rows.find(row => row.IsLatest)
  return {
    // The first event asks nothing about the chain, the regulator or the blockers.
    ...factsOfCollection(collection),
    submissionId,
    instId,
    mode,
    isLatest: false,
    hasStoredFile: false,
    latestStatus: latest && statusById(latest.Status.Id)?.name,
    uploadUnderWay: rows.some(row => statusById(row.Status.Id)?.name === 'UPLOADING'),
  }
}

/** Why this person cannot upload a file now, in the chart's own words; undefined when they can. */
export const uploadRefusal = (submission: NewSubmission, viewer: UserActor): string | undefined =>
  explain('UNKNOWN', newSubmissionFacts(submission), { type: 'UPLOAD_REQUESTED', actor: viewer }).refusal
    ?.reason
