import { type FileHandle, mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createReader, XmlError } from 'bedel-record'
import {
  type AnalysisContext,
  analysisPaths,
  checkRightToProcess,
  type LoadResult,
  type Ruleset,
  type SubmissionFacts,
} from '../../server/analysis/index.ts'
import { filePieces } from '../../server/storage/filePieces.ts'
import { type CheckResult, checkFile, type Fault, faultOf } from '../../server/validation/check.ts'
import { xmlLimits } from '../../src/domain/limits.ts'
import type { RightToProcessFinding } from '../../src/domain/recordHeader.ts'
import { readCatalogs } from './catalog.ts'
import { ContentError, contentOf, schemaFromFile, schemaNamedBy } from './content.ts'
import type { Country, ValidateOptions } from './options.ts'
import {
  type CheckingContent,
  contentOfPackage,
  rulesetFrom,
  type UsedContent,
  usedFiles,
} from './specification.ts'

const memoryMb = 512
const threads = 2

/** What a check of a file on this machine found. */
export interface ValidateResult extends CheckResult {
  file: string
  bytes: number
  /** What it was checked with; null if only its form was checked. */
  content: UsedContent | null
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
  const reader = createReader({}, xmlLimits)
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
const factsOf = (
  { reference, year }: { reference: string; year: number },
  country: Country,
  { header }: LoadResult,
): SubmissionFacts => {
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

/** The collection that rules are run for: that of the version of its content, or of the examples. */
const collectionOf = (version: string, ruleset: Ruleset | undefined): { reference: string; year: number } => {
  const [, reference] = /^(\d{5})(?:_|$)/.exec(version) ?? []
  return reference === undefined && ruleset
    ? { reference: ruleset.manifest.exampleCollection, year: ruleset.manifest.exampleYear }
    : { reference: reference ?? version, year: 2000 + Number(reference?.slice(0, 2)) }
}

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
  content: null,
  schema: null,
  findingsTotal: 0,
  findings: [],
  rules: null,
  rightToProcess: [],
} as const satisfies Partial<ValidateResult>

const contentFor = async (
  file: string,
  against: Exclude<ValidateOptions['against'], { kind: 'well-formed' }>,
  scratch: string,
): Promise<CheckingContent> => {
  if (against.kind === 'package') return contentOfPackage(against.source, scratch)
  if (against.kind === 'collection') {
    const { schemaFile, ...found } = await contentOf(against.reference)
    return { ...found, used: await usedFiles(schemaFile, found.schemaName, found.ruleset) }
  }
  const catalog = against.catalogs.length > 0 ? await readCatalogs(against.catalogs) : undefined
  const schema =
    against.kind === 'schema'
      ? await schemaFromFile(against.path, catalog)
      : await schemaNamedBy(file, against.folder, catalog)
  if (against.kind === 'named') return { schema, schemaName: against.folder, ruleset: undefined, used: null }
  const { path, rules } = against
  const ruleset = rules && (await rulesetFrom(rules.folder, schema))
  return { schema, schemaName: path, ruleset, used: await usedFiles(path, path, ruleset) }
}

/** Whose rules are run; undefined if none are. */
const countryOf = (against: ValidateOptions['against']): Country | undefined =>
  against.kind === 'collection' || against.kind === 'package'
    ? against.country
    : against.kind === 'schema'
      ? against.rules?.country
      : undefined

/**
 * Checks a file as the server would, without one: readable as XML, fitting its schema, and with a collection, a package or a
 * ruleset the quality rules of a provider's country. Records are kept in a folder of their own that goes with the check, also when the
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
  const country = countryOf(against)
  return inScratchFolder(signal, async context => {
    const { schema, schemaName, ruleset, used, tolerances } = await contentFor(
      file,
      against,
      context.workFolder,
    )
    const collection = collectionOf(
      against.kind === 'collection' ? against.reference : (used?.specification ?? ruleset?.version ?? ''),
      ruleset,
    )
    const checked = await checkFile(context, {
      bytes,
      totalBytes: size,
      schema,
      schemaName,
      ruleset,
      keyBytes,
      // The command knows no provider but that of the file.
      hasRegister: false,
      ...(tolerances && { tolerances }),
      factsFor: async loaded => (country ? factsOf(collection, country, loaded) : undefined),
      rightFor: (loaded, facts) => rightOf(facts, loaded),
    })
    return { file, bytes: size, content: used, ...checked }
  })
}
