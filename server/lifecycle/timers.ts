import { addMilliseconds } from 'date-fns'
import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { systemActor } from '../../src/domain/actor.ts'
import { statusOf } from '../../src/domain/status.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import type { ObjectStore } from '../storage/index.ts'
import type { Lifecycle } from './lifecycle.ts'
import { findSubmission } from './submissionRow.ts'

interface TimerRow {
  id: number
  kind: string
  submission_id: string
}

const pollMs = 500
/** How long a process may take over a deadline before another tries, in ms. */
const claimMs = 30_000

/**
 * Deadlines of submissions, kept as rows so that a restart loses none: the end of a signed post, and the removal of a
 * file that there is no right to process.
 */
export const createTimers = (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  log: Logger
  store: ObjectStore
  lifecycle: Lifecycle
}) => {
  const { db, clock, log, store, lifecycle } = options
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  const claim = (): Promise<TimerRow[]> =>
    withScope(db, { scope: 'all' }, async tx => {
      const now = clock.now()
      const { rows } = await sql<TimerRow>`update timer set due_utc = ${addMilliseconds(now, claimMs)}
        where id in (select id from timer where due_utc <= ${now} order by due_utc limit 50 for update skip locked)
        returning id, kind, submission_id`.execute(tx)
      return rows
    })

  const done = (id: number): Promise<unknown> =>
    withScope(db, { scope: 'all' }, tx => sql`delete from timer where id = ${id}`.execute(tx))

  const submissionOf = (id: string) => withScope(db, { scope: 'all' }, tx => findSubmission(tx, id))

  /** A post that ended in the store without a word (a crash between the two) counts; anything else has run out. */
  const expireUpload = async (submissionId: string): Promise<void> => {
    const submission = await submissionOf(submissionId)
    if (submission?.status !== 'UPLOADING') return
    if (await confirmStored(options, submission)) return
    await lifecycle.decide(
      submissionId,
      { type: 'UPLOAD_EXPIRED', actor: systemActor },
      { change: { failureReason: 'The time for the upload ran out before the file had arrived.' } },
    )
  }

  /** The content goes; a re-processing of it that was allowed meanwhile keeps it. */
  const discardContent = async (submissionId: string): Promise<void> => {
    const submission = await submissionOf(submissionId)
    if (!submission?.objectKey) return
    const key = submission.objectKey
    const isShared = await withScope(db, { scope: 'all' }, async tx => {
      const { rows } = await sql`select 1 from submission
        where object_key = ${key} and id <> ${submissionId}::uuid and has_stored_file`.execute(tx)
      return rows.length > 0
    })
    if (!isShared) await store.remove(key)
    await withScope(db, { scope: 'all' }, tx =>
      sql`update submission set has_stored_file = false, content_discarded_utc = ${clock.now()}
        where id = ${submissionId}::uuid`.execute(tx),
    )
  }

  const handle = async (row: TimerRow): Promise<void> => {
    try {
      if (row.kind === 'UPLOAD_EXPIRED') await expireUpload(row.submission_id)
      else if (row.kind === 'DISCARD_CONTENT') await discardContent(row.submission_id)
      await done(row.id)
    } catch (error) {
      log.error(
        { err: error, timer: row.kind, submissionId: row.submission_id },
        'a deadline could not be handled',
      )
    }
  }

  /** S3 does not say when a file has arrived, and a crash may have kept the folder from it: the store is asked. */
  const watchUploads = async (): Promise<void> => {
    const { rows } = await withScope(db, { scope: 'all' }, tx =>
      sql<{ id: string; objectKey: string | null }>`
        select id, object_key as "objectKey" from submission where status_id = ${statusOf('UPLOADING').id}`.execute(
        tx,
      ),
    )
    for (const submission of rows) await confirmStored(options, submission)
  }

  /** Handles every deadline that has passed. */
  const tick = async (): Promise<void> => {
    if (store.kind === 's3') await watchUploads()
    for (const row of await claim()) await handle(row)
  }

  const kick = (): void => {
    running ??= tick()
      .catch(error => log.error({ err: error }, 'deadlines could not be read'))
      .finally(() => {
        running = undefined
      })
  }

  return {
    tick,
    start: (): void => {
      running = watchUploads()
        .catch(error => log.error({ err: error }, 'uploads could not be looked at'))
        .finally(() => {
          running = undefined
        })
      timer = setInterval(kick, pollMs)
    },
    stop: async (): Promise<void> => {
      clearInterval(timer)
      await running
    },
  }
}
export type Timers = ReturnType<typeof createTimers>

/** Reports a file that the store has by now; false while it has none. */
export const confirmStored = async (
  { store, lifecycle, clock }: { store: ObjectStore; lifecycle: Lifecycle; clock: { now: () => Date } },
  submission: { id: string; objectKey: string | null },
): Promise<boolean> => {
  if (submission.objectKey === null) return false
  const found = await store.seal(submission.objectKey)
  if (!found) return false
  const decided = await lifecycle.decide(
    submission.id,
    { type: 'FILE_STORED', actor: systemActor },
    {
      change: {
        objectKey: found.key,
        fileSize: found.size,
        uploaded: clock.now(),
        ...(found.sha256 ? { fileHash: found.sha256 } : {}),
      },
    },
  )
  // Of two processes that sealed the same file one decides; the copy of the other, and the post's own place, go.
  if (found.key !== submission.objectKey) await store.remove(decided.ok ? submission.objectKey : found.key)
  return decided.ok
}
