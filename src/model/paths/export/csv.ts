import { csvLine } from '../../../domain/csv.ts'
import type { Chart } from '../../../machines/inspection/chart.ts'
import type { TestPath } from '../testPath.ts'
import { storiesOf } from './story.ts'

/** The last two columns are the tester's: "passed" or "failed", and when. */
const csvColumns = [
  'path',
  'step',
  'scenario',
  'sections',
  'given',
  'action',
  'expected',
  'result',
  'when',
] as const

/** A row for each step; what is the case at the start stands in the first row of a path. */
export const toPathCsv = (chart: Chart, paths: readonly TestPath[]): string =>
  [
    [...csvColumns],
    ...storiesOf(chart, paths).flatMap(({ path, sections, given, steps }) =>
      steps.map(({ action, expected }, at) => [
        path.id,
        String(at + 1),
        path.scenario,
        sections.join(' '),
        at === 0 ? given.join('; ') : '',
        action,
        expected.join('; '),
        '',
        '',
      ]),
    ),
  ]
    .map(csvLine)
    .join('')
