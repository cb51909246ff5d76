import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { chartOf } from '../../src/machines/inspection/chart.ts'
import { pathFormats } from '../../src/machines/inspection/paths/export/index.ts'
import { type Criterion, criteria } from '../../src/machines/inspection/paths/testPath.ts'
import { specs } from '../../tests/model/charts/index.ts'
import { pathsOfSystem } from '../../tests/model/support/exportedPaths.ts'
import { option } from './table.ts'

/**
 * `npm run model:export -- --machine submission-lifecycle --criterion transitions|pairs|simple-paths --format
 * gherkin|csv|playwright|json [--out <folder>]`: the paths of a chart for testers and their tools, to the standard
 * output or into a folder.
 */
const fail = (text: string): never => {
  console.error(text)
  process.exit(2)
}

const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
const kebab = (name: string): string => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

/** The entry that an option names; ends with what there is to choose from where it names none. */
const chosen = <T>(name: string, usual: string, entries: readonly (readonly [string, T])[]): T => {
  const wanted = option(name) ?? usual
  const found = entries.find(([id]) => id === wanted || id === kebab(camel(wanted)))
  return found
    ? found[1]
    : fail(`--${name} cannot be "${wanted}". It is one of: ${entries.map(([id]) => id).join(', ')}.`)
}

const spec = chosen(
  'machine',
  'submission-lifecycle',
  specs.map(one => [kebab(one.machine.id), one] as const),
)
const criterion = chosen<Criterion>(
  'criterion',
  'pairs',
  criteria.map(one => [one, one] as const),
)
const format = chosen(
  'format',
  'gherkin',
  pathFormats.map(one => [one.id, one] as const),
)

const paths = pathsOfSystem(spec, criterion)
const chart = chartOf(spec.machine)
const reason = format.refusal?.(chart)
if (reason) fail(reason)
const text = format.write(chart, paths)
const out = option('out')
if (out === undefined) process.stdout.write(text)
else {
  const folder = resolve(out)
  await mkdir(folder, { recursive: true })
  const file = join(folder, `${kebab(chart.id)}.${criterion}.${format.extension}`)
  await writeFile(file, text)
  const steps = paths.reduce((sum, path) => sum + path.steps.length, 0)
  console.log(`${paths.length} paths of ${steps} steps in ${file}`)
}
