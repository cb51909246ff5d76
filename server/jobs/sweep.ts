import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import type { Tickets } from '../live/tickets.ts'
import type { ObjectStore } from '../storage/index.ts'

/** How long live messages are kept: a client that was away longer asks for everything afresh anyway. */
const messagesKeptMs = 24 * 3_600_000
/** Age at which what an upload left in the store counts as left behind. */
const uploadsKeptMs = 24 * 3_600_000

/** Removes what nobody can use any more: remains of uploads, used tickets, old live messages. */
export const createSweep =
  (options: {
    db: Kysely<Database>
    clock: { now: () => Date }
    store: ObjectStore
    tickets: Pick<Tickets, 'sweep'>
  }) =>
  async (): Promise<void> => {
    const { db, clock, store, tickets } = options
    const now = clock.now().getTime()
    await store.sweep(new Date(now - uploadsKeptMs))
    await tickets.sweep()
    await withScope(db, { scope: 'all' }, tx =>
      sql`delete from live_message where created_utc < ${new Date(now - messagesKeptMs)}`.execute(tx),
    )
  }
