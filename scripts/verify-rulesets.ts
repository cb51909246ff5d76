// `npm run verify:rulesets`: runs every example of every ruleset of the release, or of the folders that are named. Of the release it
// notes the content that is in order: a server need not run those examples again. Faults are printed with file and line. Each ruleset is
// run in a process with limits, as when it is published: one that takes all memory ends that process.
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { RulesetError, readIdentity, verifiedFile } from '../server/analysis/index.ts'
import { inEnglish } from '../server/messages.ts'
import { createCheckProcesses, RefusedFiles } from '../server/publishing/index.ts'
import { helpOn } from './support/help.mjs'
import { refuse } from './support/options.ts'
import { ContentError, schemaFromFile } from './validate/content.ts'

const usage = `npm run verify:rulesets [-- folder/ [folder/ ...] [--schema a.xsd]]
  Runs every example of the rulesets in these folders, and prints each fault with file and line. Without a folder, of every ruleset
  of the release, and notes the content that is in order.
  --schema  the schema of the record; without it, the file that the manifest names, beside the folder or in the release
Ends with 0 if all are in order, 1 if one has a fault, 2 if it could not be carried out.`
helpOn(usage)

const repository = join(import.meta.dirname, '..')

const checks = createCheckProcesses()
/** Longest that one ruleset may take, on a machine that does much else. */
const longestMs = 15 * 60_000

/** Names of the folders in a folder. */
const foldersIn = async (path: string): Promise<string[]> =>
  (await readdir(path, { withFileTypes: true })).filter(entry => entry.isDirectory()).map(({ name }) => name)

/** Verifies one ruleset and prints what is wrong; undefined if anything is. */
const verify = async (shown: string, folder: string, schema: string) => {
  try {
    const schemaDocument = await readFile(schema, 'utf8')
    const found = await checks.use({ by: folder, withinMs: longestMs, file: 'ruleset.yaml' }, run =>
      run('delivered', { folder, schemaDocument }),
    )
    console.log(`${shown}: ${found.ruleCount} rules in order`)
    return found
  } catch (error) {
    if (!(error instanceof RefusedFiles)) throw error
    for (const { file, line, message } of error.faults)
      console.error(`${join(shown, file)}:${line} ${inEnglish(message)}`)
    process.exitCode = 1
    return undefined
  }
}

/** Verifies the rulesets of a record and notes their content. */
const verifyRecord = async (record: string): Promise<void> => {
  const rulesets = join(repository, 'rulesets', record)
  const hashes: Record<string, string> = {}
  for (const name of await foldersIn(rulesets)) {
    const schema = join(repository, 'schemas', record, `${name.replaceAll('.', '_')}.xsd`)
    const found = await verify(join('rulesets', record, name), join(rulesets, name), schema)
    if (found) hashes[found.version] = found.hash
  }
  const sorted = Object.fromEntries(Object.entries(hashes).sort(([a], [b]) => a.localeCompare(b)))
  await writeFile(join(rulesets, verifiedFile), `${JSON.stringify(sorted, null, 2)}\n`)
}

/** Records of the release. */
const records = async (): Promise<string[]> =>
  (await foldersIn(join(repository, 'rulesets'))).filter(name => name !== 'schema')

/** The file of the schema that a manifest names, beside its folder or in the release. */
const namedSchema = async (folder: string): Promise<string | undefined> => {
  const { schemaVersion } = await readIdentity(folder)
  const file = `${schemaVersion}.xsd`
  const places = [
    dirname(join(folder, '.')),
    ...(await records()).map(one => join(repository, 'schemas', one)),
  ]
  return places.map(place => join(place, file)).find(path => existsSync(path))
}

/** Verifies a ruleset in any folder. */
const verifyFolder = async (folder: string, given: string | undefined): Promise<void> => {
  try {
    const schema = given ?? (await namedSchema(folder))
    if (schema === undefined)
      return refuse(`${folder}: the schema that ruleset.yaml names was not found. Give it with --schema.`)
    await schemaFromFile(schema)
    await verify(folder, folder, schema)
  } catch (error) {
    if (error instanceof ContentError) return refuse(error.message)
    if (!(error instanceof RulesetError)) throw error
    for (const { file, line, message } of error.faults)
      console.error(`${join(folder, file)}:${line} ${message}`)
    process.exitCode = 1
  }
}

const { values, positionals } = (() => {
  try {
    return parseArgs({ allowPositionals: true, options: { schema: { type: 'string' } } })
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : error}\nUsage: ${usage}`)
  }
})()
if (positionals.length === 0 && values.schema !== undefined)
  refuse(`--schema goes with a folder.\nUsage: ${usage}`)
for (const folder of positionals) await verifyFolder(folder, values.schema)
if (positionals.length === 0) for (const record of await records()) await verifyRecord(record)
