import type { Chart } from '../../../machines/inspection/chart.ts'
import type { TestPath } from '../testPath.ts'
import { chartTitle, type Story, storiesOf } from './story.ts'

const clause = (keyword: string, [first, ...others]: readonly string[]): string[] => [
  ...(first === undefined ? [] : [`    ${keyword} ${first}`]),
  ...others.map(line => `    And ${line}`),
]

const scenario = ({ path, title, sections, given, steps }: Story): string =>
  [
    `  ${[`@path-${path.id}`, ...sections.map(id => `@spec-${id}`)].join(' ')}`,
    `  Scenario: ${title}`,
    ...clause('Given', given),
    ...steps.flatMap(({ action, expected }) => [...clause('When', [action]), ...clause('Then', expected)]),
  ].join('\n')

/** A Gherkin feature: a scenario for each path, tagged with its id and its sections of the specification. */
export const toGherkin = (chart: Chart, paths: readonly TestPath[]): string =>
  `${[`Feature: ${chartTitle(chart)}\n  ${chart.description}`, ...storiesOf(chart, paths).map(scenario)].join(
    '\n\n',
  )}\n`
