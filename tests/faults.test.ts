import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { missingOf, type NamedTest, testsIn } from './support/namedTests.ts'

/** The tests that docs/develop/faults.md names for each fault of the specification's table. */
const root = join(import.meta.dirname, '..')

interface Row {
  number: string
  /** Whether the row has a number and tests, and nothing else that this test would not check. */
  isWhole: boolean
  tests: NamedTest[]
}

const page = readFileSync(join(root, 'docs/develop/faults.md'), 'utf8')
const [, table = ''] = page.split('\n## Tests\n')
const rows: Row[] = table
  .split('\n')
  .filter(line => /^\| \d/.test(line))
  .map(line => {
    const cells = line.split('|').map(cell => cell.trim())
    const [, number = '', tests = ''] = cells
    return {
      number,
      isWhole: cells.length === 4,
      tests: testsIn(tests),
    }
  })

describe('the table of faults', () => {
  it('has each row of the specification', () => {
    const left = [9, 17, 19, 24, 25, 29, 33, 36, 39, 42]
    const expected = Array.from({ length: 43 }, (_, at) => at + 1).filter(number => !left.includes(number))
    expect(rows.map(({ number }) => Number(number))).toEqual(expected)
    expect(
      [...page.matchAll(/^\| (\d+) \| [^|]+ \| [^|]+ \|$/gm)].map(([, number]) => Number(number)),
    ).toEqual(expected)
  })

  it.each(rows)('names for $number a test that is there, and nothing besides', ({ isWhole, tests }) => {
    expect([isWhole, tests.length > 0]).toEqual([true, true])
    expect(missingOf(tests)).toEqual([])
  })
})
