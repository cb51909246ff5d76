import { isRowDone } from '../../../domain/job.ts'
import type { ListedOutput, listReprocessFiles } from '../../../domain/wire/additionalReports.ts'
import type { ResponseOf } from '../../../domain/wire/call.ts'
import type { LiveMessage } from '../../../domain/wire/live.ts'

type Named = Pick<ListedOutput, 'submissionUuid' | 'fileCode'>

/** Names an output among those of all submissions. */
export const outputId = ({ submissionUuid, fileCode }: Named): string => `${submissionUuid} ${fileCode}`

/** The output that was named. */
export const fileOf = (id: string): Named => {
  const [submissionUuid = '', fileCode = ''] = id.split(' ')
  return { submissionUuid, fileCode }
}

/**
 * A page of outputs after a live message of one that was made again or could not be; the same where it is not in sight. When it was
 * made is news whoever asked for it, where it stands is told of the reader's own organisation alone. There is a message for each of
 * hundreds: why one could not be made, and how large it is now, waits for the next answer; an answer that knows it keeps it.
 */
export const outputsAfter = (
  known: ResponseOf<typeof listReprocessFiles>,
  message: LiveMessage,
  organisationId: string,
): ResponseOf<typeof listReprocessFiles> => {
  const row = message.type === 'JOB' && message.kind === 'IRIS' ? message.row : undefined
  const isTold = ({ submissionUuid, fileCode }: Named): boolean =>
    submissionUuid === row?.submissionId && fileCode === row.output
  if (!row || !known.files.some(isTold)) return known
  const isOwn = message.instId === organisationId
  const after = ({ reason, ...file }: ListedOutput): ListedOutput => ({
    ...file,
    ...(isRowDone(row.state) ? { producedAt: message.occurredAt } : {}),
    ...(isOwn ? { state: row.state } : {}),
    ...(reason === undefined || (isOwn && file.state !== row.state) ? {} : { reason }),
  })
  return { ...known, files: known.files.map(file => (isTold(file) ? after(file) : file)) }
}
