import { bytes } from '../../../domain/bytes.ts'
import { loggedAt } from '../../../domain/dates.ts'
import type { SubmissionMode } from '../../../domain/status.ts'
import {
  allFailuresExist,
  allOvtFailuresExist,
  downloadAllFailures,
  downloadAllOvtFailures,
} from '../../../domain/wire/files.ts'
import { useAction, useResource, useServices, useViewer } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'

/** How often the server is asked whether the file is there (specification 2 §9). */
const everyMs = 5000

export interface DetailedResultsInput {
  submissionId: string
  mode: SubmissionMode
  isReported: boolean
}

/**
 * The file with every failing record: asked for until it exists, offered with a question before it, since it holds
 * personal data (specification 2 §5).
 */
export const useDetailedResults = ({ submissionId, mode, isReported }: DetailedResultsInput) => {
  const text = useText()
  const t = useMessages('submissions.quality')
  const { call, download } = useServices()
  const viewer = useViewer()
  const refusal = viewer.refusal(
    mode === 'ovt'
      ? 'online-validation.reports-validation-details-ovt'
      : 'collections.reports-validation-details',
  )
  const file = useResource(
    mode === 'ovt' ? allOvtFailuresExist : allFailuresExist,
    isReported && refusal === undefined ? { query: { submissionUuid: submissionId } } : undefined,
    { poll: { everyMs, until: answer => answer.exists } },
  )
  // Of the submission shown before there may be a file.
  const known = file.status === 'ready' ? file.data : undefined
  const exists = known?.exists === true
  const action = useAction(
    () =>
      call(mode === 'ovt' ? downloadAllOvtFailures : downloadAllFailures, {
        body: { submissionUuid: submissionId },
      }),
    { onDone: (_, { url }) => download(url) },
  )
  const readyText = (kind: string, file: { size: number | null; madeAt: string | null }): string =>
    file.size === null || file.madeAt === null
      ? kind
      : t('report.ready', { kind, size: text(bytes(file.size)), made: text(loggedAt(file.madeAt)) })
  const workbook = known?.workbook
  return {
    /** What the file is, with its size and age. */
    hint: known ? readyText(t('report.detailedHint'), known) : t('report.detailedHint'),
    /** The same of the workbook of all failing records, once somebody has asked for it. */
    workbookHint: workbook ? readyText(t('report.workbookHint'), workbook) : t('report.workbookHint'),
    ask: () => action.ask(undefined),
    isRunning: action.isRunning,
    refusal:
      text(refusal) ??
      (exists ? undefined : t(file.problem ? 'report.detailedUnknown' : 'report.detailedNotReady')),
    /** Why the server does not say whether the file is there. */
    problem: file.problem,
    askAgain: file.retry,
    dialog: {
      isOpen: action.isOpen,
      isPending: action.isRunning,
      error: action.problem && t('report.detailedFailed'),
      onConfirm: action.problem ? action.retry : action.confirm,
      onCancel: action.dismiss,
    },
  }
}
