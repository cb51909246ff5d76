import type { Kysely } from 'kysely'
import { isJobNew } from '../../src/domain/job.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import type { Making } from '../jobs/index.ts'
import { findJob } from './jobRow.ts'
import type { BulkJobs } from './jobs.ts'

/**
 * Goes through a job row by row. A process that stops gives it back, and the next one goes on where it stood: nothing but the
 * rows that wait is decided.
 */
export const createJobRunner = ({ db, jobs }: { db: Kysely<Database>; jobs: BulkJobs }): Making<'bulk'> => ({
  make: async ({ data: { jobId }, signal }) => {
    const job = await withScope(db, { scope: 'all' }, tx => findJob(tx, jobId))
    if (job && isJobNew(job.place)) await jobs.start(jobId)
    for (let goesOn = true; goesOn; ) {
      signal.throwIfAborted()
      goesOn = await jobs.settleNext(jobId, signal)
    }
  },

  giveUp: async ({ jobId }) => {
    await jobs.giveUp(jobId)
  },
})
