import { addHours } from 'date-fns/addHours'
import { addMinutes } from 'date-fns/addMinutes'
import { type Kysely, sql } from 'kysely'
import { systemPrincipal } from '../../src/domain/principal.ts'
import { ProblemError } from '../../src/domain/problem.ts'
import { isUploading, uploadingId } from '../../src/domain/status.ts'
import { message } from '../../src/messages/message.ts'
import { allowRemoval } from '../database/removalLock.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import type { Disk } from '../disk.ts'
import { findSubmission, type Lifecycle, type SubmissionRecord } from '../lifecycle/index.ts'
import { patience } from '../limits.ts'
import { noRoom } from '../storage/acceptance.ts'
import { ContentDiffersError } from '../storage/believing.ts'
import type { ObjectStore } from '../storage/index.ts'
import { createPartUploads } from '../storage/partUploads.ts'
import { reportStored } from '../storage/reportStored.ts'
import { uploadListener } from '../storage/uploadListener.ts'
import type { DeadlineJob, DeadlineKind } from './jobs.ts'
import type { JobQueue } from './queue.ts'

/** Deadlines that a process handles at once: sealing a post of 4 GB must not hold up the others. */
const slots = 4

/**
 * Deadlines of submissions, kept as jobs that start later: the end of a signed post, and the removal of a file that
 * there is no right to process, or whose collection is deleted. A job only says when to look: the chart decides when it runs.
 */
export const createDeadlines = (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  store: ObjectStore
  lifecycle: Lifecycle
  queue: JobQueue
  disk: Pick<Disk, 'setAside'>
}) => {
  const { db, clock, store, lifecycle, queue, disk } = options
  const partUploads = createPartUploads(options)
  const listener = uploadListener(options)

  /** It has come up before its time: it is set again. A wait by another clock would be none, and so for as long as that is ahead. */
  const setAgain = (kind: DeadlineKind, submissionId: string, due: Date, now: Date): Promise<void> =>
    withScope(db, { scope: 'all' }, tx => queue.armDeadline(tx, kind, submissionId, due, now))

  const submissionOf = (id: string) => withScope(db, { scope: 'all' }, tx => findSubmission(tx, id))

  /** Puts a file together whose parts have all arrived. Where the disk has no room it waits, but does not hold up others for ever. */
  const hasArrivedInParts = async (
    { id: submissionId, instId, uploadExpires }: SubmissionRecord,
    now: Date,
  ): Promise<boolean> => {
    try {
      return await partUploads.completeArrived({ submissionId, instId }, listener, disk)
    } catch (error) {
      const waitsUntil = addHours(uploadExpires ?? now, patience.uploadHours)
      if (error instanceof ProblemError && error.problem === noRoom && now >= waitsUntil) return false
      throw error
    }
  }

  /**
   * A post that ended in the store without a word (a crash between the two) counts, and so do parts that have all arrived and
   * that nobody has put together; anything else has run out.
   */
  const expireUpload = async (submissionId: string, isDue: boolean, now: Date): Promise<void> => {
    const submission = await submissionOf(submissionId)
    if (!submission || !isUploading(submission.status)) return
    let failureReason = message('server', 'upload.expired')
    let isOver = isDue
    try {
      if (await confirmStored(options, submission)) return
    } catch (error) {
      // It may be right the next time, or the same form may be sent again. Later it is over: the provider could send nothing else.
      const other = otherContent(error)
      const isKept = other?.since !== undefined && now >= addMinutes(other.since, patience.sameFileMinutes)
      if (!other || (!isKept && now < addHours(submission.uploadExpires ?? now, patience.uploadHours)))
        throw error
      isOver ||= isKept
      failureReason = message('server', 'upload.notKept')
    }
    if (!isOver) return setAgain('UPLOAD_EXPIRED', submissionId, submission.uploadExpires ?? now, now)
    // In a bucket that is gone nothing has arrived, either.
    await store.look()
    if (await hasArrivedInParts(submission, now)) return
    await lifecycle.decide(
      submissionId,
      { type: 'UPLOAD_EXPIRED', actor: systemPrincipal },
      { change: { failureReason } },
    )
  }

  /**
   * Removes the content and everything that was made of it. A copy that was made meanwhile keeps the file. The fact that the
   * submission has a file goes first, in a transaction of its own: after that no copy can be made of what is being removed.
   */
  const discardContent = async (submissionId: string): Promise<void> => {
    const submission = await submissionOf(submissionId)
    if (!submission) return
    // Its collection is deleted: nothing else is discarded before it has arrived.
    if (isUploading(submission.status))
      await lifecycle.decide(
        submissionId,
        { type: 'UPLOAD_EXPIRED', actor: systemPrincipal },
        { change: { failureReason: message('server', 'upload.collectionDeleted') } },
      )
    const key = await lifecycle.forgetFile(submissionId)
    if (key === undefined) return
    await withScope(db, { scope: 'all' }, async tx => {
      const keys = [key, ...(await store.list(`${submission.instId}/${submissionId}/`))]
      const { rows } = await sql<{ key: string }>`select object_key as key from submission
        where object_key = any(${keys}::text[]) and has_stored_file`.execute(tx)
      const kept = new Set(rows.map(row => row.key))
      await allowRemoval(tx)
      for (const one of new Set(keys)) if (!kept.has(one)) await store.remove(one)
    })
  }

  /** A job may run before its deadline, where the store is looked at meanwhile or the clocks differ: it is set again. */
  const handle = async ({ kind, submissionId, due }: DeadlineJob, now: Date): Promise<void> => {
    const at = new Date(due)
    const isDue = at <= now
    if (kind === 'UPLOAD_EXPIRED') await expireUpload(submissionId, isDue, now)
    else if (isDue) await discardContent(submissionId)
    else await setAgain(kind, submissionId, at, now)
  }

  /** S3 does not report arrivals, and a crash may have kept the folder from it: the store is asked about every upload. */
  const lookAtUploads = async (): Promise<void> => {
    const { rows } = await withScope(db, { scope: 'all' }, tx =>
      sql<{ id: string; objectKey: string | null }>`
        select id, object_key as "objectKey" from submission where status_id = ${uploadingId}`.execute(tx),
    )
    for (const submission of rows)
      await confirmStored(options, submission).catch(error => {
        // That upload has its deadline; the others do not wait for it.
        if (!otherContent(error)) throw error
      })
  }

  return {
    start: async (): Promise<void> => {
      await lookAtUploads()
      // By the database's clock: a server whose own is ahead would end the uploads of others.
      for (let slot = 0; slot < slots; slot += 1)
        await queue.consume('deadline', job => handle(job.data, job.startedOn))
    },

    /** Looks at once: handles every deadline that has passed by the application's clock, whatever the database's says. */
    tick: async (): Promise<void> => {
      if (store.kind === 's3') await lookAtUploads()
      for (const { id, data } of await queue.deadlines()) {
        if (new Date(data.due) > clock.now()) return
        await handle(data, clock.now())
        await queue.dropDeadline(id)
      }
    },
  }
}
export type Deadlines = ReturnType<typeof createDeadlines>

/** That the store has given something else than the file that was announced, which says nothing about any other upload. */
const otherContent = (error: unknown): ContentDiffersError | undefined => {
  if (error instanceof ContentDiffersError) return error
  return error instanceof Error ? otherContent(error.cause) : undefined
}

/** Reports a file that the store has by now; false while it has none. */
export const confirmStored = async (
  { store, lifecycle, clock }: { store: ObjectStore; lifecycle: Lifecycle; clock: { now: () => Date } },
  submission: { id: string; objectKey: string | null },
): Promise<boolean> => {
  if (submission.objectKey === null) return false
  const found = await store.seal(submission.objectKey)
  if (!found) return false
  const decided = await reportStored(lifecycle, submission.id, {
    change: {
      objectKey: found.key,
      fileSize: found.size,
      uploaded: clock.now(),
      ...(found.sha256 ? { fileHash: found.sha256 } : {}),
    },
  })
  // Of two processes that sealed the same file one decides; the copy of the other, and the post's own place, go.
  // A store that does not remove it now is told again every minute (`removeLeft`).
  if (found.key !== submission.objectKey)
    await store.remove(decided.ok ? submission.objectKey : found.key).catch(() => undefined)
  return true
}
