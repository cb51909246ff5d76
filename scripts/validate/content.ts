import { createHash } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { open, readFile, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, relative, resolve } from 'node:path'
import {
  type CompiledSchema,
  compileSchema,
  includedLocations,
  SchemaCompileError,
  type SchemaHint,
  schemaHints,
} from 'bedel-record'
import { storedSchema } from './storedSchemas.ts'

/** The file for the address of a document; undefined if no catalog has it. */
export type Catalog = (address: string) => string | undefined

/** Something that the command needs and cannot use; the message says what and where. */
export class ContentError extends Error {
  override readonly name = 'ContentError'
}

/** What a file was checked with: the first line of every result. */
export interface UsedContent {
  /** Version of the specification; null if the content is of no specification. */
  specification: string | null
  schema: string
  schemaHash: string
  /** Null if no rules are run. */
  ruleset: string | null
  rulesetHash: string | null
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const readText = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new ContentError(`The schema ${path} cannot be read: ${reasonOf(error)}`, { cause: error })
  }
}

const hasScheme = (address: string): boolean => /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(address)

/** The file of a document: what a catalog gives for its address, or a file beside the schema. Nothing is fetched from elsewhere. */
type FileOf = (location: string) => string | undefined

const fileIn =
  (folder: string, catalog: Catalog | undefined): FileOf =>
  location =>
    catalog?.(location) ?? (hasScheme(location) ? undefined : resolve(folder, location))

/** Every document that a schema leads to, by its address. */
const documentsOf = async (xsd: string, fileOf: FileOf): Promise<Record<string, string>> => {
  const found: Record<string, string> = {}
  const open = includedLocations(xsd, '')
  for (let location = open.shift(); location !== undefined; location = open.shift()) {
    const file = found[location] === undefined ? fileOf(location) : undefined
    if (file === undefined) continue
    const text = await readText(file)
    found[location] = text
    open.push(...includedLocations(text, location))
  }
  return found
}

/**
 * A schema from a file, with what it includes from files beside it, or from where the catalog says. Throws ContentError naming
 * construct and place.
 */
export const schemaFromFile = async (path: string, catalog?: Catalog): Promise<CompiledSchema> =>
  compiled(path, await readText(path), fileIn(dirname(path), catalog), basename(path))

const compiled = async (
  path: string,
  xsd: string,
  fileOf: FileOf,
  ownName?: string,
): Promise<CompiledSchema> => {
  try {
    const stored = await storedSchema(xsd)
    if (stored) return stored
    return compileSchema(xsd, { documents: await documentsOf(xsd, fileOf), ...(ownName && { ownName }) })
  } catch (error) {
    if (error instanceof SchemaCompileError)
      throw new ContentError(`The schema ${path} cannot be used: ${error.message}`, { cause: error })
    throw error
  }
}

const attribute = (text: string): string =>
  text.replace(/[&<>"]/g, character => `&#${character.codePointAt(0)};`)

/** A schema of all that a file names, for its namespaces. */
const schemaOfHints = (hints: readonly SchemaHint[]): string =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${hints
    .map(({ namespace, location }) =>
      namespace === ''
        ? `<xs:include schemaLocation="${attribute(location)}"/>`
        : `<xs:import namespace="${attribute(namespace)}" schemaLocation="${attribute(location)}"/>`,
    )
    .join('')}</xs:schema>`

/** The first bytes of a file, in which its outermost tag names its schemas. */
const hintBytes = 65_536

/**
 * The schema that a file names by xsi:schemaLocation or xsi:noNamespaceSchemaLocation. A file is not trusted: only documents
 * within the folder count, and those of the catalog. Throws ContentError if it names none, or one elsewhere.
 */
export const schemaNamedBy = async (
  file: string,
  folder: string,
  catalog?: Catalog,
): Promise<CompiledSchema> => {
  const hints = schemaHints(await firstBytes(file))
  if (hints.length === 0)
    throw new ContentError(
      `${file} names no schema: its outermost element has neither xsi:schemaLocation nor xsi:noNamespaceSchemaLocation.`,
    )
  const within = await realpath(folder)
  const beside = fileIn(dirname(resolve(file)), catalog)
  const fileOf: FileOf = location => {
    const path = beside(location)
    if (path === undefined || catalog?.(location) !== undefined) return path
    if (!existsSync(path)) return path
    const way = relative(within, realpathSync(path))
    if (way.startsWith('..') || isAbsolute(way))
      throw new ContentError(`${file} names the schema ${location}, which is not within ${folder}.`)
    return path
  }
  const unknown = hints.find(({ location }) => fileOf(location) === undefined)
  if (unknown)
    throw new ContentError(
      `${file} names the schema ${unknown.location}. Nothing is fetched: give a catalog that says where it is.`,
    )
  return compiled(`that ${file} names`, schemaOfHints(hints), fileOf)
}

const firstBytes = async (path: string): Promise<Uint8Array> => {
  const file = await open(path).catch((error: unknown) => {
    throw new ContentError(`${path} cannot be opened: ${reasonOf(error)}`, { cause: error })
  })
  try {
    const { bytesRead, buffer } = await file.read(new Uint8Array(hintBytes), 0, hintBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** What is used of a schema's file alone, with the hash that a package of it has. */
export const usedSchema = async (file: string, name: string): Promise<UsedContent> => ({
  specification: null,
  schema: name,
  schemaHash: createHash('sha256')
    .update(await readFile(file))
    .digest('hex'),
  ruleset: null,
  rulesetHash: null,
})
