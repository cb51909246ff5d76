import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { isJobNew } from '../../src/domain/job.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import type { BulkJob, Held } from '../jobs/index.ts'
import { findJob } from './jobRow.ts'
import type { BulkJobs } from './jobs.ts'

/** Tries without getting to the end before a job has failed. */
const tries = 6

/**
 * Goes through a job row by row. A process that stops gives it back, and the next one goes on where it stood: nothing but the
 * rows that wait is decided.
 */
export const createJobRunner =
  ({ db, log, jobs }: { db: Kysely<Database>; log: Logger; jobs: BulkJobs }) =>
  async ({
    data: { jobId },
    retryCount,
    signal,
  }: Pick<Held<BulkJob>, 'data' | 'retryCount' | 'signal'>): Promise<void> => {
    try {
      const job = await withScope(db, { scope: 'all' }, tx => findJob(tx, jobId))
      if (job && isJobNew(job.place)) await jobs.start(jobId)
      for (let goesOn = true; goesOn; ) {
        signal.throwIfAborted()
        goesOn = await jobs.settleNext(jobId, signal)
      }
    } catch (error) {
      if (signal.aborted || retryCount + 1 < tries) throw error
      log.error({ err: error, jobId }, 'a job was given up')
      await jobs.giveUp(jobId)
    }
  }
