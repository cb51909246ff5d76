import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { SubmissionMode } from '../../src/domain/status.ts'
import type { ProcessingProgress } from '../../src/domain/wire/progress.ts'
import { unattended } from '../background.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { publish } from '../live/publish.ts'
import type { Attempt } from './lease.ts'

/** Least time between two reports of a submission, in ms: at most twice a second. */
const intervalMs = 500

/**
 * Reports how far a stage is: kept with the submission and pushed, at most twice a second, and nothing at all for a
 * stage that is over before the first half second. Reports are dropped, never queued. Progress never goes back: a report
 * of less than is stored for the same stage, or by an attempt that is not the newest any more, changes nothing and is
 * not pushed.
 */
export const createProgressReporter = (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  log: Logger
  submission: { collectionId: string; instId: string; mode: SubmissionMode }
  attempt: Attempt
}) => {
  const { db, clock, log, submission, attempt } = options
  const { submissionId, stage, fencingToken } = attempt
  let last = performance.now()
  let writing: Promise<void> | undefined

  const write = async (progress: ProcessingProgress): Promise<void> => {
    const at = clock.now()
    await withScope(db, { scope: 'all' }, async tx => {
      // A stage that is tried again begins at nothing; people keep what they have seen until it has come as far.
      const { rows } = await sql`update submission set progress = ${JSON.stringify(progress)}::jsonb
        where id = ${submissionId}::uuid
          and (progress is null or progress->>'stage' is distinct from ${progress.stage}
            or (progress->>'done')::numeric * ${progress.total}::numeric
              <= (progress->>'total')::numeric * ${progress.done}::numeric)
          and exists (select 1 from stage_lease
          where submission_id = ${submissionId}::uuid and stage = ${stage} and fencing_token = ${fencingToken})
        returning id`.execute(tx)
      if (rows.length === 0) return
      const { collectionId, instId, mode } = submission
      const occurredAt = at.toISOString()
      await publish(
        tx,
        { type: 'PROGRESS', submissionId, collectionId, instId, mode, occurredAt, progress },
        at,
      )
    })
  }

  return {
    report: (progress: Omit<ProcessingProgress, 'stage'>): void => {
      if (writing || performance.now() - last < intervalMs) return
      last = performance.now()
      writing = unattended(log, 'stageProgress', () => write({ stage, ...progress })).finally(() => {
        writing = undefined
      })
    },
    /** Waits for the report in hand, so that none arrives after the stage's end. */
    end: async (): Promise<void> => {
      last = Number.POSITIVE_INFINITY
      await writing
    },
  }
}
