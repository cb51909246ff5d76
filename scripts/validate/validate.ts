import { type FileHandle, mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type AnalysisContext,
  analysisPaths,
  checkRightToProcess,
  type LoadResult,
  type SubmissionFacts,
} from '../../server/analysis/index.ts'
import { filePieces } from '../../server/storage/filePieces.ts'
import { type CheckResult, checkFile, type Fault, faultOf } from '../../server/validation/check.ts'
import type { RightToProcessFinding } from '../../src/domain/recordHeader.ts'
import { createReader, XmlError } from '../../src/record/index.ts'
import { readCatalogs } from './catalog.ts'
import { ContentError, contentOf, schemaFromFile, schemaNamedBy } from './content.ts'
import type { Country, ValidateOptions } from './options.ts'

const memoryMb = 512
const threads = 2

/** What a check of a file on this machine found. */
export interface ValidateResult extends CheckResult {
  file: string
  bytes: number
}

export const exitCodes: Readonly<Record<ValidateResult['verdict'], number>> = {
  clean: 0,
  findings: 1,
  unreadable: 2,
}

const readWellFormed = async (
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<Fault | null> => {
  const reader = createReader()
  try {
    for await (const chunk of bytes) {
      signal.throwIfAborted()
      reader.write(chunk)
    }
    reader.end()
    return null
  } catch (error) {
    if (error instanceof XmlError) return faultOf(error)
    throw error
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'it may not be read by this user',
  EISDIR: 'it is a folder',
}

/** The file opened for reading. Throws ContentError where that cannot be done. */
const openFile = async (file: string): Promise<FileHandle> => {
  const refuse = (reason: string, cause?: unknown): never => {
    throw new ContentError(`"${file}" cannot be read: ${reason}.`, { cause })
  }
  const handle = await open(file).catch((error: NodeJS.ErrnoException) =>
    refuse(reasons[error.code ?? ''] ?? error.message, error),
  )
  if ((await handle.stat()).isFile()) return handle
  await handle.close()
  return refuse('it is not a file')
}

/** Bytes of a file that can be read. Throws ContentError for any other. */
const sizeOf = async (file: string): Promise<number> => {
  const opened = await openFile(file)
  try {
    return (await opened.stat()).size
  } finally {
    await opened.close()
  }
}

/** The submission as far as a file and a collection tell of it: its provider is the one that the file names. */
const factsOf = (reference: string, country: Country, { header }: LoadResult): SubmissionFacts => {
  const year = 2000 + Number(reference.slice(0, 2))
  const provider = {
    instId: '0000',
    ukprn: header.ukprn ?? '',
    name: 'the provider of the file',
    countryCode: country,
  }
  return {
    submissionId: '00000000-0000-0000-0000-000000000000',
    collectionReference: reference,
    referencePeriodStart: `${year}-08-01`,
    referencePeriodEnd: `${year + 1}-07-31`,
    provider,
    register: [provider],
  }
}

/** What the file itself tells of the right to process it: its collection and whose students it holds. */
const rightOf = (facts: SubmissionFacts, { header }: LoadResult): RightToProcessFinding[] =>
  checkRightToProcess(header, {
    collectionReference: facts.collectionReference,
    provider: facts.provider,
    isCollectionOpen: true,
    collectionState: 'Open',
    isOnboarded: true,
    isNilReturn: false,
  })

const inScratchFolder = async <T>(
  signal: AbortSignal,
  work: (context: AnalysisContext) => Promise<T>,
): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'bedel-validate-'))
  const workFolder = join(folder, 'work')
  await mkdir(workFolder)
  try {
    return await work({
      ...analysisPaths(folder),
      workFolder,
      memoryMb,
      threads,
      signal,
      onProgress: () => {},
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const nothing = {
  schema: null,
  findingsTotal: 0,
  findings: [],
  rules: null,
  rightToProcess: [],
} as const satisfies Partial<ValidateResult>

const contentFor = async (
  file: string,
  against: Exclude<ValidateOptions['against'], { kind: 'well-formed' }>,
) => {
  if (against.kind === 'collection') return contentOf(against.reference)
  const catalog = against.catalogs.length > 0 ? await readCatalogs(against.catalogs) : undefined
  const schema =
    against.kind === 'schema'
      ? await schemaFromFile(against.path, catalog)
      : await schemaNamedBy(file, against.folder, catalog)
  return {
    schema,
    schemaName: against.kind === 'schema' ? against.path : against.folder,
    ruleset: undefined,
  }
}

/**
 * Checks a file as the server would, without one: readable as XML, fitting its schema, and with a collection the quality
 * rules of a provider's country. Records are kept in a folder of their own that goes with the check, also when the
 * signal stops it. Throws ContentError for a file that cannot be opened and for a schema that cannot be used.
 */
export const validate = async (
  { file, against, keyBytes }: ValidateOptions,
  signal: AbortSignal,
): Promise<ValidateResult> => {
  const size = await sizeOf(file)
  const bytes = filePieces(() => openFile(file))
  if (against.kind === 'well-formed') {
    const fault = await readWellFormed(bytes, signal)
    return { file, bytes: size, verdict: fault ? 'unreadable' : 'clean', ...nothing, fault }
  }
  const { schema, schemaName, ruleset } = await contentFor(file, against)
  const checked = await inScratchFolder(signal, context =>
    checkFile(context, {
      bytes,
      totalBytes: size,
      schema,
      schemaName,
      ruleset,
      keyBytes,
      // The command knows no provider but that of the file.
      hasRegister: false,
      factsFor: async loaded =>
        against.kind === 'collection' ? factsOf(against.reference, against.country, loaded) : undefined,
      rightFor: (loaded, facts) => rightOf(facts, loaded),
    }),
  )
  return { file, bytes: size, ...checked }
}
