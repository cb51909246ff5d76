import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type CompiledSchema, codeLists, entityTables } from 'bedel-record'
import { loadRuleset, type Ruleset } from '../../server/analysis/index.ts'
import { ContentError, schemaFromFile } from './content.ts'

const root = join(import.meta.dirname, '../..')
const schemas = join(root, 'schemas')
const rulesets = join(root, 'rulesets')

/** What the folders of all records hold, as paths. */
const allIn = async (root: string): Promise<string[]> => {
  const entries = await readdir(root, { withFileTypes: true })
  const folders = entries.filter(entry => entry.isDirectory()).map(({ name }) => join(root, name))
  const names = await Promise.all(
    folders.map(async folder => (await readdir(folder)).map(name => join(folder, name))),
  )
  return names.flat()
}

const latestOf = async (root: string, reference: string, ending: string): Promise<string | undefined> =>
  (await allIn(root))
    .filter(path => basename(path).startsWith(`${reference}_`) && path.endsWith(ending))
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .at(-1)

/** The newest schema and ruleset of a collection; a collection may have a schema before it has rules. */
export const contentOf = async (
  reference: string,
): Promise<{
  schema: CompiledSchema
  schemaFile: string
  schemaName: string
  ruleset: Ruleset | undefined
}> => {
  const file = await latestOf(schemas, reference, '.xsd')
  if (file === undefined) {
    const known = (await allIn(schemas)).map(path => basename(path).slice(0, 5)).sort()
    throw new ContentError(
      `There is no schema for the collection ${reference}. There is one for ${[...new Set(known)].join(', ')}.`,
    )
  }
  const schema = await schemaFromFile(file)
  const folder = await latestOf(rulesets, reference, '')
  return {
    schema,
    schemaFile: file,
    schemaName: basename(file, '.xsd'),
    ruleset:
      folder === undefined
        ? undefined
        : await loadRuleset(folder, entityTables(schema), { codedFields: codeLists(schema) }),
  }
}
