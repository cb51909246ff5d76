import type { AnyStateMachine } from 'xstate'
import type { Criterion, TestPath } from '../../../src/machines/inspection/paths/testPath.ts'
import type { ModelSpec } from './modelOf.ts'
import type { Situations } from './situations.ts'
import { exploreQuickly, testPathsIn } from './testPaths.ts'
import { wholeSystem } from './world.ts'

/** The paths that a whole system can walk, from what was explored: what is given to testers and to browsers. */
export const pathsOfSystemIn = (
  spec: ModelSpec<AnyStateMachine>,
  scenarios: readonly Situations[],
  criterion: Criterion,
): TestPath[] =>
  testPathsIn(spec, scenarios, criterion, spec.machine.id === 'submissionLifecycle' ? wholeSystem : {})

/** The same, explored first. */
export const pathsOfSystem = (spec: ModelSpec<AnyStateMachine>, criterion: Criterion): TestPath[] =>
  pathsOfSystemIn(spec, exploreQuickly(spec), criterion)
