import { acceptsOnlineValidation, acceptsSubmissions } from '../../../src/domain/collection.ts'
import { message } from '../../../src/messages/message.ts'
import { checkRightToProcess, type ProcessingFacts } from '../../analysis/index.ts'
import { forgetArtefacts } from '../../database/queries/artefacts.ts'
import { PermanentFault } from '../../jobs/index.ts'
import { failureOfRight, storeFindings } from '../findings.ts'
import type { AnalysisInput, AnalysisStage } from '../stage.ts'

/** How the collection stands for the provider of a submission. */
export const processingFactsOf = ({
  submission,
  context,
}: Pick<AnalysisInput, 'submission' | 'context'>): ProcessingFacts => {
  const { facts, collectionState, isOnboarded, hasNilReturn } = context
  const takesFiles = submission.mode === 'ovt' ? acceptsOnlineValidation : acceptsSubmissions
  return {
    collectionReference: facts.collectionReference,
    provider: facts.provider,
    // A re-processing is allowed in a closed collection too; the chart has decided on that.
    isCollectionOpen:
      submission.copiedFrom !== null || (collectionState !== undefined && takesFiles(collectionState)),
    collectionState,
    isOnboarded,
    isNilReturn: hasNilReturn,
  }
}

/**
 * Whether the file may be processed for this provider and collection (reference §7.1); a failure shows only that, and takes
 * away its records.
 */
export const checkRight: AnalysisStage<'RIGHT_TO_PROCESS'> = async (tools, input) => {
  const { submission, context } = input
  if (!context.header) throw new PermanentFault(message('server', 'fault.noHeader'))
  const found = checkRightToProcess(context.header, processingFactsOf(input))
  if (found.length > 0)
    for (const stored of Object.values(context.parts)) await tools.artefacts.remove(stored)
  const failures = found.map(failureOfRight)
  const store = async (tx: Parameters<typeof storeFindings>[0]) => {
    if (found.length > 0) await forgetArtefacts(tx, submission.id)
    await storeFindings(tx, { submissionId: submission.id, instId: submission.instId }, failures)
  }
  const [first] = failures
  return first === undefined
    ? { outcome: 'PASSED', detail: {}, store }
    : { outcome: 'FAILED', detail: { findings: found }, change: { failureReason: first.Error }, store }
}
