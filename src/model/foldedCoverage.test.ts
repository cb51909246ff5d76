import { expect, it } from 'vitest'
import { pairOf } from './coverage.ts'
import { foldedCoverage, type ShownCoverage, unfoldedCoverage } from './foldedCoverage.ts'

const [accept, withdraw] = ['idle:ASK:0', 'confirming:DISMISS:0']
const [there, back] = [pairOf(accept!, withdraw!), pairOf(withdraw!, accept!)]

const found: ShownCoverage = {
  transitions: [accept!, withdraw!],
  pairs: [there, back],
  levels: {
    chart: { transitions: { [accept!]: 3, [withdraw!]: 1 }, pairs: { [there]: 1 } },
    browser: { transitions: { [withdraw!]: 2 }, pairs: {} },
  },
  ruledOut: { browser: { [accept!]: 'Nobody is asked.', [back]: 'The page is gone by then.' } },
}

it('brings a report of coverage back as it was', () => {
  expect(unfoldedCoverage(JSON.parse(JSON.stringify(foldedCoverage(found))))).toEqual(found)
})

it('names each transition once', () => {
  expect(JSON.stringify(foldedCoverage(found)).split(accept!)).toHaveLength(2)
})

it('leaves out what was walked by a chart of before', () => {
  const walked = { transitions: { [accept!]: 1, 'gone:OFF:0': 1 }, pairs: { 'gone:OFF:0 → gone:ON:0': 1 } }
  const { levels } = unfoldedCoverage(foldedCoverage({ ...found, levels: { qa: walked } }))
  expect(levels).toEqual({ qa: { transitions: { [accept!]: 1 }, pairs: {} } })
})
