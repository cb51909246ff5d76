import { expect, it } from 'vitest'
import { type StatusName, statusOf } from '../status.ts'
import { isOverviewBehind } from './fileEvents.ts'
import type { FileEvent } from './live.ts'

/** What the overview of a collection reads of a live message. */
const told = (status: StatusName, mode: 'live' | 'ovt' = 'live', collectionId = 'c23056'): FileEvent =>
  ({ collectionId, status: { id: statusOf(status).id }, facts: { mode } }) as FileEvent

it.each<[StatusName, boolean]>([
  ['SCHEMA_CHECK', false],
  ['QUALITY_RULES', false],
  ['SCHEMA_CHECK_FAILED', true],
  ['QUALITY_PROCESSING_COMPLETE', true],
  ['AGENCY_APPROVAL', true],
  ['SIGNED_OFF', true],
])('asks for the overview of a collection again when a file comes to rest: %s, %s', (status, isBehind) => {
  expect(isOverviewBehind('c23056', told(status))).toBe(isBehind)
})

it('does not for another collection, nor for online validation', () => {
  expect(isOverviewBehind('c22056', told('SIGNED_OFF'))).toBe(false)
  expect(isOverviewBehind('c23056', told('QUALITY_PROCESSING_COMPLETE', 'ovt'))).toBe(false)
})
