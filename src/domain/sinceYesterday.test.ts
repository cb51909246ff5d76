import { expect, it } from 'vitest'
import { newsOf, yesterdayOf } from './sinceYesterday.ts'

it.each([
  ['2026-11-24T09:00:00Z', '2026-11-23'],
  // Summer time: the day in London has begun already.
  ['2026-06-30T23:30:00Z', '2026-06-30'],
  // The day on which the clocks go back.
  ['2026-10-25T00:30:00Z', '2026-10-24'],
  ['2027-01-01T00:00:00Z', '2026-12-31'],
])('before %s lies %s', (now, day) => {
  expect(yesterdayOf(new Date(now))).toBe(day)
})

it('counts what each kind is about, and nothing else', () => {
  expect(
    newsOf([
      { event: 'FILE_STORED', count: 9 },
      { event: 'SIGN_OFF', count: 3 },
      { event: 'APPROVE', count: 8 },
    ]),
  ).toEqual({ uploads: 9, submitted: 0, signedOff: 3 })
})
