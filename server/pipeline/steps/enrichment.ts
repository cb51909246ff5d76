import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql, type Transaction } from 'kysely'
import {
  deriveFields,
  loadRecord,
  type SubmissionFacts,
  summaryOf,
  type TransferOut,
  transfersOut,
} from '../../analysis/index.ts'
import type { Database } from '../../database/schema.ts'
import { PermanentFault, SavingFault } from '../../queue/index.ts'
import type { AnalysisInput, AnalysisStep, StepTools } from '../pipeline.ts'
import { copyLoaded, removeEarlierTakings, removeLoaded, takingFileOf } from './loadedFile.ts'
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
 * fields count as progress of the step: a bar that was full of bytes would have to go back for them.
 */
const loadAfresh = async (tools: StepTools, input: AnalysisInput): Promise<void> => {
  const { schema, ruleset } = await tools.content.load(input.subject.versions)
  const context = { ...input.context, onProgress: () => {} }
  const { outcome } = await loadRecord(context, {
    ...(await bytesOf(tools.store, input.submission)),
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
}

/**
 * Derives the fields of the loaded records in a DuckDB file. The file is made under a name of this taking and gets its own
 * name when it is whole, so that a worker that died or lost the step leaves nothing that a later step could take.
 */
export const enrich: AnalysisStep = async (tools, given) => {
  const { subject, fence } = given
  const { databaseFile } = given.context
  const { ruleset } = await tools.content.load(subject.versions)
  const context = { ...given.context, databaseFile: takingFileOf(databaseFile, fence) }
  const input = { ...given, context }
  try {
    await removeEarlierTakings(databaseFile, fence)
    if (!(await copyLoaded(databaseFile, context.databaseFile))) await loadAfresh(tools, input)
    await deriveFields(context, ruleset, await factsWithHistory(tools, input))
    const summary = await summaryOf(context, ruleset)
    const transfers = await transfersOut(context, ruleset)
    input.signal.throwIfAborted()
    await rename(context.databaseFile, databaseFile)
    await removeLoaded(databaseFile)
    return {
      outcome: 'PASSED',
      detail: { rows: summary.rows },
      change: { studentCount: summary.studentCount },
      store: tx => storeTransfers(tx, given.submission, transfers),
    }
  } finally {
    await rm(context.databaseFile, { force: true })
    await rm(`${context.databaseFile}.wal`, { force: true })
  }
}
