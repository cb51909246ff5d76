// `npm run bench`: figures of this machine, each beside its peer. `--json` for programs, `--only record,browser` for some
// parts, `--sizes 1,10,100` for the files in MB, `--runs 5` for how often each is measured.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readOptions, refuse, wholeNumberOf } from '../scripts/support/options.ts'
import { analysisLines, measureAnalysis } from './analysis.ts'
import { browserLines, measureBrowser } from './browser.ts'
import { bundleLines, measureBundle } from './bundle.ts'
import { extremesLines, measureExtremes } from './extremes.ts'
import { failuresLines, measureFailures } from './failures.ts'
import { impactLines, measureImpact } from './impact.ts'
import { inspectorLines, measureInspector } from './inspector.ts'
import { liveLines, measureLive } from './live.ts'
import { measureMonitoring, monitoringLines } from './monitoring.ts'
import { measurePipeline, pipelineLines } from './pipeline.ts'
import { measurePseudonymisation, pseudonymisationLines } from './pseudonymisation.ts'
import { measureReads, readsLines } from './reads.ts'
import { measureRecord, recordLines } from './record.ts'
import { measureRefusal, refusalLines } from './refusal.ts'
import { measureReport, reportLines } from './report.ts'
import { measureSeason, seasonLines } from './season.ts'
import { measureSector, sectorLines } from './sector.ts'
import { measureShapes, shapesLines } from './shapes.ts'
import { measureStart, startLines } from './start.ts'

interface MeasureOptions {
  folder: string
  sizes: readonly number[]
  runs: number
}

/** A part of the figures, and the lines that show it. */
const part = <T>(measure: (options: MeasureOptions) => T | Promise<T>, lines: (figures: T) => string[]) => ({
  run: async (options: MeasureOptions): Promise<{ figures: T; lines: string[] }> => {
    const figures = await measure(options)
    return { figures, lines: lines(figures) }
  },
})

const parts = {
  bundle: part(() => measureBundle(), bundleLines),
  record: part(({ folder, sizes, runs }) => measureRecord(folder, sizes, runs), recordLines),
  browser: part(({ folder, sizes, runs }) => measureBrowser(folder, sizes, runs), browserLines),
  analysis: part(({ folder, sizes, runs }) => measureAnalysis(folder, sizes, runs), analysisLines),
  extremes: part(({ folder, runs }) => measureExtremes(folder, runs), extremesLines),
  failures: part(({ folder, runs }) => measureFailures(folder, runs), failuresLines),
  pseudonymisation: part(
    ({ folder, sizes, runs }) => measurePseudonymisation(folder, sizes, runs),
    pseudonymisationLines,
  ),
  impact: part(({ folder, runs }) => measureImpact(folder, runs), impactLines),
  inspector: part(({ runs }) => measureInspector(runs), inspectorLines),
  live: part(({ runs }) => measureLive(runs), liveLines),
  monitoring: part(({ runs }) => measureMonitoring(runs), monitoringLines),
  reads: part(({ runs }) => measureReads(runs), readsLines),
  refusal: part(({ folder, runs }) => measureRefusal(folder, runs), refusalLines),
  report: part(({ runs }) => measureReport(runs), reportLines),
  season: part(({ runs }) => measureSeason(runs), seasonLines),
  sector: part(() => measureSector(), sectorLines),
  shapes: part(({ folder, runs }) => measureShapes(folder, 60, runs), shapesLines),
  start: part(({ runs }) => measureStart(runs), startLines),
  pipeline: part(({ sizes, runs }) => measurePipeline(sizes, runs), pipelineLines),
}
const names = Object.keys(parts) as (keyof typeof parts)[]

const values = readOptions(
  `npm run bench -- [--only ${names.join(',')}] [--sizes 1,10,100] [--runs 5] [--json]`,
  {
    json: { type: 'boolean', default: false },
    only: { type: 'string', default: names.join(',') },
    sizes: { type: 'string', default: '1,10,100' },
    runs: { type: 'string', default: '5' },
  },
)

const sizes = values.sizes.split(',').map(Number)
if (sizes.some(size => !(size > 0)))
  refuse(`--sizes takes megabytes separated by commas, for example 1,10,100; it is "${values.sizes}".`)
const runs = wholeNumberOf(values.runs, 'runs')
const selected = values.only.split(',')
const unknown = selected.filter(name => !Object.hasOwn(parts, name))
if (unknown.length > 0) refuse(`There is no part "${unknown[0]}". The parts are ${names.join(', ')}.`)

const folder = await mkdtemp(join(tmpdir(), 'bedel-bench-'))
try {
  const measured: Record<string, unknown> = {}
  for (const name of names.filter(candidate => selected.includes(candidate))) {
    const { figures, lines } = await parts[name].run({ folder, sizes, runs })
    measured[name] = figures
    if (!values.json) console.log([`── ${name}`, ...lines, ''].join('\n'))
  }
  if (values.json) console.log(JSON.stringify(measured, null, 2))
} finally {
  await rm(folder, { recursive: true, force: true })
}
