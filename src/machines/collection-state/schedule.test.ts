import { expect, it } from 'vitest'
import { dueEvent, isScheduleInOrder, scheduleIn } from './schedule.ts'

const days = { validationOn: '2027-03-01', opensOn: '2027-04-01', closesOn: '2027-07-30' }
const at = (moment: string) => new Date(moment)

it('a day is due from 09:00 London time on, in winter and in summer', () => {
  const draft = { ...days, place: 'Draft' as const }
  expect(dueEvent(draft, at('2027-03-01T08:59:00Z'))).toBeUndefined()
  expect(dueEvent(draft, at('2027-03-01T09:00:00Z'))).toBe('OPEN_TO_VALIDATION')
  const validation = { ...days, place: 'Validation' as const }
  expect(dueEvent(validation, at('2027-04-01T07:59:00Z'))).toBeUndefined()
  expect(dueEvent(validation, at('2027-04-01T08:00:00Z'))).toBe('OPEN')
})

it('the furthest day that is due decides, and nothing happens to a collection that is past it', () => {
  const late = at('2027-05-01T12:00:00Z')
  expect(dueEvent({ ...days, place: 'Draft' }, late)).toBe('OPEN')
  expect(dueEvent({ ...days, place: 'Open' }, late)).toBeUndefined()
  expect(dueEvent({ ...days, place: 'Open' }, at('2027-08-01T12:00:00Z'))).toBe('CLOSE')
  expect(dueEvent({ ...days, place: 'Closed' }, at('2027-08-01T12:00:00Z'))).toBeUndefined()
})

it('a state keeps the days that lead on from it', () => {
  expect(scheduleIn('Draft', days)).toEqual(days)
  expect(scheduleIn('Validation', days)).toEqual({ ...days, validationOn: null })
  expect(scheduleIn('Open', days)).toEqual({ validationOn: null, opensOn: null, closesOn: '2027-07-30' })
  expect(scheduleIn('Closed', days)).toEqual({ validationOn: null, opensOn: null, closesOn: null })
})

it('the days are in the order of the states; missing ones do not count', () => {
  expect(isScheduleInOrder(days)).toBe(true)
  expect(isScheduleInOrder({ ...days, opensOn: null })).toBe(true)
  expect(isScheduleInOrder({ ...days, opensOn: '2027-03-01' })).toBe(false)
  expect(isScheduleInOrder({ ...days, validationOn: '2027-08-01', opensOn: null })).toBe(false)
})
