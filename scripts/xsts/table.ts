import type { SuiteTest } from './suite.ts'

/** How many of the tests of one kind a processor judged as the suite does. */
interface Score {
  right: number
  all: number
}

type Column = 'valid schemas compiled' | 'invalid schemas refused' | 'instances right'

const columnOf = ({ kind, expected }: SuiteTest): Column =>
  kind === 'instance'
    ? 'instances right'
    : expected === 'valid'
      ? 'valid schemas compiled'
      : 'invalid schemas refused'

const columns: readonly Column[] = ['valid schemas compiled', 'invalid schemas refused', 'instances right']

const shown = ({ right, all }: Score): string =>
  all === 0 ? '–' : `${((100 * right) / all).toFixed(2)}% (${right}/${all})`

/** The scores of each processor by set, as lines of a table. */
export const tableOf = (
  tests: readonly SuiteTest[],
  processors: ReadonlyMap<string, (test: SuiteTest) => string | undefined>,
): string[] => {
  const sets = [...new Set(tests.map(({ set }) => set)), 'all']
  const lines = [`| Set | Processor | ${columns.join(' | ')} |`, '|---|---|---|---|---|']
  for (const set of sets)
    for (const [name, verdictOf] of processors) {
      const scores = new Map(columns.map((column): [Column, Score] => [column, { right: 0, all: 0 }]))
      for (const test of tests) {
        if (set !== 'all' && test.set !== set) continue
        const score = scores.get(columnOf(test))!
        score.all++
        if (verdictOf(test) === test.expected) score.right++
      }
      lines.push(`| ${set} | ${name} | ${columns.map(column => shown(scores.get(column)!)).join(' | ')} |`)
    }
  return lines
}
