import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql, type Transaction } from 'kysely'
import { message } from '../../../src/messages/message.ts'
import {
  deriveFields,
  loadRecord,
  type SubmissionFacts,
  summaryOf,
  type TransferOut,
  transfersOut,
} from '../../analysis/index.ts'
import type { Database } from '../../database/schema.ts'
import { PermanentFault, SavingFault } from '../../jobs/index.ts'
import type { AnalysisInput, AnalysisStage, StageTools } from '../stage.ts'
import { attemptFileOf, copyLoaded, removeEarlierAttempts, removeLoaded } from './loadedFile.ts'
import { openStoredFile } from './storedFile.ts'

/** Copies the history of the year before into the work folder: the only folder that SQL can read. */
export const factsWithHistory = async (
  { store }: StageTools,
  { context, analysis }: AnalysisInput,
): Promise<SubmissionFacts> => {
  if (!context.previous) return context.facts
  const previousHistoryFile = join(analysis.workFolder, 'previous.parquet')
  await writeFile(previousHistoryFile, await store.open(context.previous.historyKey))
  return { ...context.facts, previousHistoryFile }
}

/** Keeps what the submission says of students who go to other providers, in place of what an earlier run found. */
const storeTransfers = async (
  tx: Transaction<Database>,
  { id, instId }: AnalysisInput['submission'],
  transfers: readonly TransferOut[],
): Promise<void> => {
  await sql`delete from transfer_out where submission_id = ${id}::uuid`.execute(tx)
  const rows = transfers.map(({ sid, numhus, destinationUkprn }) => ({
    sid,
    numhus,
    destination_ukprn: destinationUkprn,
  }))
  await sql`insert into transfer_out (submission_id, inst_id, sid, numhus, destination_ukprn)
    select ${id}::uuid, ${instId}, r.sid, r.numhus, r.destination_ukprn
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (sid text, numhus text, destination_ukprn text)
    on conflict do nothing`.execute(tx)
}

/**
 * Loads the records from the stored file, where what the schema check has loaded is no longer there. Only the derived
 * fields count as progress of the stage: a bar that was full of bytes would have to go back for them.
 */
const loadAfresh = async (tools: StageTools, input: AnalysisInput): Promise<void> => {
  const { schema, ruleset } = await tools.specifications.load(input.context.versions)
  const analysis = { ...input.analysis, onProgress: () => {} }
  const file = await openStoredFile(tools.store, input.submission)
  try {
    const { outcome } = await loadRecord(analysis, {
      bytes: file.bytes,
      totalBytes: file.totalBytes,
      schema,
      header: ruleset.manifest.header,
      findingsCap: 1,
      store: ruleset.manifest.columns,
    }).catch(error => {
      if (input.signal.aborted || error instanceof PermanentFault) throw error
      throw new SavingFault(message('server', 'fault.notSaved'), { cause: error })
    })
    await file.verify()
    if (!outcome.wellFormed || outcome.findingsTotal > 0)
      throw new PermanentFault(message('server', 'fault.fileDiffers'))
  } finally {
    await file.close()
  }
}

/**
 * Derives the fields of the loaded records in a DuckDB file. The file is made under a name of this attempt and gets its own
 * name when it is whole, so that a worker that died or lost the stage leaves nothing that a later stage could take.
 */
export const enrich: AnalysisStage = async (tools, given) => {
  const { context, fencingToken } = given
  const { databaseFile } = given.analysis
  const { ruleset } = await tools.specifications.load(context.versions)
  const analysis = { ...given.analysis, databaseFile: attemptFileOf(databaseFile, fencingToken) }
  const input = { ...given, analysis }
  try {
    await removeEarlierAttempts(databaseFile, fencingToken)
    if (!(await copyLoaded(databaseFile, analysis.databaseFile))) await loadAfresh(tools, input)
    await deriveFields(analysis, ruleset, await factsWithHistory(tools, input))
    const summary = await summaryOf(analysis, ruleset)
    const transfers = await transfersOut(analysis, ruleset)
    input.signal.throwIfAborted()
    await rename(analysis.databaseFile, databaseFile)
    await removeLoaded(databaseFile)
    return {
      outcome: 'PASSED',
      detail: { rows: summary.rows },
      change: { studentCount: summary.studentCount },
      store: tx => storeTransfers(tx, given.submission, transfers),
    }
  } finally {
    await rm(analysis.databaseFile, { force: true })
    await rm(`${analysis.databaseFile}.wal`, { force: true })
  }
}
