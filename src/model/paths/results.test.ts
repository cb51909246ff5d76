import { describe, expect, it } from 'vitest'
import { loadMachine } from '../../machines/charts.ts'
import { chartOf } from '../../machines/inspection/chart.ts'
import { nothingWalked } from '../coverage.ts'
import { toPathCsv } from './export/csv.ts'
import { toPathJson } from './export/json.ts'
import { countPassed, isResultOf, type PathResult, readResults, withResult } from './results.ts'
import type { TestPath } from './testPath.ts'

const chart = chartOf(await loadMachine('actionDialog'))
const pathOf = (id: string, steps: number): TestPath => ({
  id,
  chart: 'actionDialog',
  scenario: 'a box, "ticked"',
  given: null,
  start: 'open',
  initial: [],
  steps: Array.from({ length: steps }, () => ({
    event: { type: 'TOGGLED' },
    transitions: ['open:TOGGLED:0'],
    from: 'open',
    to: 'accepted',
    facts: null,
  })),
})
const paths = [pathOf('aaaaaaaa', 2), pathOf('bbbbbbbb', 1), pathOf('cccccccc', 1)]

describe('results of paths', () => {
  it('come back from the CSV as a tester fills it in', () => {
    const rows = toPathCsv(chart, paths).split('\r\n')
    const filled = rows.map((row, at) => {
      if (at === 1) return row.replace(/,,$/, ',Passed,2026-11-21')
      if (at === 2) return row.replace(/,,$/, ',failed,2026-11-22')
      return at === 3 ? row.replace(/,,$/, ',passed,') : row
    })
    expect(readResults(`\uFEFF${filled.join('\n')}`, 'csv')).toEqual([
      { path: 'aaaaaaaa', step: 1, result: 'passed', when: '2026-11-21' },
      { path: 'aaaaaaaa', step: 2, result: 'failed', when: '2026-11-22' },
      { path: 'bbbbbbbb', step: 1, result: 'passed', when: undefined },
    ])
  })

  it('come back from the JSON, and from a bare list', () => {
    const exported = JSON.parse(toPathJson(chart, paths))
    exported.paths[2].result = 'passed'
    exported.paths[2].when = '2026-11-21T10:30Z'
    const found = [{ path: 'cccccccc', step: undefined, result: 'passed', when: '2026-11-21T10:30Z' }]
    expect(readResults(JSON.stringify(exported), 'json')).toEqual(found)
    expect(readResults(JSON.stringify(found), 'json')).toEqual(found)
  })

  it('of one step twice in a file are a failure where one of them is', () => {
    const rows = 'path,step,result\na,1,failed\na,1,passed\na,2,passed'
    expect(readResults(rows, 'csv').map(({ step, result }) => [step, result])).toEqual([
      [1, 'failed'],
      [2, 'passed'],
    ])
  })

  it.each([
    ['csv', 'path,step,result\na,last,passed', 'row 2: the step is "last"; it is the number of the export'],
    ['csv', 'path,result\naaaaaaaa,maybe', 'row 2: the result is "maybe"; write "passed" or "failed".'],
    ['csv', 'path,result\n,passed', 'row 2: the path is missing; it is the eight characters of the export.'],
    ['csv', 'path,result,when\na,passed,soon', 'row 2: "soon" is no date'],
    ['csv', 'path,result\n"a,passed', 'row 2, column 1: a quote is not closed.'],
    ['csv', 'path;result\na;passed', 'row 1: there is no column "path" in "path;result"'],
    ['csv', 'path,outcome\na,passed', 'row 1: there is no column "result" in "path,outcome"'],
    ['csv', '', 'row 1: there is no column "path"'],
    ['json', '{', 'This is not JSON (Expected property name'],
    ['json', '{}', 'This is neither a list nor an object with a list "paths"'],
    ['json', '["aaaaaaaa"]', 'entry 1: it is "aaaaaaaa"; each entry is an object with "id" and "result".'],
    ['json', '[{"result":"passed"}]', 'entry 1: the path is missing'],
  ] as const)('say what is wrong and where: %s %j', (format, text, message) => {
    expect(() => readResults(text, format)).toThrow(message)
  })
})

describe('what results count for in the coverage', () => {
  const path: TestPath = {
    ...pathOf('aaaaaaaa', 4),
    initial: ['open::0'],
    steps: ['a', 'b', 'c', 'd'].map(id => ({ ...pathOf('', 1).steps[0]!, transitions: [id] })),
  }
  const found = (result: PathResult['result'], step?: number): PathResult => ({
    path: path.id,
    step,
    result,
    when: undefined,
  })
  const counted = (...results: PathResult[]) => {
    const walked = nothingWalked()
    countPassed(walked, path, results)
    return [Object.keys(walked.transitions), Object.keys(walked.pairs)]
  }

  it('is the steps with a result alone, and pairs of steps that both passed', () => {
    expect(counted(found('passed', 1), found('passed', 2))).toEqual([['open::0', 'a', 'b'], ['a → b']])
    expect(counted(found('passed', 2), found('passed', 4))).toEqual([['b', 'd'], []])
    expect(counted(found('passed', 1), found('failed', 2), found('passed', 3))).toEqual([
      ['open::0', 'a', 'c'],
      [],
    ])
    expect(counted(found('failed'))).toEqual([[], []])
  })

  it('is every step where the path as a whole has passed', () => {
    expect(counted(found('passed'))).toEqual([
      ['open::0', 'a', 'b', 'c', 'd'],
      ['a → b', 'b → c', 'c → d'],
    ])
  })

  it('follows the latest result of each step', () => {
    const whole = withResult(path, [found('failed', 3)], found('passed'))
    expect(whole).toEqual([found('passed')])
    const but = withResult(path, whole, found('failed', 2))
    expect(counted(...but)).toEqual([['open::0', 'a', 'c', 'd'], ['c → d']])
    expect(withResult(path, [found('failed')], found('passed', 1))).toEqual([found('passed', 1)])
  })

  it('is of steps that there are', () => {
    expect(isResultOf(path, found('passed', 4))).toBe(true)
    expect(isResultOf(path, found('passed', 5))).toBe(false)
    expect(isResultOf(path, { ...found('passed'), path: 'bbbbbbbb' })).toBe(false)
  })
})
