import { expect, it } from 'vitest'
import { byDay, statusSince } from './tracking.ts'

const entry = (occurredAt: string, fromStatusId: number, toStatusId: number) => ({
  event: 'APPROVE',
  occurredAt,
  fromStatusId,
  toStatusId,
})
const events = [
  entry('2026-06-18T08:05:00Z', 0, 1),
  entry('2026-06-18T22:30:00Z', 1, 2),
  // Half past midnight in London.
  entry('2026-06-18T23:30:00Z', 2, 2),
]

it('events are listed by London day, the newest first', () => {
  expect(byDay(events).map(({ day, events: each }) => [day, each.length])).toEqual([
    ['2026-06-19', 1],
    ['2026-06-18', 2],
  ])
  expect(byDay(events)[1]?.events[0]).toBe(events[1])
})

it('a status began with the last event that changed it', () => {
  expect(statusSince(events)).toBe('2026-06-18T22:30:00Z')
  expect(statusSince([])).toBeUndefined()
})
