import { expect, it } from 'vitest'
import { collectionNoticeOf, isReminded, noticeTitle } from './notice.ts'

it('reminds of a deadline who has not submitted, and nobody who waits for approval or sign-off', () => {
  expect(
    ([undefined, 'UPLOADING', 'QUALITY_PROCESSING_COMPLETE', 'RESUBMISSION_REQUIRED'] as const).map(
      isReminded,
    ),
  ).toEqual([true, true, true, true])
  expect(
    (['AGENCY_APPROVAL', 'APPROVED', 'PROVIDER_SIGNOFF', 'SIGNED_OFF', 'NIL_RETURN'] as const).map(
      isReminded,
    ),
  ).toEqual([false, false, false, false, false])
})

it('calls a collection in historic amendment open to those that are asked, not to everybody', () => {
  const closed = { state: 'Closed', deadline: null } as const
  const told = collectionNoticeOf(closed, { state: 'Historic amendment', deadline: null })
  expect(told).toEqual({ kind: 'collectionChanged', mode: 'live', change: 'amendment' })
  expect(noticeTitle({ ...told!, collection: { name: 'Student 2022/23' } }).code).toBe('title.amendment')
  expect(collectionNoticeOf(closed, { state: 'Open', deadline: null })).toEqual({
    kind: 'collectionOpened',
    mode: 'live',
  })
})
