import type { Chart } from '../../../machines/inspection/chart.ts'
import type { PathStep, TestPath } from '../testPath.ts'
import { type Story, storiesOf } from './story.ts'

const literal = (value: unknown): string => JSON.stringify(value)

const stepOf = ({ event, transitions, from, to, facts }: PathStep): string =>
  `{ event: ${literal(event)}, transitions: ${literal(transitions)}, from: ${literal(from)}, to: ${literal(to)}, facts: ${literal(facts)} },`

const walkOf = ({ path, steps }: Story): string =>
  [
    'walkInBrowser({',
    `  id: ${literal(path.id)},`,
    `  chart: ${literal(path.chart)},`,
    `  scenario: ${literal(path.scenario)},`,
    `  given: ${literal(path.given)},`,
    `  start: ${literal(path.start)},`,
    `  initial: ${literal(path.initial)},`,
    '  steps: [',
    ...steps.flatMap(({ step, action, expected }) => [
      `    // ${action}: ${expected[0]}`,
      `    ${stepOf(step)}`,
    ]),
    '  ],',
    '})',
  ].join('\n')

/** A Playwright spec that walks the paths by the gestures of e2e/paths, where the file belongs. */
export const toPlaywright = (chart: Chart, paths: readonly TestPath[]): string =>
  `${["import { walkInBrowser } from './walkInBrowser.ts'", ...storiesOf(chart, paths).map(walkOf)].join('\n\n')}\n`
