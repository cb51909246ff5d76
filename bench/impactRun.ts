// What a specification would change, from kept data, in a process of its own: `FILE FOLDER PROVIDERS [AT ONCE]`. The file is loaded and
// derived once; each provider has a copy of what is kept of it. Prints JSON.
import { statSync } from 'node:fs'
import { cp, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { analysisPaths, countRulesOn, deriveFields, loadRecord, resultsOf } from '../server/analysis/index.ts'
import { measuredAtOnce } from '../server/bulk/index.ts'
import { createSpecificationStore } from '../server/pipeline/index.ts'
import { filePieces } from '../server/storage/filePieces.ts'

const [file = '', folder = '', providers = '', atOnce = ''] = process.argv.slice(2)
const repository = join(import.meta.dirname, '..')
const { schema, ruleset } = await createSpecificationStore({
  schemasFolder: join(repository, 'schemas'),
  rulesetsFolder: join(repository, 'rulesets'),
  verifiedFolder: join(folder, 'verified'),
}).load({ schemaVersion: '23056_1_0_0', rulesetVersion: '23056_1.0.0' })

const provider = { instId: '0001', ukprn: '10000001', name: 'Ashby', countryCode: 'E' as const }
const sourceIn = (home: string) => ({
  ...analysisPaths(home),
  workFolder: join(home, 'work'),
  // As an impact is measured.
  memoryMb: 128,
  threads: 1,
  signal: new AbortController().signal,
  onProgress: () => {},
})
const kept = join(folder, 'kept')
const analysis = sourceIn(kept)
await mkdir(analysis.workFolder, { recursive: true })
await loadRecord(analysis, {
  bytes: filePieces(() => open(file)),
  totalBytes: statSync(file).size,
  schema,
  header: ruleset.manifest.header,
  store: ruleset.manifest.columns,
})
await deriveFields(analysis, ruleset, {
  submissionId: '00000000-0000-0000-0000-000000000000',
  collectionReference: '23056',
  referencePeriodStart: '2023-08-01',
  referencePeriodEnd: '2024-07-31',
  provider,
  register: [provider],
})

let results = 0
const waiting = Array.from({ length: Number(providers) }, (_, at) => String(at)).values()
const measureThem = async (): Promise<void> => {
  for (const name of waiting) {
    const home = join(folder, name)
    // All that reading the fields of a small record takes from the store.
    await cp(join(kept, 'derived'), join(home, 'derived'), { recursive: true })
    const counted = await countRulesOn(sourceIn(home), ruleset.rules)
    for (const [at, counts] of counted.entries()) {
      const rule = ruleset.rules[at]
      if (!rule || 'fault' in counts) throw new Error(`${rule?.code} has a fault.`)
      results += resultsOf(rule, provider.countryCode, counts, {}).length
    }
    await rm(home, { recursive: true, force: true })
  }
}
const began = performance.now()
const used = process.cpuUsage()
// As many at once as a job measures.
await Promise.all(Array.from({ length: Number(atOnce) || measuredAtOnce }, measureThem))
const { user, system } = process.cpuUsage(used)
console.log(
  JSON.stringify({
    rules: ruleset.rules.length,
    results,
    seconds: (performance.now() - began) / 1000,
    processorSeconds: (user + system) / 1e6,
    peakMebibytes: Math.round(process.resourceUsage().maxRSS / 1024),
  }),
)
