import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { frameOf } from './ruleset/frame.ts'
import { schemaFiles, withTables } from './ruleset/schemas.ts'
import { helpOn } from './support/help.mjs'
import { refuse } from './support/options.ts'
import { ContentError, schemaFromFile } from './validate/content.ts'

const usage = `npm run ruleset -- new folder/ --schema a.xsd
       npm run ruleset -- schema
  new     makes a ruleset for a schema in an empty folder: a rule for each key and each code list, with examples. It runs
          at once: npm run verify:rulesets -- folder/ --schema a.xsd
  schema  writes the JSON Schemas of the files of a ruleset (rulesets/schema) and the tables in rulesets/README.md and
          docs/rules/language.md`
helpOn(usage)

const rulesets = join(import.meta.dirname, '../rulesets')

const writeSchemas = async (): Promise<void> => {
  const folder = join(rulesets, 'schema')
  await mkdir(folder, { recursive: true })
  for (const [name, text] of schemaFiles()) await writeFile(join(folder, name), text)
  for (const document of [join(rulesets, 'README.md'), join(rulesets, '../docs/rules/language.md')])
    await writeFile(document, withTables(await readFile(document, 'utf8')))
}

/** Makes a ruleset. Ends with 2 if the folder has files, or the schema cannot be used. */
const makeNew = async (folder: string, xsd: string): Promise<void> => {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? [] : refuse(`"${folder}" cannot be used: ${error.message}`),
  )
  if (found.length > 0) refuse(`"${folder}" is not empty. Name a new folder.`)
  const schema = await schemaFromFile(xsd).catch((error: unknown) => {
    if (error instanceof ContentError) return refuse(error.message)
    throw error
  })
  const files = frameOf({
    schema,
    schemaFile: basename(xsd),
    schemasAt: (file, name) =>
      relative(dirname(resolve(folder, file)), join(rulesets, 'schema', `${name}.json`)).replaceAll(
        '\\',
        '/',
      ),
  })
  for (const [name, text] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  const rules = [...files.keys()].filter(name => name.startsWith('rules/')).length
  console.log(`${folder}: ${rules} rules. Next: npm run verify:rulesets -- ${folder} --schema ${xsd}`)
}

const { values, positionals } = (() => {
  try {
    return parseArgs({ allowPositionals: true, options: { schema: { type: 'string' } } })
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : error}\nUsage: ${usage}`)
  }
})()
const [task, folder, ...more] = positionals
if (task === 'schema' && folder === undefined) await writeSchemas()
else if (task === 'new' && folder !== undefined && more.length === 0 && values.schema !== undefined)
  await makeNew(folder, values.schema)
else refuse(`Usage: ${usage}`)
