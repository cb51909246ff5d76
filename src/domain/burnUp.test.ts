import { expect, it } from 'vitest'
import { type Arrival, aYearLater, burnUp } from './burnUp.ts'

const arrival = (instId: string, status: Arrival['status'], at: string): Arrival => ({
  instId,
  status,
  at: new Date(at),
})

it('counts for each day who had come at least as far as each step', () => {
  const days = burnUp([
    arrival('0001', 'UPLOADING', '2026-09-01T09:00:00Z'),
    arrival('0001', 'QUALITY_PROCESSING_COMPLETE', '2026-09-02T09:00:00Z'),
    arrival('0002', 'SCHEMA_CHECK', '2026-09-02T10:00:00Z'),
    arrival('0001', 'AGENCY_APPROVAL', '2026-09-05T09:00:00Z'),
    arrival('0001', 'SIGNED_OFF', '2026-09-09T09:00:00Z'),
  ])
  expect(days.map(({ day, reached }) => [day, ...Object.values(reached)])).toEqual([
    ['2026-09-02', 2, 1, 0, 0],
    ['2026-09-05', 2, 1, 1, 0],
    ['2026-09-09', 2, 1, 1, 1],
  ])
})

it('never falls: who has to begin anew has come so far all the same', () => {
  const days = burnUp([
    arrival('0001', 'AGENCY_APPROVAL', '2026-09-05T09:00:00Z'),
    arrival('0001', 'RESUBMISSION_REQUIRED', '2026-09-06T09:00:00Z'),
    arrival('0001', 'UPLOADING', '2026-09-07T09:00:00Z'),
  ])
  expect(days.map(({ day, reached }) => [day, reached.approval])).toEqual([['2026-09-05', 1]])
})

it('counts a day as London does, and takes a nil return for what is done', () => {
  const days = burnUp([arrival('0001', 'NIL_RETURN', '2026-07-01T23:30:00Z')])
  expect(days).toEqual([
    { day: '2026-07-02', reached: { processing: 1, qualityAssurance: 1, approval: 1, signedOff: 1 } },
  ])
})

it('holds a day of the year before against the same day of the calendar', () => {
  const reached = { processing: 1, qualityAssurance: 1, approval: 0, signedOff: 0 }
  expect(aYearLater({ day: '2025-10-31', reached })).toEqual({ day: '2026-10-31', reached })
  expect(aYearLater({ day: '2024-02-29', reached }).day).toBe('2025-02-28')
})
