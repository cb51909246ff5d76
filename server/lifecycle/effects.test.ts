import { expect, it } from 'vitest'
import type { JobQueue } from '../jobs/queue.ts'
import { queueEffects } from './effects.ts'
import type { SubmissionRecord } from './submissionRow.ts'

it('begins no upload that would never end: it would hold back every other one of its provider', async () => {
  const { armUploadTimer } = queueEffects({} as JobQueue)
  const endless = { id: 'one', uploadExpires: null } as SubmissionRecord
  await expect(armUploadTimer({} as never, { after: endless, at: new Date(0) })).rejects.toThrow(
    'The upload of submission one has no end.',
  )
})
