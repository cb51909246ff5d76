import type { Kysely } from 'kysely'
import { allowRemoval } from '../database/removalLock.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { findSubmission } from '../lifecycle/index.ts'
import type { ObjectStore } from '../storage/index.ts'
import type { DiscardJob } from './jobs.ts'

/** Removes what was uploaded for a submission whose upload has ended without a file; done twice it changes nothing. */
export const createDiscard =
  ({ db, store }: { db: Kysely<Database>; store: ObjectStore }) =>
  async ({ submissionId }: DiscardJob): Promise<void> => {
    const submission = await withScope(db, { scope: 'all' }, tx => findSubmission(tx, submissionId))
    const key = submission?.objectKey
    if (!key) return
    await withScope(db, { scope: 'all' }, async tx => {
      await allowRemoval(tx)
      await store.remove(key)
    })
  }
