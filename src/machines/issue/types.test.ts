import { expect, it } from 'vitest'
import { isNewsToRegister, issueUserEventTypes } from './index.ts'

it('hands on to the register what people do and what results say, but nothing that the register has said itself', () => {
  expect(issueUserEventTypes.filter(type => !isNewsToRegister(type))).toEqual([])
  expect((['RESULTS_INSIDE', 'RESULTS_OUTSIDE'] as const).every(isNewsToRegister)).toBe(true)
  // What was written while it was being entered follows once it is.
  expect(isNewsToRegister('CREATED')).toBe(true)
  for (const type of [
    'CREATION_FAILED',
    'TRACKER_COMMENTED',
    'TRACKER_RESOLVED',
    'TRACKER_REOPENED',
  ] as const)
    expect(isNewsToRegister(type)).toBe(false)
})
