import { systemPrincipal } from '../../src/domain/principal.ts'
import type { Message } from '../../src/messages/message.ts'
import type { Decided, Lifecycle, WriteOptions } from '../lifecycle/index.ts'

/** Ends an upload in an error that says why. */
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
 * Tells the lifecycle of a file that has arrived. One that the chart does not take any more, as the submission that it would
 * replace is signed off meanwhile, ends its upload with that reason; left alone it would be told that its time has run out.
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
  if (found?.submission.status === 'UPLOADING')
    await reportFailed(lifecycle, submissionId, decided.problem.reason)
  return decided
}
