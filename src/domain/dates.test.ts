import { afterEach, describe, expect, it } from 'vitest'
import {
  formatDate,
  formatDateTime,
  formatPeriod,
  formatReprocessed,
  formatSignOffDate,
  formatUploaded,
} from './dates.ts'

describe('dates as people see them', () => {
  it.each([
    ['the last minute of winter time', '2026-03-29T00:59:59Z', '29/03/2026 00:59'],
    ['the first minute of summer time', '2026-03-29T01:00:00Z', '29/03/2026 02:00'],
    ['the last hour of summer time', '2026-10-25T00:30:00Z', '25/10/2026 01:30'],
    ['the same hour again in winter time', '2026-10-25T01:30:00Z', '25/10/2026 01:30'],
    ['a summer evening that is the next day in London', '2026-06-30T23:15:00Z', '01/07/2026 00:15'],
  ])('shows logs and summaries in London time: %s', (_, instant, words) => {
    expect(formatDateTime(instant)).toBe(words)
  })

  it('shows uploads in UTC, summer or not', () => {
    expect(formatUploaded('2026-09-01T23:15:00Z')).toBe('01 Sep 2026 23:15')
    expect(formatReprocessed('2026-09-01T23:15:00Z', '2026-11-21T09:05:00Z')).toBe(
      '01 Sep 2026 23:15 (Reprocessed: 21 Nov 2026 09:05)',
    )
  })

  it('shows the date of a sign-off in London', () => {
    expect(formatSignOffDate('2026-07-31T23:30:00Z')).toBe('01 August 2026')
  })

  it('shows calendar dates as they stand', () => {
    expect(formatPeriod('2023-08-01', '2024-07-31')).toBe('01/08/2023 - 31/07/2024')
  })

  it.each([null, undefined, '', 'yesterday', '2026-02-30'])('shows "--" for %j', value => {
    expect([
      formatDate(value),
      formatDateTime(value),
      formatUploaded(value),
      formatSignOffDate(value),
    ]).toEqual(['--', '--', '--', '--'])
  })

  describe('on a machine in another zone', () => {
    const zone = process.env.TZ
    afterEach(() => {
      if (zone === undefined) delete process.env.TZ
      else process.env.TZ = zone
    })

    it('is not led astray by an hour that the zone of the machine leaves out', () => {
      process.env.TZ = 'America/New_York'
      expect(formatDateTime('2026-03-08T02:30:00Z')).toBe('08/03/2026 02:30')
    })

    it('keeps a calendar date whose midnight the zone of the machine leaves out', () => {
      process.env.TZ = 'America/Sao_Paulo'
      expect(formatDate('2018-11-04')).toBe('04/11/2018')
    })
  })
})
