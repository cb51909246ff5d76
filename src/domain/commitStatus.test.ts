import { beforeAll, describe, expect, it } from 'vitest'
import { loadMessages, textOf } from '../messages/messages.ts'
import {
  changesAtOf,
  changesInMs,
  commitNotAllowedReasons,
  hasReferencePeriodEnded,
  noBlockers,
} from './commitStatus.ts'

beforeAll(() => loadMessages('en', 'lifecycle'))

it('gives a reason for each flag that is set, in their order', () => {
  expect(commitNotAllowedReasons(noBlockers)).toEqual([])
  expect(
    commitNotAllowedReasons({ ...noBlockers, lacksTransferConsent: true, notCollectionEndDate: true }).map(
      reason => textOf('en', reason),
    ),
  ).toEqual([
    "The collection's reference period has not ended yet.",
    "A transfer of postgraduate research students is waiting for the other provider's consent.",
  ])
})

describe('a reference period ends at midnight in London', () => {
  it.each([
    ['in summer time, an hour before midnight in UTC', '2024-07-31', '2024-07-31T23:00:00.000Z'],
    ['in winter time, at midnight in UTC', '2024-12-31', '2025-01-01T00:00:00.000Z'],
    ['on the day before summer time begins', '2024-03-30', '2024-03-31T00:00:00.000Z'],
    ['on the day on which summer time begins', '2024-03-31', '2024-03-31T23:00:00.000Z'],
    ['on the day before winter time begins', '2024-10-26', '2024-10-26T23:00:00.000Z'],
    ['on the day on which winter time begins', '2024-10-27', '2024-10-28T00:00:00.000Z'],
  ])('%s', (_, lastDay, midnight) => {
    const at = new Date(midnight)
    expect(hasReferencePeriodEnded(lastDay, new Date(at.getTime() - 1))).toBe(false)
    expect(hasReferencePeriodEnded(lastDay, at)).toBe(true)
    expect(changesAtOf(lastDay, new Date(at.getTime() - 1))).toBe(midnight)
    expect(changesAtOf(lastDay, at)).toBeUndefined()
  })
})

describe('what has changed by time alone', () => {
  const changesAt = '2024-07-31T23:00:00.000Z'
  const now = Date.parse('2024-07-31T22:00:00Z')
  const hour = 60 * 60_000

  it('is asked for within a minute of the change, by the pages of different providers at different seconds', () => {
    const asked = ['0001', '0002', '0059', '0060', 'D123'].map(instId =>
      changesInMs({ facts: { instId, changesAt } }, now),
    )
    for (const ms of asked) expect(ms).toBeGreaterThanOrEqual(hour)
    for (const ms of asked) expect(ms).toBeLessThan(hour + 60_000)
    expect(new Set(asked.slice(0, 3)).size).toBe(3)
  })

  it('is counted from the clock of the server that answered, whatever the clock here says', () => {
    const answer = { facts: { instId: '0000', changesAt }, now: new Date(now).toISOString() }
    for (const ahead of [-hour, 0, 2 * hour]) expect(changesInMs(answer, now + ahead)).toBe(hour)
  })

  it('is asked for at no time where nothing changes so', () => {
    expect(changesInMs({ facts: { instId: '0001' } }, now)).toBeUndefined()
  })
})
