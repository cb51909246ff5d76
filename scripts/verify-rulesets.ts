// `npm run verify:rulesets`: runs every example of every student ruleset, and notes the content that is in order, so that a
// server need not run them again. Faults are printed with file and line. Each ruleset is run in a process with limits, as it is when
// it is published: one that takes all memory ends that process.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifiedFile } from '../server/analysis/index.ts'
import { inEnglish } from '../server/messages.ts'
import { createCheckProcesses, RefusedFiles } from '../server/publishing/index.ts'
import { helpOn } from './support/help.mjs'

helpOn(`npm run verify:rulesets
  Runs every example of every ruleset and notes the content that is in order. Ends with 1 where one has a fault.`)

const repository = join(import.meta.dirname, '..')
const rulesets = join(repository, 'rulesets/student')

const checks = createCheckProcesses()
/** Longest that one ruleset may take, on a machine that does much else. */
const longestMs = 15 * 60_000

const hashes: Record<string, string> = {}
for (const entry of await readdir(rulesets, { withFileTypes: true })) {
  if (!entry.isDirectory()) continue
  const schema = join(repository, 'schemas/student', `${entry.name.replaceAll('.', '_')}.xsd`)
  try {
    const schemaDocument = await readFile(schema, 'utf8')
    const folder = join(rulesets, entry.name)
    const found = await checks.use({ by: entry.name, withinMs: longestMs, file: 'ruleset.yaml' }, run =>
      run('delivered', { folder, schemaDocument }),
    )
    hashes[found.version] = found.hash
    console.log(`${entry.name}: ${found.ruleCount} rules in order`)
  } catch (error) {
    if (!(error instanceof RefusedFiles)) throw error
    for (const { file, line, message } of error.faults)
      console.error(`rulesets/student/${entry.name}/${file}:${line} ${inEnglish(message)}`)
    process.exitCode = 1
  }
}
const sorted = Object.fromEntries(Object.entries(hashes).sort(([a], [b]) => a.localeCompare(b)))
await writeFile(join(rulesets, verifiedFile), `${JSON.stringify(sorted, null, 2)}\n`)
