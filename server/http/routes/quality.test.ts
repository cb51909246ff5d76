import { expect, it } from 'vitest'
import { statuses } from '../../../src/domain/status.ts'
import { message } from '../../../src/messages/message.ts'
import type { SubmissionRow } from '../../database/queries/submissions.ts'
import { refuseWhileProcessing } from './quality.ts'

const isRefused = (statusId: number): boolean => {
  try {
    refuseWhileProcessing({ status_id: statusId } as SubmissionRow)
    return false
  } catch (error) {
    expect(error).toHaveProperty('problem.reason', message('lifecycle', 'isProcessing'))
    return true
  }
}

it('refuses as "currently being processed" while the file is under way, and never where it has stopped', () => {
  const refused = statuses.filter(({ id }) => isRefused(id)).map(({ id }) => id)
  // Schema check failed (8) and Right to process check failed (38) are ends, as every error is.
  expect(refused).toEqual([1, 2, 4, 6, 7, 10, 37, 40, 11, 13, 15, 17, 18, 20, 21, 23])
})
