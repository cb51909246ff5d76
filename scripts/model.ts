import type { AnyStateMachine } from 'xstate'
import { readReport } from '../server/inspection/coverage.ts'
import { specs } from '../src/model/charts/index.ts'
import { type ChartCoverage, type Level, levels, standingOf } from '../src/model/coverage.ts'
import { loadEnglish } from '../src/model/english.ts'
import type { ModelSpec } from '../src/model/modelOf.ts'
import { orphansAmong } from '../src/model/paths/sections.ts'
import { simplePathBound } from '../src/model/testPaths.ts'
import { writeReport } from './model/files.ts'
import { type Measured, measure } from './model/measure.ts'
import { chartName, count, printTable } from './model/table.ts'
import { readOptions, refuse } from './support/options.ts'

/**
 * `npm run model [-- --json] [-- --tables] [-- --machine <id>]`: walks every chart on live actors and prints what there
 * is to walk: states, transitions, pairs of transitions, simple paths, rows of decision tables (MC/DC), the steps of a
 * shortest tour over every edge beside those of the naive way; and what each level walks, and why not the rest. Writes
 * coverage/model.json. Ends with 1 when a chart is not walked whole, a pair is neither walked nor ruled out on a
 * level, any chart did otherwise than said, a path names no section of the specification, or a section that speaks of
 * states has no path.
 */
const {
  json: isJson,
  tables: withTables,
  machine: machineName,
} = readOptions('npm run model -- [--json] [--tables] [--machine <id>]', {
  json: { type: 'boolean', default: false },
  tables: { type: 'boolean', default: false },
  machine: { type: 'string' },
})

const chosen = specs.filter(
  ({ machine }) => machineName === undefined || chartName(machine.id) === chartName(machineName),
)
if (chosen.length === 0)
  refuse(
    `There is no chart "${machineName}". The charts are: ${specs.map(({ machine }) => chartName(machine.id)).join(', ')}.`,
  )

await loadEnglish()
const measureOne = (spec: ModelSpec<AnyStateMachine>): Promise<Measured> => measure(spec)
const measured: Measured[] = []
for (const spec of chosen) measured.push(await measureOne(spec))

const walked = ({ total, missed }: { total: number; missed: readonly string[] }): string =>
  `${total - missed.length}/${total}`

const row = ({ walks, coverage, wrong }: Measured): string[] => [
  walks.chart,
  walked(walks.states),
  walked(walks.transitions),
  walked(walks.pairs),
  `${coverage.simplePaths.isCutOff ? '≥ ' : ''}${count(coverage.simplePaths.count)}`,
  `${coverage.decisions.shown}/${coverage.decisions.rows}`,
  count(coverage.tour.steps),
  count(coverage.tour.naiveSteps),
  count(walks.situations),
  walked(walks.edges),
  String(wrong.length),
]

/** Walked of those that the level can walk. */
const byLevel = (
  { ruledOut }: ChartCoverage,
  level: Level,
  ids: readonly string[],
  counts: Readonly<Record<string, number>>,
): string => {
  const standing = standingOf(ids, counts, ruledOut?.[level])
  return `${standing.walked.length}/${ids.length - standing.ruledOut.length}`
}

/**
 * Screens and gestures in front of the portal that the browser has shown; what it has not is named where it has walked the
 * chart at all.
 */
const printScreens = (charts: readonly ChartCoverage[]): void => {
  const withScreens = charts.filter(({ screens }) => screens.length > 0)
  const shownOf = ({ levels: { browser } }: ChartCoverage) => browser?.screens ?? {}
  console.log('\nscreens, and gestures at them, shown in the browser')
  printTable([
    ['chart', 'shown'],
    ...withScreens.map(chart => [
      chart.id,
      `${chart.screens.filter(name => shownOf(chart)[name]).length}/${chart.screens.length}`,
    ]),
  ])
  for (const chart of withScreens)
    if (chart.levels.browser)
      for (const name of chart.screens)
        if (!shownOf(chart)[name]) console.log(`${chart.id}: not shown in the browser: ${name}`)
}

/** What each level cannot walk of a chart, counted by the reason. */
const printRuledOut = ({ id, pairs, levels: walks, ruledOut }: ChartCoverage): void => {
  for (const level of levels) {
    const reasons = new Map<string, number>()
    const out = standingOf(pairs, walks[level]?.pairs ?? {}, ruledOut?.[level]).ruledOut
    for (const pair of out) {
      const reason = ruledOut?.[level]?.[pair] ?? ''
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
    }
    if (out.length > 0) console.log(`${id}, ${level}: ${out.length} of ${pairs.length} pairs ruled out:`)
    for (const [reason, number] of reasons) console.log(`  ${number}: ${reason}`)
  }
}

const head = [
  'chart',
  'states',
  'transitions',
  'pairs',
  'simple paths',
  'decisions',
  'tour',
  'naive',
  'situations',
  'edges',
  'wrong',
]

const printDecisions = ({ tables }: Measured): void => {
  for (const { transition, guards, rows } of tables) {
    console.log(`\n${transition}`)
    printTable([
      ['', ...guards, 'taken'],
      ...rows.map(({ values, isTaken, decidedBy }) => [
        decidedBy ?? 'all hold',
        ...guards.map(guard => (values[guard] ? 'yes' : 'no')),
        isTaken ? 'yes' : 'no',
      ]),
    ])
  }
}

if (isJson) console.log(JSON.stringify({ charts: measured.map(({ coverage }) => coverage) }, null, 2))
else {
  printTable([head, ...measured.map(row)])
  for (const { walks, missed, unexplained, wrong, coverage } of measured) {
    if (coverage.simplePaths.isCutOff)
      console.log(`${walks.chart}: its simple paths were counted up to ${count(simplePathBound)} a scenario.`)
    for (const id of missed) console.log(`${walks.chart}: not walked: ${id}`)
    for (const id of unexplained) console.log(`${walks.chart}: neither walked nor ruled out: ${id}`)
    for (const deviation of wrong) console.log(`${walks.chart}: otherwise than said: ${deviation}`)
  }
  if (withTables) measured.forEach(printDecisions)
}

if (machineName === undefined) {
  await writeReport({ charts: measured.map(({ coverage }) => coverage) })
  const report = await readReport()
  if (!isJson && report) {
    console.log('\nwalked by level, of what it can walk: transitions, pairs')
    printTable([
      ['chart', ...levels],
      ...report.charts.map(chart => [
        chart.id,
        ...levels.map(level => {
          const walks = chart.levels[level]
          return walks
            ? (['transitions', 'pairs'] as const)
                .map(kind => byLevel(chart, level, chart[kind], walks[kind]))
                .join(', ')
            : '–'
        }),
      ]),
    ])
    printScreens(report.charts)
    report.charts.forEach(printRuledOut)
  }
}

const orphans = orphansAmong(measured.flatMap(({ paths }) => paths))
// One chart alone has no path for the sections of the others.
const lonely = [...orphans.paths, ...(machineName === undefined ? orphans.sections : [])]
for (const id of lonely) console.error(`without a path, or without a section: ${id}`)
if (!isJson && machineName === undefined) console.log(`\n${lonely.length} sections or paths stand alone.`)

const isIncomplete = measured.some(
  ({ missed, unexplained, wrong }) => wrong.length > 0 || unexplained.length > 0 || missed.length > 0,
)
process.exitCode = isIncomplete || lonely.length > 0 ? 1 : 0
