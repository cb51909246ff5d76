import { expect, it } from 'vitest'
import { daysUntil, hasJustChanged } from './deadline.ts'

it.each([
  ['2026-12-18', '2026-11-24T08:52:00Z', 24],
  ['2026-12-18', '2026-12-18T23:59:00Z', 0],
  // In London it is the next day already while summer time lasts.
  ['2026-07-31', '2026-07-30T23:30:00Z', 0],
  ['2026-12-18', '2026-12-19T00:00:00Z', -1],
  // The clocks change in between.
  ['2026-11-01', '2026-10-24T12:00:00Z', 8],
])('counts the days until %s at %s', (deadline, now, days) => {
  expect(daysUntil(deadline, new Date(now))).toBe(days)
})

it.each([
  ['2026-11-24T09:00:00Z', true],
  ['2026-11-24T08:50:01Z', true],
  ['2026-11-24T08:49:59Z', false],
  // Another clock is ahead of ours.
  ['2026-11-24T09:05:00Z', false],
])('what changed at %s is marked at nine: %s', (changed, isMarked) => {
  expect(hasJustChanged(new Date(changed), new Date('2026-11-24T09:00:00Z'))).toBe(isMarked)
})
