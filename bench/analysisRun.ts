// One run of the whole analysis in a process of its own, so that its peak memory is its own. Prints JSON.
import { readdirSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  analysisPaths,
  buildAdditionalReports,
  buildCredibilityReports,
  deriveFields,
  loadRecord,
  runQualityRules,
  type SubmissionFacts,
  summaryOf,
  writeHistory,
} from '../server/analysis/index.ts'
import { createSpecificationStore } from '../server/pipeline/index.ts'
import { filePieces } from '../server/storage/filePieces.ts'

const [file = '', memory = '', threads = ''] = process.argv.slice(2)
const repository = join(import.meta.dirname, '..')
const folder = await mkdtemp(join(tmpdir(), 'bedel-bench-analysis-'))
const workFolder = join(folder, 'work')
await mkdir(workFolder)

const { schema, ruleset, codedFields } = await createSpecificationStore({
  schemasFolder: join(repository, 'schemas'),
  rulesetsFolder: join(repository, 'rulesets'),
  verifiedFolder: join(folder, 'verified'),
}).load({ schemaVersion: '23056_1_0_0', rulesetVersion: '23056_1.0.0' })

const provider = { instId: '0001', ukprn: '10000001', name: 'Ashby', countryCode: 'E' as const }
const facts: SubmissionFacts = {
  submissionId: '00000000-0000-0000-0000-000000000000',
  collectionReference: '23056',
  referencePeriodStart: '2023-08-01',
  referencePeriodEnd: '2024-07-31',
  provider,
  register: [provider],
}
const context = {
  ...analysisPaths(folder),
  workFolder,
  memoryMb: Number(memory),
  threads: Number(threads),
  signal: new AbortController().signal,
  onProgress: () => {},
}
const seconds: Record<string, number> = {}
const cpuSeconds: Record<string, number> = {}
const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const began = performance.now()
  const cpu = process.cpuUsage()
  const result = await work()
  seconds[name] = Math.round(performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(cpu)
  cpuSeconds[name] = Math.round((user + system) / 1000) / 1000
  return result
}

try {
  const { outcome } = await timed('check and load', () =>
    loadRecord(context, {
      bytes: filePieces(() => open(file)),
      totalBytes: statSync(file).size,
      schema,
      header: ruleset.manifest.header,
      store: ruleset.manifest.columns,
    }),
  )
  if (!outcome.wellFormed || outcome.findingsTotal > 0) throw new Error(`${file} has schema errors.`)
  await timed('derive', () => deriveFields(context, ruleset, facts))
  const results = await timed('rules', () => runQualityRules(context, ruleset, { facts }))
  const { rows } = await summaryOf(context, ruleset)
  const analysed = { ...seconds }
  await timed('reports', async () => {
    await buildCredibilityReports(context, ruleset)
    await buildAdditionalReports(context, ruleset, { codedFields })
  })
  await timed('history', () => writeHistory(context, ruleset, join(workFolder, 'history.parquet')))
  await rm(join(workFolder, 'history.parquet'))
  console.log(
    JSON.stringify({
      seconds: analysed,
      after: { reports: seconds.reports, history: seconds.history },
      cpuSeconds,
      rules: new Set(results.map(({ ruleCode }) => ruleCode)).size,
      records: Object.values(rows).reduce((sum, count) => sum + count, 0),
      databaseMegabytes: Math.round((await stat(context.databaseFile)).size / 1e6),
      // Kilobytes, of the process and all its threads.
      peakMebibytes: Math.round(process.resourceUsage().maxRSS / 1024),
      left: readdirSync(workFolder).length,
    }),
  )
} finally {
  await rm(folder, { recursive: true, force: true })
}
