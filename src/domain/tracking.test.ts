import { expect, it } from 'vitest'
import {
  byDay,
  type DoneStep,
  expectedSteps,
  lastResults,
  statusSince,
  stepBegan,
  stepsOfStay,
  usualLengths,
  wayParts,
} from './tracking.ts'

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

const at = (day: string, time = '10:00') => new Date(`${day}T${time}:00Z`)
/** Ten approvals from Monday 2 November 2026: on the same day, then after one to nine working days. */
const ends = ['02', '03', '04', '05', '06', '09', '10', '11', '12', '13']
const done = ends.map(
  (day): DoneStep => ({ step: 'AGENCY_APPROVAL', began: at('2026-11-02'), ended: at(`2026-11-${day}`) }),
)

it('a step is usually done after the working days of the middle half, once ten decisions are known', () => {
  expect(usualLengths(done)).toEqual([{ step: 'AGENCY_APPROVAL', decisions: 10, from: 2, to: 7 }])
  expect(usualLengths(done.slice(1))).toEqual([])
})

it('while sign-off is requested, the provider returns the form, and then the agency records it', () => {
  const stay = { status: 'PROVIDER_SIGNOFF', began: at('2026-11-02'), ended: at('2026-11-09') } as const
  const [firstForm, lastForm] = [at('2026-11-04'), at('2026-11-06')]
  expect(stepsOfStay({ ...stay, firstForm, lastForm })).toEqual([
    { step: 'returnForm', began: stay.began, ended: firstForm },
    { step: 'record', began: lastForm, ended: stay.ended },
  ])
  expect(stepsOfStay({ ...stay, firstForm: null, lastForm: null })).toEqual([])
  const approved = { ...stay, status: 'APPROVED', firstForm: null, lastForm: null } as const
  expect(stepsOfStay(approved)).toEqual([{ step: 'requestSignOff', began: stay.began, ended: stay.ended }])
})

it('the agency can record a form from its return on, not from the day on which sign-off was requested', () => {
  const times = { since: '2026-11-02T10:00:00Z', formReturnedAt: '2026-11-06T10:00:00Z' }
  expect(stepBegan('record', times)).toEqual(at('2026-11-06'))
  expect(stepBegan('returnForm', { ...times, formReturnedAt: null })).toEqual(at('2026-11-02'))
  expect(stepBegan('record', { ...times, formReturnedAt: undefined })).toBeUndefined()
})

const lengths = { one: 2, two: 1, three: 2 } as const
type Name = keyof typeof lengths
const thursday = at('2026-11-05')
const expected = (now: string, unknown?: Name, since: Date | undefined = thursday) =>
  expectedSteps<Name>(
    ['one', 'two', 'three'],
    step => (step === unknown ? undefined : { step: 'record', decisions: 12, from: 1, to: lengths[step] }),
    { since, now: at(now) },
  ).map(({ by, late }) => [by, late])

it('each step begins when the one before is usually done, without counting weekends', () => {
  expect(expected('2026-11-06')).toEqual([
    ['2026-11-09', 0],
    ['2026-11-10', 0],
    ['2026-11-12', 0],
  ])
})

it('a step that is not done by its date is late, and the others are counted from today', () => {
  expect(expected('2026-11-11')).toEqual([
    ['2026-11-09', 2],
    ['2026-11-12', 0],
    ['2026-11-16', 0],
  ])
})

it('no date is known from a step without a usual length on', () => {
  expect(expected('2026-11-06', 'two')).toEqual([
    ['2026-11-09', 0],
    [undefined, 0],
    [undefined, 0],
  ])
})

it('results are those of the last run that ended, not of one that is under way', () => {
  const event = (name: string, detail?: Record<string, number>) => ({
    event: name,
    occurredAt: '2026-11-18T08:05:00Z',
    detail,
  })
  const ended = event('QUALITY_PROCESSING_COMPLETED')
  const history = [event('QUALITY_RULES_PASSED', { rules: 203, outside: 40 }), ended]
  const again = [event('REPROCESS'), event('QUALITY_RULES_PASSED', { rules: 203, outside: 12 })]
  expect(lastResults(history)).toEqual({ ended, rules: 203, outside: 40 })
  expect(lastResults([...history, ...again])).toEqual({ ended, rules: 203, outside: 40 })
  const last = event('QUALITY_PROCESSING_COMPLETED')
  expect(lastResults([...history, ...again, last])).toEqual({ ended: last, rules: 203, outside: 12 })
  expect(lastResults(history.slice(0, 1))).toBeUndefined()
})

it('the way to sign-off names what was done, what is being done and what follows, with its days', () => {
  const history = [
    { event: 'UPLOAD_REQUESTED', occurredAt: '2026-11-18T08:05:00Z', fromStatusId: 0 },
    { event: 'SUBMIT', occurredAt: '2026-11-23T16:12:00Z', fromStatusId: 24 },
    { event: 'APPROVE', occurredAt: '2026-11-24T09:40:00Z', fromStatusId: 25 },
  ]
  const left = [
    { step: { approval: 'AGENCY_APPROVAL' as const }, by: '2026-12-01' },
    { step: 'requestSignOff', by: '2026-12-03' },
    { step: 'record', by: undefined },
  ]
  expect(wayParts(history, left)).toEqual([
    { step: 'checks', state: 'done', from: '2026-11-18', to: '2026-11-23' },
    { step: 'ANALYST_APPROVAL', state: 'done', to: '2026-11-24' },
    { step: 'AGENCY_APPROVAL', state: 'now', to: '2026-12-01' },
    { step: 'signOff', state: 'later', to: undefined },
  ])
  // Not submitted yet, or nothing left: no way to show.
  expect(wayParts(history.slice(0, 1), left)).toEqual([])
  expect(wayParts(history, [])).toEqual([])
})
