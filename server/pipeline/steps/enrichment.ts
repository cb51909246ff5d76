import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deriveFields, loadRecord, type SubmissionFacts, summaryOf } from '../../analysis/index.ts'
import { PermanentFault, SavingFault } from '../../queue/index.ts'
import type { AnalysisInput, AnalysisStep, StepTools } from '../pipeline.ts'
import { bytesOf } from './storedFile.ts'

/** Copies the history of the year before into the work folder: the only folder that SQL can read. */
export const factsWithHistory = async (
  { store }: StepTools,
  { subject, context }: AnalysisInput,
): Promise<SubmissionFacts> => {
  if (!subject.previous) return subject.facts
  const previousHistoryFile = join(context.workFolder, 'previous.parquet')
  await writeFile(previousHistoryFile, await store.open(subject.previous.historyKey))
  return { ...subject.facts, previousHistoryFile }
}

/**
 * Loads the records into a DuckDB file and derives fields. The file is made under a name of this taking and gets its own
 * name when it is whole, so that a worker that died or lost the step leaves nothing that a later step could take.
 */
export const enrich: AnalysisStep = async (tools, input) => {
  const { submission, subject, context: given, fence } = input
  const { schema, ruleset } = await tools.content.load(subject.versions)
  const context = { ...given, databaseFile: `${given.databaseFile}.${fence}` }
  try {
    await rm(context.databaseFile, { force: true })
    const { bytes, totalBytes } = await bytesOf(tools.store, submission)
    const { outcome } = await loadRecord(context, {
      bytes,
      totalBytes,
      schema,
      header: ruleset.manifest.header,
      findingsCap: 1,
      store: ruleset.manifest.columns,
    }).catch(error => {
      if (input.signal.aborted || error instanceof PermanentFault) throw error
      throw new SavingFault('The records could not be saved.', { cause: error })
    })
    if (!outcome.wellFormed || outcome.findingsTotal > 0)
      throw new PermanentFault('The stored file differs from the one that passed the schema check.')
    await deriveFields(context, ruleset, await factsWithHistory(tools, { ...input, context }))
    const summary = await summaryOf(context, ruleset)
    input.signal.throwIfAborted()
    await rename(context.databaseFile, given.databaseFile)
    return {
      outcome: 'PASSED',
      detail: { rows: summary.rows },
      change: { studentCount: summary.studentCount },
    }
  } finally {
    await rm(context.databaseFile, { force: true })
    await rm(`${context.databaseFile}.wal`, { force: true })
  }
}
