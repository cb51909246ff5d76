import { systemPrincipal } from '../../src/domain/principal.ts'
import { isUploading } from '../../src/domain/status.ts'
import type { Message } from '../../src/messages/message.ts'
import type { Decided, Lifecycle, WriteOptions } from '../lifecycle/index.ts'

/** Ends an upload in an error with its reason. */
export const reportFailed = (
  lifecycle: Pick<Lifecycle, 'decide'>,
  submissionId: string,
  reason: Message | string,
): Promise<Decided> =>
  lifecycle.decide(
    submissionId,
    { type: 'UPLOAD_FAILED', actor: systemPrincipal },
    { detail: { reason }, change: { failureReason: reason } },
  )

/**
 * Reports an arrived file. If the chart refuses it, because the submission that it would replace was signed off in between, the upload ends
 * with that reason. Otherwise it would expire, and its page would say that no file had come.
 */
export const reportStored = async (
  lifecycle: Pick<Lifecycle, 'decide' | 'factsOf'>,
  submissionId: string,
  options: WriteOptions,
): Promise<Decided> => {
  const decided = await lifecycle.decide(
    submissionId,
    { type: 'FILE_STORED', actor: systemPrincipal },
    options,
  )
  if (decided.ok) return decided
  const found = await lifecycle.factsOf(submissionId)
  if (found && isUploading(found.submission.status))
    await reportFailed(lifecycle, submissionId, decided.problem.reason)
  return decided
}
