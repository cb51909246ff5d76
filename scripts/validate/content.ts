import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { loadRuleset, type Ruleset } from '../../server/analysis/index.ts'
import {
  type CompiledSchema,
  codeLists,
  compileSchema,
  entityTables,
  includedLocations,
  SchemaCompileError,
} from '../../src/record/index.ts'

/** Something that the command needs and cannot use; the message says what and where. */
export class ContentError extends Error {
  override readonly name = 'ContentError'
}

const root = join(import.meta.dirname, '../..')
const schemas = join(root, 'schemas/student')
const rulesets = join(root, 'rulesets/student')

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const readText = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new ContentError(`The schema ${path} cannot be read: ${reasonOf(error)}`, { cause: error })
  }
}

/** Addresses of files that a schema document includes or imports; those with a scheme are never fetched. */
const filesIn = (xsd: string, location: string): string[] =>
  includedLocations(xsd, location).filter(included => !/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(included))

const documentsBeside = async (path: string, xsd: string): Promise<Record<string, string>> => {
  const found: Record<string, string> = {}
  const open = filesIn(xsd, '')
  for (let location = open.shift(); location !== undefined; location = open.shift()) {
    if (found[location] !== undefined) continue
    const text = await readText(resolve(dirname(path), location))
    found[location] = text
    open.push(...filesIn(text, location))
  }
  return found
}

/** A schema from a file, with what it includes from files beside it. Throws ContentError naming construct and place. */
export const schemaFromFile = async (path: string): Promise<CompiledSchema> => {
  const xsd = await readText(path)
  try {
    return compileSchema(xsd, { documents: await documentsBeside(path, xsd), ownName: basename(path) })
  } catch (error) {
    if (error instanceof SchemaCompileError)
      throw new ContentError(`The schema ${path} cannot be used: ${error.message}`, { cause: error })
    throw error
  }
}

const latestOf = async (folder: string, reference: string, ending: string): Promise<string | undefined> => {
  const names = (await readdir(folder)).filter(
    name => name.startsWith(`${reference}_`) && name.endsWith(ending),
  )
  return names.sort((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1)
}

/** The newest schema and ruleset of a collection; a collection may have a schema before it has rules. */
export const contentOf = async (
  reference: string,
): Promise<{ schema: CompiledSchema; schemaName: string; ruleset: Ruleset | undefined }> => {
  const file = await latestOf(schemas, reference, '.xsd')
  if (file === undefined) {
    const known = (await readdir(schemas)).map(name => name.slice(0, 5))
    throw new ContentError(
      `There is no schema for the collection ${reference}. There is one for ${[...new Set(known)].join(', ')}.`,
    )
  }
  const schema = await schemaFromFile(join(schemas, file))
  const folder = await latestOf(rulesets, reference, '')
  return {
    schema,
    schemaName: file.replace(/\.xsd$/, ''),
    ruleset:
      folder === undefined
        ? undefined
        : await loadRuleset(join(rulesets, folder), entityTables(schema), { codedFields: codeLists(schema) }),
  }
}
