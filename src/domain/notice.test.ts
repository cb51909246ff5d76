import { describe, expect, it } from 'vitest'
import { audienceOf, collectionNoticeOf, isReminded, noticeTitle } from './notice.ts'

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

describe('who gets the notice of a collection that opens', () => {
  const reader = (organisationId: string, userId: string, roles: string[], wantsMail = true) => ({
    organisationId,
    organisationType: 'provider' as const,
    userId,
    roles,
    hasAddress: true,
    wantsMail,
  })

  it('are people who may view submissions, by email only those who chose it', () => {
    const organisations = [
      { id: 'A', type: 'provider' as const },
      { id: 'B', type: 'provider' as const },
      { id: 'R', type: 'statutory_customer' as const },
    ]
    const readers = [
      reader('A', 'a1', ['submitter']),
      reader('A', 'a2', ['sign-off'], false),
      reader('B', 'b', []),
    ]
    expect(audienceOf(organisations, readers, 'collectionOpened')).toEqual({
      parties: [
        { type: 'provider', organisations: 1, people: 2, mails: 1 },
        { type: 'statutory_customer', organisations: 0, people: 0, mails: 0 },
      ],
      withoutReader: 2,
    })
  })
})
