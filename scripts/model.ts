import type { AnyStateMachine } from 'xstate'
import { specs } from '../tests/model/charts/index.ts'
import type { ModelSpec } from '../tests/model/support/modelOf.ts'
import { type Coverage, walkChart } from '../tests/model/support/walk.ts'

/**
 * `npm run model [-- --json] [-- --machine <id>]`: walks every chart and prints how many states, transitions and pairs
 * of transitions it has and how many of each were walked. Ends with 1 when the lifecycle is not walked whole, or any
 * live actor was not where its chart said it would be.
 */
const json = process.argv.includes('--json')
const wanted = process.argv.includes('--machine')
  ? process.argv[process.argv.indexOf('--machine') + 1]
  : undefined

const chosen = specs.filter(({ machine }) => wanted === undefined || machine.id === wanted)
if (chosen.length === 0) {
  console.error(
    `There is no chart "${wanted}". The charts are: ${specs.map(({ machine }) => machine.id).join(', ')}.`,
  )
  process.exit(2)
}

const walked = ({ total, missed }: { total: number; missed: readonly string[] }): string =>
  `${total - missed.length}/${total}`

const row = (coverage: Coverage): string[] => [
  coverage.chart,
  walked(coverage.states),
  walked(coverage.transitions),
  walked(coverage.pairs),
  String(coverage.situations),
  `${coverage.edges.walked}/${coverage.edges.total}`,
  String(coverage.diverged.length),
]

const print = (rows: readonly string[][]): void => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map(cells => cells[column]!.length)))
  for (const cells of rows) {
    console.log(
      cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('  '),
    )
  }
}

const walk = (spec: ModelSpec<AnyStateMachine>): Promise<Coverage> => walkChart(spec)
const coverages: Coverage[] = []
for (const spec of chosen) coverages.push(await walk(spec))

const missedOf = ({ states, transitions, pairs, diverged }: Coverage): string[] => [
  ...states.missed.map(id => `state ${id}`),
  ...transitions.missed.map(id => `transition ${id}`),
  ...pairs.missed.map(id => `pair ${id}`),
  ...diverged.map(text => `diverged ${text}`),
]

if (json) console.log(JSON.stringify({ charts: coverages }, null, 2))
else {
  print([
    ['chart', 'states', 'transitions', 'pairs', 'situations', 'edges', 'diverged'],
    ...coverages.map(row),
  ])
  for (const coverage of coverages) {
    for (const missed of missedOf(coverage)) console.log(`${coverage.chart}: not walked: ${missed}`)
  }
}

const lifecycle = coverages.find(({ chart }) => chart === 'submissionLifecycle')
const isIncomplete =
  (lifecycle !== undefined && missedOf(lifecycle).length > 0) ||
  coverages.some(({ diverged }) => diverged.length > 0)
process.exitCode = isIncomplete ? 1 : 0
