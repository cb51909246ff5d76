import type { UserActor } from '../../../domain/actor.ts'
import { isAtOrBeyond, type StatusName, statusById } from '../../../domain/status.ts'
import {
  type CollectionWire,
  getCollection,
  listProviderCollections,
} from '../../../domain/wire/collections.ts'
import { factsFromWire } from '../../../domain/wire/facts.ts'
import type { LiveMessage } from '../../../domain/wire/live.ts'
import { getOvtFailureCounts } from '../../../domain/wire/quality.ts'
import {
  getCommitAllowedStatus,
  getSubmission,
  listOvtSubmissions,
  listSubmissions,
  type SubmissionWire,
} from '../../../domain/wire/submissions.ts'
import { useFollow, useLiveMessages, useResource, useViewer } from '../../../hooks/index.ts'
import type { QualityOutcome } from '../../../machines/stepper/index.ts'
import { explain, type Facts } from '../../../machines/submission-lifecycle/index.ts'
import { isMonitoring, type SubmissionAddress } from '../../common/address.ts'
import { onlineValidationStates, providerStates } from '../manage/states.ts'
import { newSubmissionFacts } from '../shared/newSubmission.ts'

/** Everything that the pages of one submission share, kept up to date by live messages (specification 2 §4.5). */
export const useSubmissionData = (address: SubmissionAddress, mode: 'live' | 'ovt') => {
  const { actor } = useViewer()
  const { submissionId, collectionId } = address
  const instId = 'instId' in address ? address.instId : actor.organisationId
  const concerns = (message: LiveMessage): boolean =>
    message.type !== 'PROGRESS' && message.instId === instId && message.collectionId === collectionId

  useFollow(instId)
  const submission = useResource(getSubmission, { path: { id: submissionId } }, { refreshOn: concerns })
  useLiveMessages(message => {
    if (message.type === 'PROGRESS' && message.submissionId === submissionId && submission.data)
      submission.patch({ ...submission.data, progress: message.progress })
  })

  const isNew = submission.status === 'failed' && submission.problem?.kind === 'not-found'
  const status = (submission.data && statusById(submission.data.status.id)?.name) ?? 'UNKNOWN'
  const { collection, gap } = useCollection(address, instId, mode)
  const rows = useResource(
    mode === 'ovt' ? listOvtSubmissions : listSubmissions,
    isNew ? { query: { collectionId, instId } } : undefined,
    { refreshOn: concerns },
  )
  const { commit, quality } = useQuality(submission.data?.uuid, status, mode, concerns)
  return {
    instId,
    submission,
    isNew,
    status,
    collection,
    /** Why there is no collection to make a new submission in. */
    gap,
    commit,
    quality,
    facts: factsOf({
      submission: submission.data,
      collection,
      rows: rows.data?.submissions,
      instId,
      submissionId,
      mode,
    }),
  }
}

/**
 * The provider finds the collection in its own list, everybody else by the reference in the address. The gap says why it
 * was not found: a load that failed, or a list that does not hold it.
 */
const useCollection = (address: SubmissionAddress, instId: string, mode: 'live' | 'ovt') => {
  const byReference = useResource(
    getCollection,
    'reference' in address ? { path: { reference: address.reference } } : undefined,
  )
  const own = useResource(
    listProviderCollections,
    isMonitoring(address)
      ? undefined
      : {
          path: { instId },
          query: { 'state[]': mode === 'ovt' ? onlineValidationStates : providerStates },
        },
  )
  const collection: CollectionWire | undefined =
    byReference.data ?? own.data?.collections.find(({ id }) => id === address.collectionId)
  const asked = isMonitoring(address) ? byReference : own
  const gap =
    asked.status === 'failed' || (asked.data && !collection)
      ? { failure: asked.status === 'failed' ? asked : undefined }
      : undefined
  return { collection, gap }
}

/** What stands against a submission, and what the quality report found; asked once there is a report. */
const useQuality = (
  submissionId: string | undefined,
  status: StatusName,
  mode: 'live' | 'ovt',
  refreshOn: (message: LiveMessage) => boolean,
) => {
  const isReported = isAtOrBeyond(status, 'QUALITY_PROCESSING_COMPLETE') && status !== 'NIL_RETURN'
  const commit = useResource(
    getCommitAllowedStatus,
    mode === 'live' && submissionId !== undefined ? { path: { id: submissionId } } : undefined,
    { refreshOn },
  )
  const failures = useResource(
    getOvtFailureCounts,
    mode === 'ovt' && isReported && submissionId !== undefined
      ? { path: { id: submissionId }, query: {} }
      : undefined,
    { refreshOn },
  )
  const statuses = commit.data?.submissionStatuses
  const quality: QualityOutcome | undefined = !isReported
    ? undefined
    : mode === 'live'
      ? statuses && { openIssues: statuses.openIssues, ruleFailures: statuses.ruleFailures }
      : failures.data && { ruleFailures: failures.data.outsideTolerance }
  return { commit, quality }
}

interface FactsSource {
  submission: SubmissionWire | undefined
  collection: CollectionWire | undefined
  rows: Parameters<typeof newSubmissionFacts>[0]['rows'] | undefined
  instId: string
  submissionId: string
  mode: Facts['mode']
}

const factsOf = ({ submission, collection, rows, ...made }: FactsSource): Facts | undefined => {
  if (submission) return factsFromWire(submission.facts)
  return collection && rows && newSubmissionFacts({ collection, rows, ...made })
}

/** Why this person cannot upload a file for the provider now; undefined when they can. */
export const newUploadRefusal = (facts: Facts, actor: UserActor): string | undefined =>
  explain('UNKNOWN', facts, { type: 'UPLOAD_REQUESTED', actor }).refusal?.reason
