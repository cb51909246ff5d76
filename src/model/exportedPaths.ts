import type { AnyStateMachine } from 'xstate'
import type { ModelSpec } from './modelOf.ts'
import type { Criterion, TestPath } from './paths/testPath.ts'
import type { Situations } from './situations.ts'
import { testPathsIn } from './testPaths.ts'
import { worlds } from './worlds/index.ts'

/** The paths that a whole system can walk, from what was explored: what is given to testers. */
export const pathsOfSystemIn = (
  spec: ModelSpec<AnyStateMachine>,
  scenarios: readonly Situations[],
  criterion: Criterion,
): TestPath[] => testPathsIn(spec, scenarios, criterion, worlds.qa[spec.machine.id])
