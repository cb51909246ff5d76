import { expect, it } from 'vitest'
import { isReminded } from './notice.ts'

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
