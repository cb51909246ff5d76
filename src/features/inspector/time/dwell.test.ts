import { expect, it } from 'vitest'
import { dwellOf, type Stay } from './dwell.ts'

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
