// `npm run verify:rulesets`: runs every example of every ruleset of the release. It notes the content that is in order: a
// server need not run those examples again. Faults are printed with file and line. Each ruleset is run in a process with limits, as when it is
// published: one that takes all memory ends that process.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifiedFile } from '../server/analysis/index.ts'
import { inEnglish } from '../server/messages.ts'
import { createCheckProcesses, RefusedFiles } from '../server/publishing/index.ts'
import { helpOn } from './support/help.mjs'

helpOn(`npm run verify:rulesets
  Runs every example of every ruleset and notes the content that is in order. Ends with 1 where one has a fault.`)

const repository = join(import.meta.dirname, '..')

const checks = createCheckProcesses()
/** Longest that one ruleset may take, on a machine that does much else. */
const longestMs = 15 * 60_000

/** Names of the folders in a folder. */
const foldersIn = async (path: string): Promise<string[]> =>
  (await readdir(path, { withFileTypes: true })).filter(entry => entry.isDirectory()).map(({ name }) => name)

/** Verifies the rulesets of a record and notes their content. */
const verifyRecord = async (record: string): Promise<void> => {
  const rulesets = join(repository, 'rulesets', record)
  const hashes: Record<string, string> = {}
  for (const name of await foldersIn(rulesets)) {
    const schema = join(repository, 'schemas', record, `${name.replaceAll('.', '_')}.xsd`)
    try {
      const schemaDocument = await readFile(schema, 'utf8')
      const folder = join(rulesets, name)
      const found = await checks.use({ by: name, withinMs: longestMs, file: 'ruleset.yaml' }, run =>
        run('delivered', { folder, schemaDocument }),
      )
      hashes[found.version] = found.hash
      console.log(`${name}: ${found.ruleCount} rules in order`)
    } catch (error) {
      if (!(error instanceof RefusedFiles)) throw error
      for (const { file, line, message } of error.faults)
        console.error(`rulesets/${record}/${name}/${file}:${line} ${inEnglish(message)}`)
      process.exitCode = 1
    }
  }
  const sorted = Object.fromEntries(Object.entries(hashes).sort(([a], [b]) => a.localeCompare(b)))
  await writeFile(join(rulesets, verifiedFile), `${JSON.stringify(sorted, null, 2)}\n`)
}

for (const record of await foldersIn(join(repository, 'rulesets'))) await verifyRecord(record)
