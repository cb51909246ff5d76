import { expect, it } from 'vitest'
import { statusOf } from '../../../domain/status.ts'
import type { Heat } from '../../../domain/wire/inspection.ts'
import { dwellOf, type Stay } from './dwell.ts'

const status = statusOf('CREDIBILITY')
const stay = (seconds: number): Stay => ({
  position: 0,
  status: 'CREDIBILITY',
  statusId: status.id,
  from: 0,
  to: seconds * 1000,
  isOpen: false,
})

const heat = (visits: number) =>
  ({
    states: [
      {
        statusId: status.id,
        current: 0,
        visits,
        providers: 1,
        median: 5,
        p95: 9,
        longest: null,
        lengths: [],
      },
    ],
  }) as unknown as Heat

it.each([
  ['20 stays of others and one of its own', 21, 10, 'slow'],
  ['20 stays of others and none longer', 21, 9, 'usual'],
  ['19 stays of others and one of its own', 20, 10, 'unknown'],
  ['no stays of others', 1, 10, 'unknown'],
] as const)('a stay beside %s', (_, visits, seconds, verdict) => {
  const [dwell] = dwellOf([stay(seconds)], heat(visits))
  expect(dwell).toMatchObject({ verdict, p95: verdict === 'unknown' ? null : 9000 })
})

it('counts its own visits out of those of the collection', () => {
  expect(dwellOf([stay(10), stay(10)], heat(21))[0]?.verdict).toBe('unknown')
  expect(dwellOf([stay(10), stay(10)], heat(22))[0]?.verdict).toBe('slow')
})
