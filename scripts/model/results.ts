import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { specs } from '../../src/model/charts/index.ts'
import { type LevelReport, nothingWalked } from '../../src/model/coverage.ts'

import {
  countPassed,
  isResultOf,
  type PathResult,
  readResults,
  withResult,
} from '../../src/model/paths/results.ts'
import { criteria, type TestPath } from '../../src/model/paths/testPath.ts'
import { helpOn } from '../support/help.mjs'
import { refuse } from '../support/options.ts'
import { readQaResults, writeLevel, writeQaResults } from './files.ts'
import { keptPathsOfSystem } from './keptPaths.ts'
import { printTable } from './table.ts'

/**
 * `npm run model:results -- <file.csv|file.json> …`: reads what testers found back from filled-in exports. Each step
 * keeps its latest result; the steps that passed are the level "qa" of the coverage. Ends with 1 when a path or a step is
 * unknown, and with 2 when a file cannot be read.
 */
const usage = 'npm run model:results -- <file.csv|file.json> …'
helpOn(`${usage}
  Reads what testers found back from filled-in exports. Ends with 1 for a path or a step that is unknown.`)

const formats: Record<string, 'csv' | 'json'> = { '.csv': 'csv', '.json': 'json' }
const files = process.argv.slice(2)

const errorText = (error: unknown): string => {
  if ((error as { code?: unknown }).code === 'ENOENT') return 'there is no such file.'
  return error instanceof Error ? error.message : String(error)
}

const read = async (file: string): Promise<PathResult[]> => {
  const format = formats[extname(file).toLowerCase()]
  if (!format) return refuse(`${file}: give a .csv or a .json file.`)
  try {
    return readResults(await readFile(file, 'utf8'), format)
  } catch (error) {
    return refuse(`${file}: ${errorText(error)}`)
  }
}

if (files.length === 0) refuse(`Which results?\nUsage: ${usage}`)

const known = new Map<string, TestPath>()
for (const spec of specs) {
  for (const criterion of criteria)
    for (const path of keptPathsOfSystem(spec, criterion)) known.set(path.id, path)
}

const results = new Map<string, PathResult[]>()
const unknown: PathResult[] = []
const fresh = (await Promise.all(files.map(read))).flat()
const stored = await readQaResults()
// Of another state of the charts: they count again when the charts are as they were.
const ofOtherCharts = stored.filter(({ path }) => !known.has(path))
for (const result of [...stored.filter(({ path }) => known.has(path)), ...fresh]) {
  const path = known.get(result.path)
  if (path && isResultOf(path, result))
    results.set(path.id, withResult(path, results.get(path.id) ?? [], result))
  else unknown.push(result)
}

const report: LevelReport = {}
for (const [id, found] of results) {
  const path = known.get(id)!
  const walked = report[path.chart] ?? nothingWalked()
  report[path.chart] = walked
  countPassed(walked, path, found)
}
await writeQaResults([...ofOtherCharts, ...[...results.values()].flat()])
await writeLevel('qa', report)

printTable([
  ['chart', 'transitions', 'pairs'],
  ...Object.entries(report).map(([chart, { transitions, pairs }]) => [
    chart,
    String(Object.keys(transitions).length),
    String(Object.keys(pairs).length),
  ]),
])
console.log(`Results read: ${fresh.length}. Paths with a result, with those of before: ${results.size}.`)
for (const { path: id, step, result } of [...results.values()].flat())
  if (result === 'failed') {
    const { chart, scenario } = known.get(id)!
    console.log(`failed: ${chart} ${id}${step === undefined ? '' : `, step ${step}`}, ${scenario}`)
  }
for (const { path, step } of unknown)
  console.error(
    known.has(path)
      ? `unknown: ${path} has no step ${step}.`
      : `unknown: ${path}. Its chart has changed since the export, or the id is misspelt; export again.`,
  )
process.exitCode = unknown.length > 0 ? 1 : 0
