import type { Problem } from '../../../domain/problem.ts'
import { downloadDeliverySet } from '../../../domain/wire/files.ts'
import type { SubmissionWire } from '../../../domain/wire/submissions.ts'
import { useAction, useServices, useViewer } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'

/** The files that are delivered of a submission, for the menu of downloads. */
export interface DeliverySet {
  onDownload: () => void
  isPending: boolean
  /** Why they cannot be had now; undefined when they can. */
  refusal: string | undefined
  problem: Problem | undefined
}

/** The files that are delivered of a live submission (decisions §13): there once TSV_READY was told. */
export const useDeliverySet = (
  submissionId: string,
  submission: Pick<SubmissionWire, 'tsvDeliveryLocation'> | undefined,
): DeliverySet => {
  const t = useMessages('submissions.quality')
  const text = useText()
  const { call, download } = useServices()
  const { refusal } = useViewer()
  const action = useAction(() => call(downloadDeliverySet, { body: { submissionUuid: submissionId } }), {
    onDone: (_, { url }) => download(url),
  })
  const isReady = submission !== undefined && submission.tsvDeliveryLocation !== null
  return {
    onDownload: () => action.run(undefined),
    isPending: action.isRunning,
    refusal: text(refusal('collections.download-file')) ?? (isReady ? undefined : t('report.setNotReady')),
    problem: action.problem,
  }
}
