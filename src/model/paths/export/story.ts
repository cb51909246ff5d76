import type { Chart } from '../../../machines/inspection/chart.ts'
import { stateTitle } from '../../../machines/inspection/label.ts'
import { sectionsOf } from '../sections.ts'
import type { PathStep, TestPath } from '../testPath.ts'
import { type StepText, wordingOf } from '../wording/index.ts'

/** A path in words, as every format tells it. */
export interface Story {
  path: TestPath
  title: string
  /** Numbers of the specification's sections that the path belongs to. */
  sections: readonly string[]
  given: readonly string[]
  steps: readonly (StepText & { step: PathStep })[]
}

/** The title of a chart, made of its id. */
export const chartTitle = (chart: Pick<Chart, 'id'>): string => stateTitle(chart.id)

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The paths of a chart in words, in their order. */
export const storiesOf = (chart: Chart, paths: readonly TestPath[]): Story[] => {
  const wording = wordingOf(chart)
  return paths.map(path => ({
    path,
    title: `${capital(path.scenario)}, ${path.steps.length === 1 ? 'one step' : `${path.steps.length} steps`} to "${wording.state(path.steps.at(-1)?.to ?? path.start)}" (${path.id})`,
    sections: sectionsOf(path).map(({ id }) => id),
    given: wording.given(path),
    steps: path.steps.map((step, at) => ({ step, ...wording.step(step, path.steps[at - 1], path) })),
  }))
}
