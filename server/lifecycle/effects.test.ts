import { expect, it } from 'vitest'
import type { JobQueue } from '../jobs/queue.ts'
import { createEffects } from './effects.ts'
import type { SubmissionRecord } from './submissionRow.ts'

it('begins no upload that would never end: it would hold back every other one of its provider', async () => {
  const apply = createEffects({} as JobQueue)
  const endless = { id: 'one', uploadExpires: null } as SubmissionRecord
  const effect = { type: 'armUploadTimer', key: 'one/1/armUploadTimer' } as const
  await expect(apply({} as never, endless, effect, new Date(0))).rejects.toThrow(
    'The upload of submission one has no end.',
  )
})
