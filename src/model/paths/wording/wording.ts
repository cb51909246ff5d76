import type { PathStep, TestPath } from '../testPath.ts'

/** A step as a tester does it. */
export interface StepText {
  /** What happens, as a sentence: somebody does something, or something comes about by itself. */
  action: string
  /** What can be seen then; the first is always there. */
  expected: readonly [string, ...string[]]
}

/** How the paths of a chart read. */
export interface Wording {
  /** What is the case at the start, as sentences. */
  given: (path: TestPath) => readonly string[]
  step: (step: PathStep, before: PathStep | undefined, path: TestPath) => StepText
  /** Name of a state as people know it. */
  state: (id: string) => string
}
