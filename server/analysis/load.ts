import { rm } from 'node:fs/promises'
import {
  type CheckOutcome,
  type CompiledSchema,
  createChecker,
  entityTables,
} from '../../src/record/index.ts'
import { type Database, openDatabase } from './database.ts'
import type { AnalysisContext } from './facts.ts'
import type { RecordHeader } from './rightToProcess.ts'
import type { ManifestFile } from './ruleset/model.ts'
import { createSegmentLoader, type SegmentLoader } from './segments.ts'
import { createRawTables } from './tables.ts'

/** Size of a segment of CSV: large enough for the database to load it at speed, small enough for many tables at once. */
const segmentBytes = 4 * 1024 * 1024

/** What the head of the file says, known before the first record of a person. */
export type FileHead = Pick<RecordHeader, 'ukprn' | 'collectionReference'>

export interface LoadInput {
  bytes: AsyncIterable<Uint8Array>
  totalBytes: number
  schema: CompiledSchema
  /** Where the file names its provider and collection, and what its identifiers look like: the manifest's `header`. */
  header: ManifestFile['header']
  findingsCap?: number
  /** Whether the rows are kept in the database; without, the file is only checked and no database is made. */
  store: boolean
  /** Called before the first row is written. Throwing stops the load, and nothing of the file is kept. */
  onHead?: (head: FileHead) => void
}

export interface LoadResult {
  outcome: CheckOutcome
  header: RecordHeader
  /** Records by entity; empty where nothing was stored. */
  rows: Readonly<Record<string, number>>
}

const createHeaderReader = (paths: ManifestFile['header']) => {
  const form = paths && new RegExp(paths.identifierForm)
  const identifiersByUkprn: Record<string, number> = {}
  const head: FileHead = { ukprn: null, collectionReference: null }
  let studentCount = 0
  return {
    watch: {
      paths: paths ? [paths.ukprn, paths.collectionReference, paths.identifier] : [],
      onValue(path: string, value: string): void {
        if (path === paths?.ukprn) head.ukprn ??= value
        else if (path === paths?.collectionReference) head.collectionReference ??= value
        else {
          studentCount += 1
          const ukprn = value.match(form ?? /$^/)?.[1]
          if (ukprn !== undefined) identifiersByUkprn[ukprn] = (identifiersByUkprn[ukprn] ?? 0) + 1
        }
      },
    },
    head,
    header: (): RecordHeader => ({ ...head, studentCount, identifiersByUkprn }),
  }
}

const removeDatabase = async (file: string): Promise<void> => {
  await rm(file, { force: true })
  await rm(`${file}.wal`, { force: true })
}

const read = async (
  context: AnalysisContext,
  input: LoadInput,
  loader: SegmentLoader | null,
): Promise<LoadResult> => {
  const reader = createHeaderReader(input.header)
  let isHeadSeen = false
  const checker = createChecker(input.schema, {
    ...(input.findingsCap === undefined ? {} : { findingsCap: input.findingsCap }),
    watch: reader.watch,
    ...(loader && {
      rows: {
        segmentBytes,
        segment(table: string, csv: Uint8Array, rows: number): void {
          if (!isHeadSeen) input.onHead?.(reader.head)
          isHeadSeen = true
          loader.add({ table, csv, rows })
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
  const outcome = checker.end()
  await loader?.settle()
  return { outcome, header: reader.header(), rows: loader?.rows ?? {} }
}

/**
 * Reads a file once, as a stream: checks it against its schema, takes its header, and with `store` fills the submission's
 * database, one table for each entity with row, parent, line and byte. Memory stays bounded: reading waits for the database.
 * A file that is not well-formed or does not fit its schema leaves no database behind, nor does a load that is stopped.
 */
export const loadRecord = async (context: AnalysisContext, input: LoadInput): Promise<LoadResult> => {
  if (!input.store) return read(context, input, null)
  await removeDatabase(context.databaseFile)
  const database: Database = await openDatabase(context)
  let isGood = false
  try {
    const result = await database.transaction(async () => {
      await createRawTables(database, entityTables(input.schema))
      return read(context, input, createSegmentLoader(database, context.workFolder))
    })
    isGood = result.outcome.wellFormed && result.outcome.findingsTotal === 0
    return result
  } finally {
    database.close()
    if (!isGood) await removeDatabase(context.databaseFile)
  }
}
