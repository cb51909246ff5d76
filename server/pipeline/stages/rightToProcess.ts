import { acceptsOnlineValidation, acceptsSubmissions } from '../../../src/domain/collection.ts'
import { message } from '../../../src/messages/message.ts'
import { checkRightToProcess, type ProcessingFacts } from '../../analysis/index.ts'
import { PermanentFault } from '../../jobs/index.ts'
import { failureOfRight, storeFindings } from '../findings.ts'
import type { AnalysisInput, AnalysisStage } from '../stage.ts'
import { removeLoaded } from './loadedFile.ts'

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
 * away what was loaded.
 */
export const checkRight: AnalysisStage = async (_tools, input) => {
  const { submission, context, analysis } = input
  if (!context.header) throw new PermanentFault(message('server', 'fault.noHeader'))
  const found = checkRightToProcess(context.header, processingFactsOf(input))
  if (found.length > 0) await removeLoaded(analysis.databaseFile)
  const failures = found.map(failureOfRight)
  const store = (tx: Parameters<typeof storeFindings>[0]) =>
    storeFindings(tx, { submissionId: submission.id, instId: submission.instId }, failures)
  const [first] = failures
  return first === undefined
    ? { outcome: 'PASSED', detail: {}, store }
    : { outcome: 'FAILED', detail: { findings: found }, change: { failureReason: first.Error }, store }
}
