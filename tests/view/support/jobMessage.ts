import type { LiveMessage } from '../../../src/domain/wire/live.ts'

type JobMessage = Extract<LiveMessage, { type: 'JOB' }>

/** The message of this number on a page, which tells of a job: that it has begun, unless said otherwise. */
export const jobMessage = (
  sequence: number,
  given: Partial<JobMessage> & Pick<JobMessage, 'jobId' | 'kind'>,
): JobMessage => ({
  type: 'JOB',
  instId: 'bedel',
  collectionId: 'c23056',
  state: 'IN_PROGRESS',
  version: 4,
  counts: { WAITING: 3, DONE: 0, REFUSED: 0, LEFT: 0 },
  sequence,
  occurredAt: '2024-11-01T12:00:00Z',
  ...given,
})
