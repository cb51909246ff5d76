import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import type { SignIns } from '../identity/signIns.ts'
import { sweepAttachments } from '../issues/index.ts'
import { sweepSignedForms } from '../lifecycle/signedForms.ts'
import { kept } from '../limits.ts'
import type { Tickets } from '../live/tickets.ts'
import type { ObjectStore } from '../storage/index.ts'
import { createPartUploads } from '../storage/partUploads.ts'
import { discardOfDeleted, discardSuperseded } from './discard.ts'
import type { JobQueue } from './queue.ts'

/**
 * Removes what nobody can use any more: remains of uploads and of stages, the content of superseded uploads, attachments and forms that no call
 * has named. Also used tickets, old sign-ins, old live messages and notices.
 */
export const createSweep =
  (options: {
    db: Kysely<Database>
    clock: { now: () => Date }
    store: ObjectStore
    tickets: Pick<Tickets, 'sweep'>
    signIns: Pick<SignIns, 'sweep'>
    queue: Pick<JobQueue, 'armDeadline'>
    /** Days after which the content of a superseded upload goes; without, when its collection is archived. */
    keepSupersededDays: number | undefined
    /** Removes artefacts that no submission names. */
    sweepArtefacts: () => Promise<void>
  }) =>
  async (): Promise<void> => {
    const { db, clock, store, queue, tickets, signIns, keepSupersededDays, sweepArtefacts } = options
    const now = clock.now().getTime()
    await store.sweep(new Date(now - kept.uploadsMs))
    await createPartUploads({ db, clock, store }).sweep()
    await tickets.sweep()
    await signIns.sweep(new Date(now - kept.signInsMs))
    await sweepArtefacts()
    await sweepAttachments({ db, store }, new Date(now - kept.attachmentsMs))
    await sweepSignedForms({ db, store }, new Date(now - kept.attachmentsMs))
    await withScope(db, { scope: 'all' }, async tx => {
      // One that was begun while its collection was being deleted.
      await discardOfDeleted(tx, queue, clock.now())
      await discardSuperseded(tx, queue, { days: keepSupersededDays, at: clock.now() })
      await sql`delete from live_message where created_utc < ${new Date(now - kept.liveMessagesMs)}`.execute(
        tx,
      )
      await sql`delete from notice where created_utc < ${new Date(now - kept.noticesMs)}`.execute(tx)
    })
  }
