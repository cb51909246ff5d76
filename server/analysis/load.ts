import { rm } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { createHeaderReader, type HeaderPaths, type RecordHeader } from '../../src/domain/recordHeader.ts'
import {
  type Checker,
  type CheckOutcome,
  type CompiledSchema,
  createChecker,
  entityTables,
} from '../../src/record/index.ts'
import { openDatabase } from './database.ts'
import type { AnalysisContext } from './facts.ts'
import { type KeyFile, openKeyFile } from './keyFile.ts'
import { createSegmentLoader, type SegmentLoader } from './segments.ts'
import { type ColumnTypes, createPlainTables } from './tables.ts'

/** Size of a segment of CSV: large enough for the database to load it at speed, small enough for many tables at once. */
const segmentBytes = 1 * 1024 * 1024
/** Keys held while reading. More only takes memory: sorting and writing the rest costs a third of the reading of such elements. */
const heldKeyBytes = 32 * 1024 * 1024
/** Memory of the database while it loads: more only defers its writing. */
const loadingMemoryMb = 128

/** What the head of the file says, known before the first record of a person. */
export type FileHead = Pick<RecordHeader, 'ukprn' | 'collectionReference'>

export interface LoadInput {
  bytes: AsyncIterable<Uint8Array>
  totalBytes: number
  schema: CompiledSchema
  /** Where the file names its provider and collection, and what its identifiers look like: the manifest's `header`. */
  header: HeaderPaths | undefined
  findingsCap?: number
  /** Bytes of keys of the schema's constraints that are held; beyond, they go to a file. 32 MiB by default. */
  keyBytes?: number | undefined
  /** Types of the columns of the database that keeps the rows; without, the file is only checked and none is made. */
  store?: ColumnTypes | undefined
  /** Asked once, before the first row is written. Where it says no, the file is checked to its end and nothing is kept. */
  mayStore?: (head: FileHead) => boolean
  /** Hears of each engagement of the file: the identifier of its student and its own. */
  onEngagement?: (identifier: string, engagement: string) => void
  /** Asked once about a file that fits its schema: adds to its header what others than the file know. */
  complete?: (header: RecordHeader) => Promise<RecordHeader>
  /** Asked once, when the file has been read to its end and before its rows are kept. Where it says no, nothing is kept. */
  mayKeep?: (header: RecordHeader) => boolean
}

export interface LoadResult {
  outcome: CheckOutcome
  header: RecordHeader
  /** Records by entity; empty where nothing was stored. */
  rows: Readonly<Record<string, number>>
  /** Whether the database holds the file: it fits its schema, and storing it was asked for and allowed. */
  isStored: boolean
}

/** Removes an analysis database and its log. */
export const removeDatabase = async (file: string): Promise<void> => {
  await rm(file, { force: true })
  await rm(`${file}.wal`, { force: true })
}

/** Ends the check. Comparing keys that went to a file takes long, so others have their turn meanwhile. */
const endOf = async (checker: Checker, signal: AbortSignal): Promise<CheckOutcome> => {
  const pieces = checker.endInPieces()
  for (let piece = pieces.next(); ; piece = pieces.next()) {
    if (piece.done) return piece.value
    await setImmediate()
    signal.throwIfAborted()
  }
}

/** Reads the file to its end. With a loader its rows go there, unless the head or a finding says otherwise. */
const readFile = async (
  context: AnalysisContext,
  input: LoadInput,
  loader: SegmentLoader | null,
  keyFile: KeyFile,
): Promise<LoadResult> => {
  const reader = createHeaderReader(input.header, input.onEngagement)
  let isAllowed: boolean | undefined
  const isStoring = (): boolean => {
    isAllowed ??= input.mayStore?.(reader.head) ?? true
    return isAllowed && checker.findingsTotal === 0
  }
  const checker = createChecker(input.schema, {
    ...(input.findingsCap === undefined ? {} : { findingsCap: input.findingsCap }),
    watch: reader.watch,
    keys: { store: keyFile, limit: input.keyBytes ?? heldKeyBytes },
    ...(loader && {
      rows: {
        segmentBytes,
        segment: (table: string, csv: Uint8Array, rows: number): void => {
          if (isStoring()) loader.add({ table, csv, rows })
        },
      },
    }),
  })
  let done = 0
  for await (const chunk of input.bytes) {
    context.signal.throwIfAborted()
    checker.write(chunk)
    await loader?.ready()
    done += chunk.byteLength
    context.onProgress({ done, total: input.totalBytes, unit: 'bytes' })
    if (checker.hasFailed) break
  }
  const outcome = await endOf(checker, context.signal)
  await loader?.settle()
  const read = reader.header()
  const isSound = outcome.wellFormed && outcome.findingsTotal === 0
  const header = isSound && input.complete ? await input.complete(read) : read
  const isStored = loader !== null && isSound && isStoring() && (input.mayKeep?.(header) ?? true)
  return { outcome, header, rows: isStored ? loader.rows : {}, isStored }
}

const readWithKeys = async (
  context: AnalysisContext,
  input: LoadInput,
  loader: SegmentLoader | null,
): Promise<LoadResult> => {
  const keyFile = openKeyFile(context.workFolder)
  try {
    return await readFile(context, input, loader, keyFile)
  } finally {
    keyFile.close()
  }
}

/**
 * Reads a file once, as a stream: checks it against its schema, takes its header, and with `store` fills the submission's
 * database, one table for each entity with row, parent, line and byte. Memory stays bounded: reading waits for the database.
 * A file that is not well-formed, does not fit its schema or may not be stored leaves no database behind, nor does a load
 * that is stopped.
 */
export const loadRecord = async (context: AnalysisContext, input: LoadInput): Promise<LoadResult> => {
  const types = input.store
  if (types === undefined) return readWithKeys(context, input, null)
  await removeDatabase(context.databaseFile)
  // The reader fills one thread and the database another; more threads of the database only wait for each other.
  const memoryMb = Math.min(context.memoryMb, loadingMemoryMb)
  const database = await openDatabase({ ...context, threads: 1, memoryMb })
  let isStored = false
  try {
    const tables = entityTables(input.schema)
    await database.run('begin transaction')
    await createPlainTables(database, tables, types)
    const loader = createSegmentLoader(database, context.workFolder, tables, types)
    const result = await readWithKeys(context, input, loader)
    // What may not be kept is never committed.
    await database.run(result.isStored ? 'commit' : 'rollback')
    isStored = result.isStored
    return result
  } finally {
    database.close()
    if (!isStored) await removeDatabase(context.databaseFile)
  }
}
