import { expect, it } from 'vitest'
import { type StatusName, type SubmissionMode, statusOf } from '../status.ts'
import type { MonitoringRow } from './collections.ts'
import {
  inspectedAfter,
  isFileListBehind,
  isMonitoringBehind,
  isOverviewBehind,
  isStepSummaryBehind,
  listAfter,
  monitoringAfter,
  restsIn,
} from './fileEvents.ts'
import type { InspectedSubmission } from './inspection.ts'
import type { FileEvent } from './live.ts'
import type { ProviderListRow } from './submissions.ts'

/** What the overview of a collection reads of a live message. */
const fileEvent = (status: StatusName, mode: SubmissionMode = 'live', collectionId = 'c23056'): FileEvent =>
  ({ collectionId, status: { id: statusOf(status).id }, facts: { mode } }) as FileEvent

it.each<[StatusName, boolean]>([
  ['SCHEMA_CHECK', false],
  ['QUALITY_RULES', false],
  ['SCHEMA_CHECK_FAILED', true],
  ['QUALITY_PROCESSING_COMPLETE', true],
  ['AGENCY_APPROVAL', true],
  ['SIGNED_OFF', true],
])('asks for the overview of a collection again when a file comes to rest: %s, %s', (status, isBehind) => {
  expect(isOverviewBehind('c23056', fileEvent(status))).toBe(isBehind)
})

it.each<[StatusName, boolean]>([
  ['UPLOADING', true],
  ['UPLOADED', false],
  ['PROVISIONING', true],
  ['SCHEMA_CHECK', false],
  ['QUALITY_RULES', true],
  ['CREDIBILITY', false],
  ['QUALITY_PROCESSING_COMPLETE', true],
  ['SCHEMA_CHECK_FAILED', true],
  ['SIGNED_OFF', true],
])('counts the steps again when a file comes to another one or to rest: %s, %s', (status, isBehind) => {
  expect(isStepSummaryBehind('c23056', fileEvent(status))).toBe(isBehind)
  expect(isStepSummaryBehind('c22056', fileEvent(status))).toBe(false)
  expect(isStepSummaryBehind('c23056', fileEvent(status, 'ovt'))).toBe(false)
})

it('does not for another collection, nor for online validation', () => {
  expect(isOverviewBehind('c22056', fileEvent('SIGNED_OFF'))).toBe(false)
  expect(isOverviewBehind('c23056', fileEvent('QUALITY_PROCESSING_COMPLETE', 'ovt'))).toBe(false)
})

it('leaves no submission where a nil return is withdrawn, and changes no other row', () => {
  const facts = { instId: '0001', mode: 'live' }
  const row = (instId: string, uuid: string) =>
    ({
      collection: { id: 'c23056' },
      facts: { instId, mode: 'live' },
      latestSubmission: { uuid, version: 1, status: { id: statusOf('NIL_RETURN').id } },
      furthestSubmission: { uuid },
    }) as MonitoringRow
  const event = {
    collectionId: 'c23056',
    submissionId: 'a',
    instId: '0001',
    version: 2,
    isLatest: false,
    status: { id: statusOf('UNKNOWN').id },
    awaitingParty: { id: 1, name: 'Provider' },
    facts,
  } as FileEvent
  const [gone, other] = monitoringAfter([row('0001', 'a'), row('0002', 'b')], event)
  expect(gone).toMatchObject({ latestSubmission: null, furthestSubmission: null, awaitingParty: { id: 1 } })
  expect(other).toEqual(row('0002', 'b'))
  const listed = { Uuid: 'a', CollectionId: 'c23056', Facts: facts } as ProviderListRow
  expect(listAfter([listed], event)).toEqual([])
})

it('asks for the monitoring rows again when counts and files are new, not for a decision', () => {
  const submission = (status: StatusName) => ({
    uuid: 'a',
    version: 1,
    status: { id: statusOf(status).id },
  })
  const row = (status: StatusName, furthest = 'a') =>
    ({
      collection: { id: 'c23056' },
      facts: { instId: '0001', mode: 'live' },
      latestSubmission: submission(status),
      furthestSubmission: { ...submission(status), uuid: furthest },
    }) as MonitoringRow
  const isBehind = (before: MonitoringRow, after: StatusName, change: Partial<FileEvent> = {}) =>
    isMonitoringBehind([before], {
      ...fileEvent(after),
      submissionId: 'a',
      instId: '0001',
      isLatest: true,
      version: 2,
      ...change,
    })
  expect(isBehind(row('COLLECTION_REPORTS_PASSED'), 'QUALITY_PROCESSING_COMPLETE')).toBe(true)
  expect(isBehind(row('SCHEMA_CHECK'), 'SCHEMA_CHECK_FAILED')).toBe(true)
  expect(isBehind(row('SCHEMA_CHECK'), 'SCHEMA_CHECK_FAILED', { version: 1 })).toBe(false)
  expect(isBehind(row('SCHEMA_CHECK'), 'SCHEMA_CHECK_PASSED')).toBe(false)
  expect(isBehind(row('ANALYST_APPROVAL'), 'AGENCY_APPROVAL')).toBe(false)
  expect(isBehind(row('PROVIDER_SIGNOFF'), 'SIGNED_OFF')).toBe(false)
  // Another had come farther, or takes its place as the latest.
  expect(isBehind(row('ANALYST_APPROVAL', 'b'), 'APPROVED')).toBe(true)
  expect(isBehind(row('ANALYST_APPROVAL'), 'UPLOADED', { submissionId: 'c' })).toBe(true)
  expect(isBehind(row('NIL_RETURN'), 'UNKNOWN', { isLatest: false })).toBe(true)
})

it.each<[StatusName, boolean, boolean]>([
  ['UPLOADING', false, true],
  ['UPLOADED', false, true],
  ['UPLOAD_ERROR', true, true],
  ['PROVISIONING', false, false],
  ['SCHEMA_CHECK', false, false],
  ['ENRICHMENT_PASSED', false, false],
  ['ENRICHMENT_ERROR', true, true],
  ['QUALITY_PROCESSING_COMPLETE', true, true],
  ['AGENCY_APPROVAL', true, true],
])('knows of a file at %s whether it rests, and whether lists of files change', (status, rests, changes) => {
  for (const mode of ['live', 'ovt'] as const) {
    expect(restsIn('c23056', fileEvent(status, mode))).toBe(rests)
    expect(isFileListBehind('c23056', fileEvent(status, mode))).toBe(changes)
  }
  expect(restsIn('c22056', fileEvent(status))).toBe(false)
  expect(isFileListBehind('c22056', fileEvent(status))).toBe(false)
})

it("moves a submission of the inspector's list with its message, and no other", () => {
  const row = (submissionId: string) =>
    ({
      submissionId,
      statusId: statusOf('UPLOADED').id,
      since: '2024-11-01T12:00:00Z',
    }) as InspectedSubmission
  const event = { ...fileEvent('PROVISIONING'), submissionId: 'a', isLatest: true }
  const [moved, other] = inspectedAfter([row('a'), row('b')], {
    ...event,
    occurredAt: '2024-11-01T12:00:05Z',
  })
  expect(moved).toMatchObject({ statusId: statusOf('PROVISIONING').id, since: '2024-11-01T12:00:05Z' })
  expect(other).toEqual(row('b'))
  expect(inspectedAfter([row('a')], { ...event, occurredAt: '2024-11-01T11:59:00Z' })).toEqual([row('a')])
})
