import { isDeleted } from '../../../src/domain/collection.ts'
import { message } from '../../../src/messages/message.ts'
import { checkRightToProcess, type ProcessingFacts } from '../../analysis/index.ts'
import { forgetArtefacts } from '../../database/queries/artefacts.ts'
import { PermanentFault } from '../../jobs/index.ts'
import { failureOfRight, storeFindings } from '../findings.ts'
import type { AnalysisInput, AnalysisStage } from '../stage.ts'

/** How the collection stands for the provider of a submission. */
export const processingFactsOf = ({
  context,
  submission,
}: Pick<AnalysisInput, 'context' | 'submission'>): ProcessingFacts => {
  const { facts, collectionState, isOnboarded, hasNilReturn } = context
  return {
    collectionReference: facts.collectionReference,
    provider: facts.provider,
    // The chart has decided that the collection takes this file, when its upload or its copy was asked for: one that was in
    // time is checked even where the collection closes meanwhile (decisions §10). A deleted collection keeps no file.
    isCollectionOpen: collectionState === undefined || !isDeleted(collectionState),
    collectionState,
    isOnboarded,
    // Online validation makes no live submission, so what the provider has submitted is nothing to it (specification 2 §1).
    isNilReturn: submission.mode === 'live' && hasNilReturn,
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
