import type { AnyStateMachine } from 'xstate'
import type { Criterion, TestPath } from '../../../src/machines/inspection/paths/testPath.ts'
import type { ModelSpec } from './modelOf.ts'
import type { Situations } from './situations.ts'
import { exploreQuickly, testPathsIn, type World } from './testPaths.ts'
import { wholeSystem } from './world.ts'

const worldOf = ({ machine }: ModelSpec<AnyStateMachine>): World =>
  machine.id === 'submissionLifecycle' ? wholeSystem : {}

/** The paths that a whole system can walk, from what was explored: what is given to testers and to browsers. */
export const pathsOfSystemIn = (
  spec: ModelSpec<AnyStateMachine>,
  scenarios: readonly Situations[],
  criterion: Criterion,
): TestPath[] => testPathsIn(spec, scenarios, criterion, worldOf(spec))

/** The same, explored first. */
export const pathsOfSystem = (spec: ModelSpec<AnyStateMachine>, criterion: Criterion): TestPath[] =>
  pathsOfSystemIn(spec, exploreQuickly(spec), criterion)

/** Scenarios that no screen of the portal can show, with the reason. */
const withoutScreen: Readonly<Record<string, string>> = {
  'online validation': 'The portal has no screens of the online validation tool.',
}

/** The same as far as people at the portal's screens can walk it; `portal` says what they can cause. */
export const pathsOfPortal = (
  spec: ModelSpec<AnyStateMachine>,
  criterion: Criterion,
  portal: World = worldOf(spec),
): TestPath[] =>
  testPathsIn(
    spec,
    exploreQuickly(spec).filter(({ scenario }) => !(scenario in withoutScreen)),
    criterion,
    portal,
  )
