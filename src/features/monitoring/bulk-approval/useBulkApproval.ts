import type { MonitoringRow } from '../../../domain/wire/collections.ts'
import { updateState } from '../../../domain/wire/submissions.ts'
import { type BulkDecisionActor, useBulkDecision } from '../../../hooks/bulkDecision.ts'
import { useServices, useViewer } from '../../../hooks/index.ts'

/** The rows of a monitoring table of which some are to be approved at once. */
export interface BulkApproval {
  bulk: BulkDecisionActor
  rows: readonly MonitoringRow[]
}

/** Approval of chosen rows by the call that approves one; undefined for who never approves anything. */
export const useBulkApproval = (
  rows: readonly MonitoringRow[],
  refresh: () => void,
): BulkApproval | undefined => {
  const { call } = useServices()
  const { may } = useViewer()
  const bulk = useBulkDecision({
    decide: ({ submissionId, statusId, note }) =>
      call(updateState, { path: { id: submissionId }, body: { action: 'approve', statusId, note } }),
    onSettled: refresh,
  })
  return may('monitoring.agency-approval') || may('monitoring.sc-approval') ? { bulk, rows } : undefined
}
