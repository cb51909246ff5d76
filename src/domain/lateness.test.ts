import { expect, it } from 'vitest'
import { isLate, type Pace, reminderSkip, silentDays } from './lateness.ts'

const now = new Date('2026-11-24T12:00:00Z')
const deadline = '2026-12-18'
const pace: Pace = {
  awaits: 1,
  silentSince: '2026-11-24T08:00:00Z',
  hasStarted: true,
  collectionState: 'Open',
}
const since = (day: string): Pace => ({ ...pace, silentSince: `${day}T23:59:00Z` })

it('a provider is silent for the days since its own last action, if it has to act', () => {
  expect(silentDays(pace, now)).toBe(0)
  expect(silentDays(since('2026-11-12'), now)).toBe(12)
  for (const awaits of [0, 2, 3, 4]) expect(silentDays({ ...since('2026-11-12'), awaits }, now)).toBeNull()
  expect(silentDays({ ...since('2026-11-12'), collectionState: 'Closed' }, now)).toBeNull()
  expect(silentDays({ ...pace, silentSince: null }, now)).toBeNull()
})

it('a provider is late after ten days without an action of its own', () => {
  expect(isLate(since('2026-11-15'), { now, deadline })).toBe(false)
  expect(isLate(since('2026-11-14'), { now, deadline })).toBe(true)
  expect(isLate({ ...since('2026-11-14'), awaits: 2 }, { now, deadline })).toBe(false)
})

it('a provider that has not started is late with less than 30 days left', () => {
  const unstarted = { ...pace, hasStarted: false }
  expect(isLate(unstarted, { now, deadline: '2026-12-24' })).toBe(false)
  expect(isLate(unstarted, { now, deadline: '2026-12-23' })).toBe(true)
  expect(isLate(unstarted, { now, deadline: null })).toBe(false)
  expect(isLate(pace, { now, deadline: '2026-12-01' })).toBe(false)
})

it('a reminder is skipped if the provider need not act, has no contact, or was reminded within three days', () => {
  const known = { contacts: 1, reminded: null, skipsRecent: true }
  expect(reminderSkip(pace, known, now)).toBeUndefined()
  expect(reminderSkip({ ...pace, awaits: 2 }, known, now)).toBe('notItsTurn')
  expect(reminderSkip(pace, { ...known, contacts: 0 }, now)).toBe('noContact')
  const reminded = { ...known, reminded: '2026-11-21T09:00:00Z' }
  expect(reminderSkip(pace, reminded, now)).toBe('recent')
  expect(reminderSkip(pace, { ...reminded, skipsRecent: false }, now)).toBeUndefined()
  expect(reminderSkip(pace, { ...reminded, reminded: '2026-11-20T09:00:00Z' }, now)).toBeUndefined()
})
