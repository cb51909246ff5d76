import { expect, it } from 'vitest'
import { leafIdOf } from '../../../machines/submission-lifecycle/index.ts'
import { dwellOf, othersIn, type Stay } from './dwell.ts'

const stay = (seconds: number): Stay => ({
  position: 0,
  state: 'credibility',
  from: 0,
  to: seconds * 1000,
  isOpen: false,
})

const others = (visits: number) => [{ state: 'credibility', visits, median: 5, p95: 9 }]

it.each([
  ['20 stays of others and none as long', 20, 10, 'slow', { kind: 'known', seconds: 9 }],
  ['20 stays of others and some longer', 20, 9, 'usual', { kind: 'known', seconds: 9 }],
  ['19 stays of others', 19, 10, 'unknown', { kind: 'tooFew', stays: 19 }],
] as const)('a stay next to %s', (_, visits, seconds, verdict, p95) => {
  expect(dwellOf([stay(seconds)], others(visits))).toMatchObject([{ verdict, p95 }])
})

it('a stay in a state without stays of others is not compared', () => {
  expect(dwellOf([stay(10)], [])).toMatchObject([
    { verdict: 'unknown', median: null, p95: { kind: 'tooFew', stays: 0 } },
  ])
})

it('has no percentile until the stays of others are counted', () => {
  expect(dwellOf([stay(10)], undefined)).toMatchObject([{ verdict: 'unknown', p95: undefined }])
})

it('says which stays are over the target, and how long others stayed the year before', () => {
  const monday = Date.parse('2024-11-04T10:00:00Z')
  const until = (day: string): Stay => ({ ...stay(0), from: monday, to: Date.parse(`${day}T10:00:00Z`) })
  const known = [{ ...others(1)[0]!, formerMedian: 60, target: 5 }]
  // The Monday after is the fifth working day.
  expect(dwellOf([until('2024-11-11')], known)).toMatchObject([
    { target: { days: 5, isOver: false }, formerMedian: 60_000 },
  ])
  expect(dwellOf([until('2024-11-12')], known)).toMatchObject([{ target: { days: 5, isOver: true } }])
  expect(dwellOf([until('2024-11-12')], others(1))).toMatchObject([{ target: undefined, formerMedian: null }])
})

it('takes the targets of statuses that no other submission came to', () => {
  const empty = {
    former: null,
    submissions: 0,
    providers: 0,
    states: [],
    transitions: [],
    choices: { providers: [], regulators: [], riskCodes: [], specifications: [] },
  }
  expect(
    othersIn({ ...empty, stayTargets: 'SC_APPROVAL=5' }).filter(({ target }) => target !== null),
  ).toEqual([{ state: leafIdOf('SC_APPROVAL'), visits: 0, median: null, p95: null, target: 5 }])
})
