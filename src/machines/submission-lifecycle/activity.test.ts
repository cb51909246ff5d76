import { expect, it } from 'vitest'
import { activityOf, userEventTypes } from './index.ts'

it('tells of uploads, approvals and nil returns by the ids of the specification (2 §9)', () => {
  expect(
    (['FILE_STORED', 'APPROVE', 'NIL_RETURN_CREATED'] as const).map(type =>
      activityOf(type, { mode: 'live' }),
    ),
  ).toEqual([2, 4, 10])
})

it('tells of the end of an upload that did not arrive, whoever ended it', () => {
  expect(
    (['UPLOAD_CANCELLED', 'UPLOAD_FAILED', 'UPLOAD_EXPIRED'] as const).map(type =>
      activityOf(type, { mode: 'live' }),
    ),
  ).toEqual([11, 11, 11])
})

it('tells of everything that people do, but for a history that is made again, and of no step of the system', () => {
  expect(userEventTypes.filter(type => activityOf(type, { mode: 'live' }) === undefined)).toEqual([
    'HISTORY_REQUESTED',
  ])
  expect(activityOf('SCHEMA_CHECK_PASSED', { mode: 'live' })).toBeUndefined()
  expect(activityOf('SUPERSEDED', { mode: 'live' })).toBeUndefined()
})

it('tells of nothing that is only tried out in online validation', () => {
  expect(activityOf('UPLOAD_REQUESTED', { mode: 'ovt' })).toBeUndefined()
  expect(activityOf('FILE_STORED', { mode: 'ovt' })).toBeUndefined()
})
