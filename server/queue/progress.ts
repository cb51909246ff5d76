import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { ProcessingProgress } from '../../src/domain/wire/progress.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { publish } from '../live/publish.ts'

/** Least time between two reports of a submission, in ms: at most twice a second. */
const intervalMs = 500

export interface ProgressOf {
  id: string
  collectionId: string
  instId: string
}

/**
 * Reports how far a step is: kept with the submission and pushed, at most twice a second, and nothing at all for a
 * step that is over before the first half second. Reports are dropped, never queued. Progress never goes back: a report
 * of less than is stored for the same step changes nothing and is not pushed.
 */
export const createProgressReporter = (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  log: Logger
  submission: ProgressOf
  step: string
}) => {
  const { db, clock, log, submission, step } = options
  let last = performance.now()
  let writing: Promise<void> | undefined

  const write = async (progress: ProcessingProgress): Promise<void> => {
    const at = clock.now()
    await withScope(db, { scope: 'all' }, async tx => {
      // A step that is tried again begins at nothing; people keep what they have seen until it has come as far.
      const { numAffectedRows } =
        await sql`update submission set progress = ${JSON.stringify(progress)}::jsonb
        where id = ${submission.id}::uuid
          and (progress is null or progress->>'step' <> ${progress.step}
            or (progress->>'done')::numeric * ${progress.total}::numeric
              <= (progress->>'total')::numeric * ${progress.done}::numeric)`.execute(tx)
      if (numAffectedRows === 0n) return
      const { id: submissionId, collectionId, instId } = submission
      const occurredAt = at.toISOString()
      await publish(tx, { type: 'PROGRESS', submissionId, collectionId, instId, occurredAt, progress }, at)
    })
  }

  return {
    report: (progress: Omit<ProcessingProgress, 'step'>): void => {
      if (writing || performance.now() - last < intervalMs) return
      last = performance.now()
      writing = write({ step, ...progress })
        .catch(error => log.warn({ err: error }, 'progress could not be reported'))
        .finally(() => {
          writing = undefined
        })
    },
    /** Waits for the report in hand, so that none arrives after the step's end. */
    end: async (): Promise<void> => {
      last = Number.POSITIVE_INFINITY
      await writing
    },
  }
}
