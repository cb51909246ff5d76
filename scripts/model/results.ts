import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { countPath, type LevelReport, nothingWalked } from '../../src/machines/inspection/coverage.ts'
import { type PathResult, readResults } from '../../src/machines/inspection/paths/results.ts'
import { criteria, type TestPath } from '../../src/machines/inspection/paths/testPath.ts'
import { specs } from '../../tests/model/charts/index.ts'
import { pathsOfSystemIn } from '../../tests/model/support/exportedPaths.ts'
import { exploreQuickly } from '../../tests/model/support/testPaths.ts'
import { refuse } from '../support/options.ts'
import { readQaResults, writeLevel, writeQaResults } from './files.ts'
import { printTable } from './table.ts'

/**
 * `npm run model:results -- <file.csv|file.json> …`: reads what testers found back from filled-in exports. Each path
 * keeps its latest result; the passed ones are the level "qa" of the coverage. Ends with 1 when a path is unknown, and
 * with 2 when a file cannot be read.
 */
const formats: Record<string, 'csv' | 'json'> = { '.csv': 'csv', '.json': 'json' }
const files = process.argv.slice(2)

const wordsOf = (error: unknown): string => {
  if ((error as { code?: unknown }).code === 'ENOENT') return 'there is no such file.'
  return error instanceof Error ? error.message : String(error)
}

const read = async (file: string): Promise<PathResult[]> => {
  const format = formats[extname(file).toLowerCase()]
  if (!format) return refuse(`${file}: give a .csv or a .json file.`)
  try {
    return readResults(await readFile(file, 'utf8'), format)
  } catch (error) {
    return refuse(`${file}: ${wordsOf(error)}`)
  }
}

if (files.length === 0) refuse('Which results? npm run model:results -- results.csv')

const known = new Map<string, TestPath>()
for (const spec of specs) {
  const scenarios = exploreQuickly(spec)
  for (const criterion of criteria)
    for (const path of pathsOfSystemIn(spec, scenarios, criterion)) known.set(path.id, path)
}

const results = new Map((await readQaResults()).map(result => [result.path, result]))
const fresh = (await Promise.all(files.map(read))).flat()
const unknown = fresh.filter(({ path }) => !known.has(path))
for (const result of fresh) if (known.has(result.path)) results.set(result.path, result)

const report: LevelReport = {}
const failed: TestPath[] = []
for (const { path: id, result } of results.values()) {
  const path = known.get(id)
  if (!path) continue
  report[path.chart] ??= nothingWalked()
  if (result === 'passed') countPath(report[path.chart]!, path)
  else failed.push(path)
}
await writeQaResults([...results.values()])
await writeLevel('qa', report)

printTable([
  ['chart', 'transitions', 'pairs'],
  ...Object.entries(report).map(([chart, { transitions, pairs }]) => [
    chart,
    String(Object.keys(transitions).length),
    String(Object.keys(pairs).length),
  ]),
])
console.log(`Results read: ${fresh.length}. Paths with a result in all: ${results.size}.`)
for (const { id, chart, scenario } of failed) console.log(`failed: ${chart} ${id}, ${scenario}`)
for (const { path } of unknown)
  console.error(
    `unknown: ${path}. Its chart has changed since the export, or the id is misspelt; export again.`,
  )
process.exitCode = unknown.length > 0 ? 1 : 0
