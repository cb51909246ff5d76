import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { byteOrderMark } from '../../src/domain/csv.ts'
import { chartOf } from '../../src/machines/inspection/chart.ts'
import { specs } from '../../src/model/charts/index.ts'
import { loadEnglish } from '../../src/model/english.ts'
import { pathFormats } from '../../src/model/paths/export/index.ts'
import { type Criterion, criteria } from '../../src/model/paths/testPath.ts'
import { readOptions, refuse } from '../support/options.ts'
import { keptPathsOfSystem } from './keptPaths.ts'
import { chartName } from './table.ts'

/**
 * `npm run model:export -- --machine submission-lifecycle --criterion transitions|pairs|simple-paths --format
 * gherkin|csv|playwright|json|graphwalker [--out <folder>]`: the paths of a chart for testers and their tools, to the standard
 * output or into a folder.
 */
const values = readOptions(
  `npm run model:export -- [--machine submission-lifecycle] [--criterion ${criteria.join('|')}] [--format ${pathFormats.map(({ id }) => id).join('|')}] [--out <folder>]`,
  {
    machine: { type: 'string', default: 'submission-lifecycle' },
    criterion: { type: 'string', default: 'pairs' },
    format: { type: 'string', default: 'gherkin' },
    out: { type: 'string' },
  },
)

/** The entry that an option names; ends with what there is to choose from where it names none. */
const chosen = <T>(
  name: 'machine' | 'criterion' | 'format',
  entries: readonly (readonly [string, T])[],
): T => {
  const value = values[name]
  const found = entries.find(([id]) => id === value || id === chartName(value))
  return found
    ? found[1]
    : refuse(`--${name} cannot be "${value}". It is one of: ${entries.map(([id]) => id).join(', ')}.`)
}

const spec = chosen(
  'machine',
  specs.map(one => [chartName(one.machine.id), one] as const),
)
const criterion = chosen<Criterion>(
  'criterion',
  criteria.map(one => [one, one] as const),
)
const format = chosen(
  'format',
  pathFormats.map(one => [one.id, one] as const),
)

const paths = keptPathsOfSystem(spec, criterion)
const chart = chartOf(spec.machine)
const reason = format.refusal?.(chart)
if (reason) refuse(reason)
await loadEnglish()
// As the portal saves it: without the mark spreadsheet programs do not read it as UTF-8.
const lead = format.type.startsWith('text/csv') ? byteOrderMark : ''
const text = lead + format.write(chart, paths)
const { out } = values
if (out === undefined) {
  // A reader such as `head` may have had enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  process.stdout.write(text)
} else {
  const folder = resolve(out)
  await mkdir(folder, { recursive: true })
  const file = join(folder, `${chartName(chart.id)}.${criterion}.${format.extension}`)
  await writeFile(file, text)
  const steps = paths.reduce((sum, path) => sum + path.steps.length, 0)
  console.log(`${paths.length} paths of ${steps} steps in ${file}`)
}
