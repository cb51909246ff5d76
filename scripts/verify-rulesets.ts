// `npm run verify:rulesets`: runs every example of every student ruleset, and notes the content that is in order, so that a
// server need not run them again. Faults are printed with file and line.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  loadRuleset,
  RulesetError,
  rulesetHash,
  verifiedFile,
  verifyRuleset,
} from '../server/analysis/index.ts'
import { compileSchema, entityTables } from '../src/record/index.ts'
import { helpOn } from './support/help.mjs'

helpOn(`npm run verify:rulesets
  Runs every example of every ruleset and notes the content that is in order. Ends with 1 where one has a fault.`)

const repository = join(import.meta.dirname, '..')
const rulesets = join(repository, 'rulesets/student')

const hashes: Record<string, string> = {}
for (const entry of await readdir(rulesets, { withFileTypes: true })) {
  if (!entry.isDirectory()) continue
  const schema = join(repository, 'schemas/student', `${entry.name.replaceAll('.', '_')}.xsd`)
  try {
    const tables = entityTables(compileSchema(await readFile(schema, 'utf8')))
    const ruleset = await loadRuleset(join(rulesets, entry.name), tables)
    await verifyRuleset(ruleset)
    hashes[ruleset.version] = await rulesetHash(ruleset)
    console.log(`${entry.name}: ${ruleset.rules.length} rules in order`)
  } catch (error) {
    if (!(error instanceof RulesetError)) throw error
    for (const fault of error.faults)
      console.error(`rulesets/student/${entry.name}/${fault.file}:${fault.line} ${fault.message}`)
    process.exitCode = 1
  }
}
const sorted = Object.fromEntries(Object.entries(hashes).sort(([a], [b]) => a.localeCompare(b)))
await writeFile(join(rulesets, verifiedFile), `${JSON.stringify(sorted, null, 2)}\n`)
