import type { Chart } from '../../../machines/inspection/chart.ts'
import type { TestPath } from '../testPath.ts'
import { storiesOf } from './story.ts'

/** The paths as data with their words; `result` ("passed", "failed") and `when` of each are for who walks it. */
export const toPathJson = (chart: Chart, paths: readonly TestPath[]): string =>
  `${JSON.stringify(
    {
      chart: chart.id,
      paths: storiesOf(chart, paths).map(({ path, sections, given, steps }) => ({
        id: path.id,
        scenario: path.scenario,
        sections,
        given,
        steps: steps.map(({ step, action, expected }) => ({
          action,
          expected,
          event: step.event.type,
          transitions: step.transitions,
          from: step.from,
          to: step.to,
        })),
        result: null,
        when: null,
      })),
    },
    null,
    2,
  )}\n`
