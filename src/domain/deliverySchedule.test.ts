import { describe, expect, it } from 'vitest'
import { deliveryKeptUntilDay, isDeliveryDue, isDeliveryExpired, submissionsDue } from './deliverySchedule.ts'

/* When something is delivered, and for how long it is kept (decisions §13). */

const at = (text: string) => new Date(`${text}Z`)
const requested = (text: string, isUnmade = false) => ({ requestedAt: at(text), isUnmade })

describe('a delivery is due', () => {
  it.each([
    ['on request: never by itself', 'ON_REQUEST', null, '2026-11-23T09:00', false],
    [
      'when signed off: at once, also on the day of another',
      'SIGNED_OFF',
      requested('2026-11-23T08:59'),
      '2026-11-23T09:00',
      true,
    ],
    ['daily: the first one at once', 'DAILY', null, '2026-11-23T09:00', true],
    ['daily: not twice on a day', 'DAILY', requested('2026-11-23T00:10'), '2026-11-23T23:50', false],
    ['daily: on the next day', 'DAILY', requested('2026-11-23T23:50'), '2026-11-24T00:01', true],
    [
      'daily: a day is one of London, an hour earlier in summer',
      'DAILY',
      requested('2026-06-30T22:30'),
      '2026-06-30T23:15',
      true,
    ],
    ['weekly: not twice in a week', 'WEEKLY', requested('2026-11-23T00:10'), '2026-11-29T23:50', false],
    [
      'weekly: not twice in the week in which the clocks go back',
      'WEEKLY',
      requested('2026-10-19T09:00'),
      '2026-10-25T23:30',
      false,
    ],
    ['weekly: from Monday on', 'WEEKLY', requested('2026-11-29T23:50'), '2026-11-30T00:01', true],
    [
      'weekly: also when Monday was missed',
      'WEEKLY',
      requested('2026-11-20T09:00'),
      '2026-11-25T09:00',
      true,
    ],
    [
      'one that was given up or cancelled: not on the same day',
      'SIGNED_OFF',
      requested('2026-11-23T00:10', true),
      '2026-11-23T09:00',
      false,
    ],
    [
      'one that was given up or cancelled: on the next day',
      'WEEKLY',
      requested('2026-11-24T09:00', true),
      '2026-11-25T00:01',
      true,
    ],
  ] as const)('%s', (_, schedule, last, now, due) => {
    expect(isDeliveryDue(schedule, last, at(now))).toBe(due)
  })
})

it('is kept for 90 days', () => {
  expect(isDeliveryExpired(at('2026-01-01T00:00'), at('2026-03-31T23:59'))).toBe(false)
  expect(isDeliveryExpired(at('2026-01-01T00:00'), at('2026-04-01T00:00'))).toBe(true)
})

describe('of what is chosen a schedule delivers', () => {
  const chosen = [{ submissionId: 'a' }, { submissionId: 'b' }]
  it.each([
    ['by submission: what was never delivered', 'PARQUET', 'a', 'a', 'b'],
    ['by submission: nothing where all was delivered, once', 'TSV', 'ab', 'b', ''],
    ['the whole collection: everything, the first time', 'SECTOR', '', '', 'ab'],
    ['the whole collection: everything, when one was added', 'SECTOR', 'a', 'a', 'ab'],
    ['the whole collection: nothing, when nothing has changed', 'SECTOR', 'ab', 'ab', ''],
    ['the whole collection: everything, when one has gone', 'SECTOR', 'abc', 'abc', 'ab'],
    ['the whole collection: everything, when one is replaced', 'SECTOR', 'abc', 'ac', 'ab'],
    ['the whole collection: everything, when an earlier one is back', 'SECTOR', 'abc', 'ac', 'ab'],
  ] as const)('%s', (_, format, ever, last, due) => {
    const delivered = { ever: new Set(ever), last: new Set(last) }
    expect(
      submissionsDue(format, chosen, delivered)
        .map(({ submissionId }) => submissionId)
        .join(''),
    ).toBe(due)
  })
})

it('is kept for 90 days, the last of which is told as the day in London', () => {
  expect(deliveryKeptUntilDay(at('2026-11-23T09:00'))).toBe('2027-02-21')
  // An hour before midnight by UTC is the next day in a London summer.
  expect(deliveryKeptUntilDay(at('2026-04-01T23:30'))).toBe('2026-07-01')
})
