import { ProblemError, problem } from '../../domain/problem.ts'
import type { SubmissionMode } from '../../domain/status.ts'
import { statusOf } from '../../domain/status.ts'
import type { CollectionWire, MonitoringRow } from '../../domain/wire/collections.ts'
import { factsFromWire } from '../../domain/wire/facts.ts'
import { downloadGracefulFailures, downloadOvtGracefulFailures } from '../../domain/wire/files.ts'
import {
  createNilSubmission,
  reprocess,
  requestResubmission,
  signOffSubmission,
  updateState,
} from '../../domain/wire/submissions.ts'
import { type ActionHandle, useAction, useServices, useViewer } from '../../hooks/index.ts'
import { step } from '../../machines/submission-lifecycle/index.ts'
import type { Result } from '../../machines/support/index.ts'
import { useMessages } from '../../messages/index.ts'
import { message } from '../../messages/message.ts'
import { notify } from '../../ui/index.ts'
import { eventOf, type RowAction, statusOfLatest } from './actions.ts'

/** An action that was chosen for a row. */
export interface ChosenAction {
  type: RowAction
  row: MonitoringRow
  /** What the provider is to know of it; written in the dialog. */
  note?: string
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
  const { principal } = useViewer()

  /** The status that the chart leads to goes along: the server refuses where its own chart leads elsewhere by now. */
  const decide = (
    row: MonitoringRow,
    type: 'APPROVE' | 'DECLINE',
    note: string,
  ): Promise<Result<unknown>> => {
    const { status } = step(statusOfLatest(row), factsFromWire(row.facts), eventOf(type, principal))
    return call(updateState, {
      path: { id: submissionOf(row) },
      body: { action: type === 'APPROVE' ? 'approve' : 'decline', statusId: statusOf(status).id, note },
    })
  }

  const execute = ({ type, row, note = '' }: ChosenAction): Promise<Result<unknown>> => {
    switch (type) {
      case 'APPROVE':
      case 'DECLINE':
        return decide(row, type, note)
      case 'REQUEST_RESUBMISSION':
        return call(requestResubmission, { path: { uuid: submissionOf(row) }, body: { note } })
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

  return useAction<ChosenAction, unknown>(execute, {
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
