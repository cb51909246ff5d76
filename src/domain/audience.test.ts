import { describe, expect, it } from 'vitest'
import { audienceOf } from './audience.ts'

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
