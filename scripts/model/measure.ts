import { createHash } from 'node:crypto'
import type { AnyStateMachine } from 'xstate'
import { type ChartCoverage, levels } from '../../src/model/coverage.ts'
import { decisionsOf } from '../../src/model/decisions.ts'
import { type ModelSpec, plain } from '../../src/model/modelOf.ts'
import type { DecisionTable } from '../../src/model/paths/decisions.ts'
import { shortestTour } from '../../src/model/paths/postman.ts'
import type { TestPath } from '../../src/model/paths/testPath.ts'
import type { Situations } from '../../src/model/situations.ts'
import {
  graphOf,
  ruledOutIn,
  screenPathsIn,
  seenIn,
  simplePathsOf,
  testPathsIn,
} from '../../src/model/testPaths.ts'
import { type Coverage, walkChart } from '../../src/model/walk.ts'
import { worlds } from '../../src/model/worlds/index.ts'
import { keptLater } from './kept.ts'
import { keepPathsOfSystem } from './keptPaths.ts'

/** Everything that `npm run model` finds out about one chart. */
export interface Measured {
  coverage: ChartCoverage
  walks: Coverage
  tables: DecisionTable[]
  /** What was not walked or not shown, in words. */
  missed: string[]
  /** What a level does not walk and nobody has said why. */
  unexplained: string[]
  /** Where the chart did otherwise than said. */
  wrong: string[]
  /** Its paths by pairs. */
  paths: TestPath[]
  /** Fingerprint of what the walks have found (`fingerprintOf`). */
  explored: string
}

/** Tells whether two explorations of a chart have found the same. */
export const fingerprintOf = (scenarios: readonly Situations[]): string =>
  createHash('sha256')
    .update(JSON.stringify(seenIn(scenarios), plain))
    .digest('hex')

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

const unexplainedOf = (ruledOut: NonNullable<ChartCoverage['ruledOut']>): string[] =>
  Object.entries(ruledOut).flatMap(([level, reasons]) =>
    Object.entries(reasons).flatMap(([id, reason]) => (reason === '' ? [`${level}: ${id}`] : [])),
  )

/** Walks a chart and measures its paths; once for these sources. */
export const measure = (spec: ModelSpec<AnyStateMachine>): Promise<Measured> =>
  keptLater(`measured-${spec.machine.id}`, () => measureNow(spec))

const measureNow = async (spec: ModelSpec<AnyStateMachine>): Promise<Measured> => {
  const scenarios: Situations[] = []
  const walks = await walkChart(spec, situations => scenarios.push(situations))
  keepPathsOfSystem(spec, scenarios)
  const decisions = decisionsOf(spec, scenarios)
  const ruledOut: NonNullable<ChartCoverage['ruledOut']> = {}
  for (const level of levels) {
    const world = worlds[level][spec.machine.id]
    if (world) ruledOut[level] = ruledOutIn(spec, scenarios, world)
  }
  const tours = scenarios.map(situations => shortestTour(graphOf(situations)))
  return {
    walks,
    tables: decisions.tables,
    missed: [
      ...walks.states.missed.map(id => `state ${id}`),
      ...walks.edges.missed.map(id => `edge ${id}`),
      ...walks.transitions.missed.map(id => `transition ${id}`),
      ...walks.pairs.missed.map(id => `pair ${id}`),
      ...decisions.missed.map(id => `decision ${id}`),
    ],
    unexplained: unexplainedOf(ruledOut),
    wrong: [...walks.diverged, ...decisions.wrong],
    paths: testPathsIn(spec, scenarios, 'pairs'),
    explored: fingerprintOf(scenarios),
    coverage: {
      id: walks.chart,
      states: walks.states,
      transitions: Object.keys(walks.transitions.counts),
      pairs: Object.keys(walks.pairs.counts),
      simplePaths: {
        count: testPathsIn(spec, scenarios, 'simple-paths').length,
        isCutOff: scenarios.some(situations => simplePathsOf(situations).isCutOff),
      },
      tour: {
        steps: sum(tours.map(({ steps }) => steps)),
        paths: sum(tours.map(({ paths }) => paths.length)),
        naiveSteps: sum(tours.map(({ naiveSteps }) => naiveSteps)),
      },
      decisions: { rows: decisions.rows, shown: decisions.shown },
      screens: screenPathsIn(spec, scenarios, worlds.browser[spec.machine.id]).shown,
      ruledOut,
      levels: { chart: { transitions: walks.transitions.counts, pairs: walks.pairs.counts } },
    },
  }
}
