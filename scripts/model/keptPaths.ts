import type { AnyStateMachine } from 'xstate'
import { pathsOfSystemIn } from '../../src/model/exportedPaths.ts'
import type { ModelSpec } from '../../src/model/modelOf.ts'
import { type Criterion, criteria, type TestPath } from '../../src/model/paths/testPath.ts'
import type { Situations } from '../../src/model/situations.ts'
import { exploreQuickly, screenPathsIn, testPathsIn, type World } from '../../src/model/testPaths.ts'
import { worlds } from '../../src/model/worlds/index.ts'
import { kept } from './kept.ts'

const explored = new Map<string, Situations[]>()

const scenariosOf = (spec: ModelSpec<AnyStateMachine>): Situations[] => {
  const scenarios = explored.get(spec.machine.id) ?? exploreQuickly(spec)
  explored.set(spec.machine.id, scenarios)
  return scenarios
}

/** The paths that a whole system can walk: what is given to testers. Found once for these sources. */
export const keptPathsOfSystem = (spec: ModelSpec<AnyStateMachine>, criterion: Criterion): TestPath[] =>
  kept(`system-${spec.machine.id}-${criterion}`, () => pathsOfSystemIn(spec, scenariosOf(spec), criterion))

/** Keeps them for whoever asks for them later, where the chart is explored already: that is most of the work. */
export const keepPathsOfSystem = (
  spec: ModelSpec<AnyStateMachine>,
  scenarios: readonly Situations[],
): void => {
  for (const criterion of criteria)
    kept(`system-${spec.machine.id}-${criterion}`, () => pathsOfSystemIn(spec, scenarios, criterion))
}

/** The paths that one level can walk, by its name. Found once for these sources. */
export const keptPathsIn = (
  level: string,
  world: World | undefined,
  spec: ModelSpec<AnyStateMachine>,
  criterion: Criterion,
): TestPath[] =>
  kept(`${level}-${spec.machine.id}-${criterion}`, () =>
    testPathsIn(spec, scenariosOf(spec), criterion, world),
  )

/**
 * The paths that people at the portal's screens can walk: to each screen and through each gesture at it, or through every
 * two transitions in a row.
 */
export const keptPathsOfPortal = (
  spec: ModelSpec<AnyStateMachine>,
  criterion: 'screens' | 'pairs',
): TestPath[] => {
  const world = worlds.browser[spec.machine.id]
  return criterion === 'pairs'
    ? keptPathsIn('portal', world, spec, criterion)
    : kept(`portal-${spec.machine.id}-screens`, () => screenPathsIn(spec, scenariosOf(spec), world).paths)
}
