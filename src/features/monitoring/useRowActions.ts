import { nextApproval } from '../../domain/approvalChain.ts'
import { ProblemError, problem } from '../../domain/problem.ts'
import type { SubmissionMode } from '../../domain/status.ts'
import { statusOf } from '../../domain/status.ts'
import type { CollectionWire, MonitoringRow } from '../../domain/wire/collections.ts'
import { downloadGracefulFailures, downloadOvtGracefulFailures } from '../../domain/wire/files.ts'
import {
  createNilSubmission,
  reprocess,
  requestResubmission,
  signOffSubmission,
  updateState,
} from '../../domain/wire/submissions.ts'
import { type ActionHandle, useAction, useServices } from '../../hooks/index.ts'
import type { Result } from '../../machines/support/index.ts'
import { useMessages } from '../../messages/index.ts'
import { message } from '../../messages/message.ts'
import { notify } from '../../ui/index.ts'
import { type RowAction, statusOfLatest } from './actions.ts'

/** An action that was chosen for a row. */
export interface ChosenAction {
  type: RowAction
  row: MonitoringRow
}

const submissionOf = ({ latestSubmission }: MonitoringRow): string => {
  if (!latestSubmission) throw new ProblemError(problem('not-found', message('problems', 'noSubmissionYet')))
  return latestSubmission.uuid
}

/** The row actions by their calls; what they change comes back with the refreshed rows. */
export const useRowActions = (
  collection: CollectionWire,
  refresh: () => void,
): ActionHandle<ChosenAction> => {
  const t = useMessages('monitoring')
  const { call } = useServices()

  const decide = (row: MonitoringRow, action: 'approve' | 'decline'): Promise<Result<unknown>> => {
    const next = nextApproval(statusOfLatest(row), row.provider)
    const target = action === 'decline' ? 'RESUBMISSION_REQUIRED' : (next ?? 'APPROVED')
    return call(updateState, {
      path: { id: submissionOf(row) },
      body: { action, statusId: statusOf(target).id },
    })
  }

  const carryOut = ({ type, row }: ChosenAction): Promise<Result<unknown>> => {
    switch (type) {
      case 'APPROVE':
        return decide(row, 'approve')
      case 'DECLINE':
        return decide(row, 'decline')
      case 'REQUEST_RESUBMISSION':
        return call(requestResubmission, { path: { uuid: submissionOf(row) } })
      case 'SIGN_OFF':
        return call(signOffSubmission, { path: { id: submissionOf(row) } })
      case 'NIL_RETURN_CREATED':
        return call(createNilSubmission, {
          body: { collectionId: collection.id, instId: row.provider.instId },
        })
      case 'REPROCESSED':
        return call(reprocess, {
          path: { reference: collection.reference },
          body: { instIds: [row.provider.instId] },
        })
    }
  }

  return useAction<ChosenAction, unknown>(carryOut, {
    onDone: ({ type, row }) => {
      refresh()
      notify({ tone: 'good', title: t(`dialog.done.${type}`), text: row.provider.publishedName })
    },
  })
}

/** Fetches the error log of a submission's processing, for administrators. */
export const useErrorLog = (mode: SubmissionMode): ((row: MonitoringRow) => void) => {
  const { call, download } = useServices()
  const fetchLog = useAction<MonitoringRow, { url: string }>(
    row =>
      call(mode === 'live' ? downloadGracefulFailures : downloadOvtGracefulFailures, {
        body: { submissionUuid: submissionOf(row) },
      }),
    { onDone: (_, { url }) => download(url) },
  )
  return fetchLog.run
}
