import { hasTag, type StatusName, type SubmissionMode } from '../../domain/status.ts'
import type { LiveMessage } from '../../domain/wire/live.ts'
import { getCommitAllowedStatus, getOvtFailureCounts } from '../../domain/wire/submissions.ts'
import { useResource } from '../../hooks/index.ts'
import type { QualityOutcome } from '../../machines/stepper/index.ts'

/** Of which submission, and after which messages it is asked anew. */
interface Of {
  submissionId: string | undefined
  status: StatusName
  mode: SubmissionMode
  refreshOn: (message: LiveMessage) => boolean
}

/** What stands against submitting a live submission, at any status, and what the quality report found, once there is one. */
export const useQualityOutcome = ({ submissionId, status, mode, refreshOn }: Of) => {
  const isProcessed = hasTag(status, 'processed')
  const commit = useResource(
    getCommitAllowedStatus,
    mode === 'live' && submissionId !== undefined ? { path: { id: submissionId } } : undefined,
    { refreshOn },
  )
  const failures = useResource(
    getOvtFailureCounts,
    mode === 'ovt' && isProcessed && submissionId !== undefined
      ? { path: { id: submissionId }, query: {} }
      : undefined,
    { refreshOn },
  )
  const statuses = commit.data?.submissionStatuses
  const quality: QualityOutcome | undefined = !isProcessed
    ? undefined
    : mode === 'live'
      ? statuses && {
          openIssues: statuses.openIssues,
          ruleFailures: statuses.ruleFailures,
          blockingRules: commit.data?.blockingRules,
          awaitedTransfers: commit.data?.awaitedTransfers,
        }
      : failures.data && { ruleFailures: failures.data.outsideTolerance }
  return { commit, quality }
}
