import { type CheckOptions, type CheckOutcome, type CompiledSchema, createChecker } from 'bedel-record'
import { type RowOptions, writeRows } from 'bedel-record/rows'
import { xmlLimits } from '../../src/domain/limits.ts'
import { createHeaderReader, type HeaderPaths, type RecordHeader } from '../../src/domain/recordHeader.ts'
import { recordMessages } from '../../src/domain/recordMessages.ts'
import { compressPage } from './compressPage.ts'
import { endOf, heldKeyBytes } from './ending.ts'
import type { AnalysisContext } from './facts.ts'
import { type KeyFile, openKeyFile } from './keyFile.ts'
import { createRecordFiles, type RecordFiles } from './recordFiles.ts'
import { createRowThread, hasRowThread, type RowThread } from './rowThread.ts'
import { type ColumnTypes, kindOf } from './tables.ts'

/** Up to so many bytes a file is loaded on one thread: a second one takes an eighth of a second of the processor before it helps. */
const oneThreadBytes = 64 * 1024 * 1024

/** What the head of the file says, known before the first record of a person. */
export type FileHead = Pick<RecordHeader, 'ukprn' | 'collectionReference' | 'names'>

export interface LoadInput {
  bytes: AsyncIterable<Uint8Array>
  totalBytes: number
  schema: CompiledSchema
  /** Where the file names its provider and collection, and what its identifiers look like: the manifest's `header`. */
  header: HeaderPaths | undefined
  findingsCap?: number
  /** Bytes of keys of the schema's constraints that are held; beyond, they go to a file. 32 MiB by default. */
  keyBytes?: number | undefined
  /** Up to so many bytes a file is loaded on one thread: 64 MiB by default. The rows of a larger one are made into files on a second. */
  oneThreadBytes?: number
  /** Types of the columns of the files that keep the rows; without, the file is only checked and none are made. */
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
  /** Whether the record's files are there: the file fits its schema, and storing it was asked for and allowed. */
  isStored: boolean
}

/** Where the rows go. */
interface Target {
  files: RecordFiles
  types: ColumnTypes
  /** Makes them into files while the file is read; without, that is done in between. */
  thread: RowThread | undefined
}

/** Reads the file to its end. Its rows go to the record's files, unless the head or a finding says otherwise. */
const readFile = async (
  context: AnalysisContext,
  input: LoadInput,
  target: Target | null,
  keyFile: KeyFile,
): Promise<LoadResult> => {
  const reader = createHeaderReader(input.header, input.onEngagement)
  let isAllowed: boolean | undefined
  const isStoring = (): boolean => {
    isAllowed ??= input.mayStore?.(reader.head) ?? true
    return isAllowed && checker.findingsTotal === 0
  }
  const rowsTo = ({ files, types, thread }: Target): NonNullable<CheckOptions['rows']> => {
    const written: RowOptions = {
      kindOf: column => kindOf(column, types),
      write: (table, bytes) => {
        if (isStoring()) files.write(table, bytes)
      },
      ...(compressPage && { compress: compressPage }),
    }
    return thread ? tables => thread.start(tables, written) : writeRows(written)
  }
  const checker = createChecker(input.schema, {
    ...(input.findingsCap === undefined ? {} : { findingsCap: input.findingsCap }),
    limits: xmlLimits,
    messages: recordMessages,
    watch: reader.watch,
    keys: { store: keyFile, limit: input.keyBytes ?? heldKeyBytes },
    ...(target && { rows: rowsTo(target) }),
  })
  let done = 0
  for await (const chunk of input.bytes) {
    context.signal.throwIfAborted()
    checker.write(chunk)
    await target?.thread?.keepUp()
    done += chunk.byteLength
    context.onProgress({ done, total: input.totalBytes, unit: 'bytes' })
    if (checker.hasFailed) break
  }
  const outcome = await endOf(checker, context.signal)
  const isSound = outcome.wellFormed && outcome.findingsTotal === 0
  if (isSound) await target?.thread?.finish()
  target?.files.close()
  const read = reader.header()
  const header = isSound && input.complete ? await input.complete(read) : read
  const isStored = target !== null && isSound && isStoring() && (input.mayKeep?.(header) ?? true)
  return { outcome, header, isStored }
}

const readWithKeys = async (
  context: AnalysisContext,
  input: LoadInput,
  target: Target | null,
): Promise<LoadResult> => {
  const keyFile = openKeyFile(context.workFolder)
  try {
    return await readFile(context, input, target, keyFile)
  } finally {
    keyFile.close()
  }
}

/** Whether a second thread may be used, and is worth it. */
const hasThreadOfRows = ({ threads }: AnalysisContext, input: LoadInput): boolean =>
  hasRowThread && threads > 1 && input.totalBytes > (input.oneThreadBytes ?? oneThreadBytes)

/**
 * Reads a file once, as a stream: checks it against its schema, takes its header, and with `store` writes the record's files,
 * one for each entity with row, parent, line and byte. A file that is not well-formed, does not fit its schema or may not be
 * stored leaves none behind, nor does a load that is stopped.
 */
export const loadRecord = async (context: AnalysisContext, input: LoadInput): Promise<LoadResult> => {
  const types = input.store
  if (types === undefined) return readWithKeys(context, input, null)
  const files = createRecordFiles(context.recordsFolder)
  const thread = hasThreadOfRows(context, input) ? createRowThread(context.signal) : undefined
  let isStored = false
  try {
    const result = await readWithKeys(context, input, { files, types, thread })
    isStored = result.isStored
    return result
  } finally {
    await thread?.stop()
    if (!isStored) files.remove()
  }
}
