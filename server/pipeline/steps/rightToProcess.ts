import { sql } from 'kysely'
import {
  acceptsOnlineValidation,
  acceptsSubmissions,
  type CollectionStateName,
} from '../../../src/domain/collection.ts'
import type { RecordHeader } from '../../../src/domain/recordHeader.ts'
import { checkRightToProcess, type ProcessingFacts } from '../../analysis/index.ts'
import { withScope } from '../../database/scope.ts'
import { PermanentFault } from '../../queue/index.ts'
import { failureOfRight, storeFindings } from '../findings.ts'
import type { AnalysisInput, AnalysisStep, StepTools } from '../pipeline.ts'
import { removeLoaded } from './loadedFile.ts'

/** The header that the schema check has read. */
const headerOf = async ({ db }: StepTools, submissionId: string): Promise<RecordHeader> =>
  withScope(db, { scope: 'all' }, async tx => {
    const { rows } = await sql<{
      header: RecordHeader | null
    }>`select detail -> 'header' as header from step_result
      where submission_id = ${submissionId}::uuid and step = 'SCHEMA_CHECK'`.execute(tx)
    const header = rows[0]?.header
    if (!header) throw new PermanentFault('The schema check has left no header of the file.')
    return header
  })

/** How the collection stands for the provider of a submission. */
export const processingFactsOf = ({
  submission,
  subject,
}: Pick<AnalysisInput, 'submission' | 'subject'>): ProcessingFacts => {
  const { facts, collectionState, isOnboarded, hasNilReturn } = subject
  const takesFiles = submission.mode === 'ovt' ? acceptsOnlineValidation : acceptsSubmissions
  return {
    collectionReference: facts.collectionReference,
    provider: facts.provider,
    // A re-processing is allowed in a closed collection too; the chart has decided on that.
    isCollectionOpen: submission.copiedFrom !== null || takesFiles(collectionState as CollectionStateName),
    collectionState,
    isOnboarded,
    isNilReturn: hasNilReturn,
  }
}

/**
 * Whether the file may be processed for this provider and collection (reference §7.1); a failure shows only that, and takes
 * away what was loaded.
 */
export const checkRight: AnalysisStep = async (tools, input) => {
  const { submission, context } = input
  const header = await headerOf(tools, submission.id)
  const found = checkRightToProcess(header, processingFactsOf(input))
  if (found.length > 0) await removeLoaded(context.databaseFile)
  const failures = found.map(failureOfRight)
  const store = (tx: Parameters<typeof storeFindings>[0]) =>
    storeFindings(tx, { submissionId: submission.id, instId: submission.instId }, failures)
  const [first] = failures
  return first === undefined
    ? { outcome: 'PASSED', detail: {}, store }
    : { outcome: 'FAILED', detail: { findings: found }, change: { failureReason: first.Error }, store }
}
