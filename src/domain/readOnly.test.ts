import { beforeAll, expect, it } from 'vitest'
import { loadMessages, textOf } from '../messages/messages.ts'
import type { CollectionStateName } from './collection.ts'
import { type ReadOnlyFacts, readOnlyReason } from './readOnly.ts'

const isReadOnly = (facts: ReadOnlyFacts): boolean => readOnlyReason(facts) !== undefined

const open: ReadOnlyFacts = { collectionState: 'Open', allowSubmissions: true, latestStatus: undefined }

it.each<[CollectionStateName, boolean]>([
  ['Draft', true],
  ['Deleted', true],
  ['Open', false],
  ['Closed', true],
  ['Historic amendment', false],
  ['Archived', true],
  ['Validation', true],
])('a collection in the state %s is read-only: %s', (collectionState, expected) => {
  expect(isReadOnly({ ...open, collectionState })).toBe(expected)
})

beforeAll(() => loadMessages('en', 'lifecycle'))

it('says why', () => {
  const why = (facts: ReadOnlyFacts) => {
    const reason = readOnlyReason(facts)
    return reason && textOf('en', reason)
  }
  expect(why(open)).toBeUndefined()
  expect(why({ ...open, collectionState: 'Closed' })).toBe('The collection is closed.')
  expect(why({ ...open, allowSubmissions: false })).toBe(
    'The collection does not accept submissions at the moment.',
  )
  expect(why({ ...open, latestStatus: 'NIL_RETURN' })).toBe('A nil return is recorded for this collection.')
})

it('a signed-off submission is read-only only while it would need a historic amendment', () => {
  expect(isReadOnly({ ...open, latestStatus: 'SIGNED_OFF' })).toBe(false)
  expect(
    isReadOnly({ ...open, collectionState: 'Historic amendment', latestStatus: 'HISTORY_DATA_PASSED' }),
  ).toBe(true)
  expect(
    isReadOnly({
      ...open,
      collectionState: 'Historic amendment',
      latestStatus: 'RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT',
    }),
  ).toBe(false)
})
