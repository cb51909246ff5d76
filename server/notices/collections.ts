import { type Kysely, sql, type Transaction } from 'kysely'
import {
  acceptsSubmissions,
  type CollectionStateName,
  collectionStateById,
} from '../../src/domain/collection.ts'
import { daysUntil } from '../../src/domain/deadline.ts'
import {
  collectionNoticeOf,
  hearersOfCollection,
  isReminded,
  reminderDays,
  reminderDue,
} from '../../src/domain/notice.ts'
import { type StatusName, type SubmissionMode, statusById } from '../../src/domain/status.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { notify } from './write.ts'

type Tx = Transaction<Database>

interface CollectionRow {
  id: string
  state_id: number
  submission_deadline: string | null
  told_state_id: number | null
  told_deadline: string | null
}

const stateOf = (id: number): CollectionStateName => collectionStateById(id)?.name ?? 'Draft'

/** The organisations that hear of a collection in which something of this mode can be done. */
const parties = async (tx: Tx, mode: SubmissionMode): Promise<string[]> => {
  const { rows } = await sql<{
    id: string
  }>`select id from organisation where type = any(${hearersOfCollection(mode)}::text[])`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Looks at the collections: who has a part in one hears once that it has opened or changed, and on the 14th, 7th and last
 * day before its deadline that it has not submitted yet. Whoever runs it, each is told once.
 */
export const createCollectionNotices = ({
  db,
  clock,
}: {
  db: Kysely<Database>
  clock: { now: () => Date }
}) => {
  const tellOfChange = async (tx: Tx, row: CollectionRow, at: Date): Promise<void> => {
    const { id, state_id, submission_deadline: deadline, told_state_id, told_deadline } = row
    if (told_state_id === state_id && told_deadline === deadline) return
    const before =
      told_state_id === null ? undefined : { state: stateOf(told_state_id), deadline: told_deadline }
    const notice = collectionNoticeOf(before, { state: stateOf(state_id), deadline })
    await sql`insert into collection_told (collection_id, state_id, submission_deadline)
      values (${id}, ${state_id}, ${deadline}) on conflict (collection_id) do update
      set state_id = excluded.state_id, submission_deadline = excluded.submission_deadline`.execute(tx)
    if (!notice) return
    const { kind, mode, change } = notice
    const detail = {
      stateId: state_id,
      ...(change ? { change } : {}),
      ...(deadline === null ? {} : { deadline }),
    }
    await notify(tx, await parties(tx, mode), { kind, mode, collectionId: id, detail }, at)
  }

  /** Providers that have not done their part of the collection. */
  const late = async (tx: Tx, collectionId: string): Promise<string[]> => {
    const { rows } = await sql<{ inst_id: string; status_id: number | null }>`
      select p.inst_id, s.status_id from provider p
      left join submission s on s.inst_id = p.inst_id and s.collection_id = ${collectionId} and s.mode = 'live' and s.is_latest`.execute(
      tx,
    )
    const nameOf = (id: number | null): StatusName | undefined =>
      id === null ? undefined : statusById(id)?.name
    return rows.filter(({ status_id }) => isReminded(nameOf(status_id))).map(({ inst_id }) => inst_id)
  }

  const remind = async (tx: Tx, row: CollectionRow, at: Date): Promise<void> => {
    const { id: collectionId, submission_deadline: deadline } = row
    if (deadline === null || !acceptsSubmissions(stateOf(row.state_id))) return
    const days = daysUntil(deadline, at)
    const due = reminderDue(days)
    if (due === undefined) return
    // Earlier ones that were missed are not made up for: the latest says it all.
    const reached = reminderDays.filter(one => one >= due)
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('deadline_reminder')
      .values(
        reached.map(one => ({
          collection_id: collectionId,
          submission_deadline: deadline,
          days: one,
          reminded_utc: at,
        })),
      )
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) return
    const detail = { days, deadline }
    await notify(
      tx,
      await late(tx, collectionId),
      { kind: 'deadlineNear', mode: 'live', collectionId, detail },
      at,
    )
  }

  return (): Promise<void> =>
    withScope(db, { scope: 'all' }, async tx => {
      const at = clock.now()
      // One process at a time: two would tell the same twice before either has noted it.
      await sql`select pg_advisory_xact_lock(hashtextextended('collection notices', 0))`.execute(tx)
      const { rows } = await sql<CollectionRow>`
        select c.id, c.state_id, c.submission_deadline, t.state_id as told_state_id, t.submission_deadline as told_deadline
        from collection c left join collection_told t on t.collection_id = c.id order by c.id`.execute(tx)
      for (const row of rows) {
        await tellOfChange(tx, row, at)
        await remind(tx, row, at)
      }
    })
}
