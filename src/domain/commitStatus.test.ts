import { beforeAll, expect, it } from 'vitest'
import { loadMessages, textOf } from '../messages/messages.ts'
import { commitNotAllowedReasons, hasReferencePeriodEnded, noBlockers } from './commitStatus.ts'

beforeAll(() => loadMessages('en', 'lifecycle'))

it('gives a reason for each flag that is set, in their order', () => {
  expect(commitNotAllowedReasons(noBlockers)).toEqual([])
  expect(
    commitNotAllowedReasons({ ...noBlockers, lacksTransferConsent: true, notCollectionEndDate: true }).map(
      reason => textOf('en', reason),
    ),
  ).toEqual([
    'The reference period of the collection has not ended.',
    "A transfer of postgraduate research students still lacks the other provider's consent.",
  ])
})

it('a reference period has ended on the day after its last', () => {
  expect(hasReferencePeriodEnded('2024-07-31', new Date('2024-07-31T23:59:59Z'))).toBe(false)
  expect(hasReferencePeriodEnded('2024-07-31', new Date('2024-08-01T00:00:00Z'))).toBe(true)
})
