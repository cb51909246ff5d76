import { afterEach, describe, expect, it } from 'vitest'
import { inEnglish } from '../model/everyMessage.ts'
import {
  calendarDay,
  duration,
  estimate,
  loggedAt,
  loggedPreciselyAt,
  referencePeriod,
  reprocessedAt,
  signOffDay,
  uploadedAt,
} from './dates.ts'

describe('dates as people see them', () => {
  it.each([
    ['the last minute of winter time', '2026-03-29T00:59:59Z', '29/03/2026 00:59'],
    ['the first minute of summer time', '2026-03-29T01:00:00Z', '29/03/2026 02:00'],
    ['the last hour of summer time', '2026-10-25T00:30:00Z', '25/10/2026 01:30'],
    ['the same hour again in winter time', '2026-10-25T01:30:00Z', '25/10/2026 01:30'],
    ['a summer evening that is the next day in London', '2026-06-30T23:15:00Z', '01/07/2026 00:15'],
  ])('shows logs and summaries in London time: %s', (_, instant, expected) => {
    expect(inEnglish(loggedAt(instant))).toBe(expected)
  })

  it('shows uploads in UTC and says so, summer or not', () => {
    expect(inEnglish(uploadedAt('2026-09-01T23:15:00Z'))).toBe('01 Sep 2026 23:15 UTC')
    expect(inEnglish(reprocessedAt('2026-09-01T23:15:00Z', '2026-11-21T09:05:00Z'))).toBe(
      '01 Sep 2026 23:15 UTC (Reprocessed: 21 Nov 2026 09:05 UTC)',
    )
  })

  it('shows the date of a sign-off in London', () => {
    expect(inEnglish(signOffDay('2026-07-31T23:30:00Z'))).toBe('01 August 2026')
  })

  it('shows calendar dates as they stand', () => {
    expect(inEnglish(referencePeriod('2023-08-01', '2024-07-31'))).toBe('01/08/2023 - 31/07/2024')
  })

  it.each([null, undefined, '', 'yesterday', '2026-02-30'])('shows "--" for %j', value => {
    expect([
      inEnglish(calendarDay(value)),
      inEnglish(loggedAt(value)),
      inEnglish(uploadedAt(value)),
      inEnglish(signOffDay(value)),
    ]).toEqual(['--', '--', '--', '--'])
  })

  it('shows what lies close together to the millisecond', () => {
    expect(inEnglish(loggedPreciselyAt('2026-06-30T23:15:07.045Z'))).toBe('01/07/2026 00:15:07.045')
  })

  it.each([
    [340, '340 ms'],
    [999, '999 ms'],
    [1000, '1.0 s'],
    [1500, '1.5 s'],
    [9949, '9.9 s'],
    [9950, '10 s'],
    [12_000, '12 s'],
    [59_499, '59 s'],
    [60_000, '1 min 0 s'],
    [200_000, '3 min 20 s'],
    [3_599_000, '59 min 59 s'],
    [3_600_000, '1 h 0 min'],
    [3 * 3_600_000, '3 h 0 min'],
    [48 * 3_600_000 - 1000, '47 h 59 min'],
    [48 * 3_600_000, '2 d 0 h'],
    [100 * 3_600_000, '4 d 4 h'],
  ])('shows how long %d ms are: %s', (milliseconds, expected) => {
    expect(inEnglish(duration(milliseconds))).toBe(expected)
  })

  it.each([
    [0.2, '1 s'],
    [59, '59 s'],
    [60, '1 min'],
    [90, '2 min'],
    [3599, '1 h 0 min'],
    [5400, '1 h 30 min'],
  ])('shows that %d s are left as about %s', (seconds, expected) => {
    expect(inEnglish(estimate(seconds))).toBe(expected)
  })

  describe('on a machine in another zone', () => {
    const zone = process.env.TZ
    afterEach(() => {
      if (zone === undefined) delete process.env.TZ
      else process.env.TZ = zone
    })

    it('is not led astray by an hour that the zone of the machine leaves out', () => {
      process.env.TZ = 'America/New_York'
      expect(inEnglish(loggedAt('2026-03-08T02:30:00Z'))).toBe('08/03/2026 02:30')
    })

    it('keeps a calendar date whose midnight the zone of the machine leaves out', () => {
      process.env.TZ = 'America/Sao_Paulo'
      expect(inEnglish(calendarDay('2018-11-04'))).toBe('04/11/2018')
    })
  })
})
