import type { SubmissionMode } from '../../domain/status.ts'
import type { MonitoringRow } from '../../domain/wire/collections.ts'
import { downloadGracefulFailures, downloadOvtGracefulFailures } from '../../domain/wire/files.ts'
import { useAction, useServices } from '../../hooks/index.ts'
import { submissionOf } from '../common/decisions/useRowActions.ts'

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
