import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createReader, XmlError } from 'bedel-record'
import { filePieces } from '../../server/storage/filePieces.ts'
import {
  type CheckResult,
  checkAgainstSchema,
  type Fault,
  faultOf,
} from '../../server/validation/schemaCheck.ts'
import { xmlLimits } from '../../src/domain/limits.ts'
import { readCatalogs } from './catalog.ts'
import { ContentError, schemaFromFile, schemaNamedBy, type UsedContent, usedSchema } from './content.ts'
import type { RulesOptions, SchemaOptions, ValidateOptions } from './options.ts'

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

const nothing = {
  content: null,
  schema: null,
  findingsTotal: 0,
  findings: [],
  rules: null,
  rightToProcess: [],
} as const satisfies Partial<ValidateResult>

const inScratchFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'bedel-validate-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const schemaFor = async (file: string, against: SchemaOptions) => {
  const catalog = against.catalogs.length > 0 ? await readCatalogs(against.catalogs) : undefined
  return against.kind === 'schema'
    ? {
        schema: await schemaFromFile(against.path, catalog),
        schemaName: against.path,
        used: await usedSchema(against.path, against.path),
      }
    : { schema: await schemaNamedBy(file, against.folder, catalog), schemaName: against.folder, used: null }
}

const runsRules = (against: SchemaOptions | RulesOptions): against is RulesOptions =>
  against.kind === 'collection' ||
  against.kind === 'package' ||
  (against.kind === 'schema' && !!against.rules)

/**
 * Checks a file as the server would, without one: readable as XML, fitting its schema, and with a collection, a package or a
 * ruleset the quality rules of a provider's country. Rules and their database are loaded only if they are run. Records are kept in a
 * temporary folder that is removed after the check, also when the signal stops it. Throws ContentError for a file that cannot be opened
 * and for a schema that cannot be used.
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
  return inScratchFolder(async folder => {
    if (runsRules(against)) {
      const { checkWithRules } = await import('./rules.ts')
      const given = { bytes, totalBytes: size, keyBytes }
      return { file, bytes: size, ...(await checkWithRules(given, against, folder, signal)) }
    }
    const { used, ...schema } = await schemaFor(file, against)
    const checked = await checkAgainstSchema(bytes, { ...schema, keyBytes, workFolder: folder, signal })
    return { file, bytes: size, content: used, ...checked }
  })
}
