import { createHash, randomInt, randomUUID } from 'node:crypto'
import { addMinutes } from 'date-fns/addMinutes'
import { differenceInSeconds } from 'date-fns/differenceInSeconds'
import { type Kysely, sql, type Transaction } from 'kysely'
import { systemPrincipal, type UserPrincipal } from '../../src/domain/principal.ts'
import { entriesAmong, type RecordedEntry } from '../../src/domain/recording.ts'
import {
  isSupportOpen,
  isSupportWatched,
  plainSupportCode,
  type SupportSessionPlace,
  supportCodeDigits,
  supportCodeLength,
  supportCodeMinutes,
  supportEntriesAtOnce,
  supportEntriesLeft,
  supportMinutes,
  supportSessionTags,
} from '../../src/domain/supportSession.ts'
import { supportSessionChart } from '../../src/machines/support-session/index.ts'
import { message } from '../../src/messages/message.ts'
import type { Clock } from '../clock.ts'
import { literals } from '../database/queries/literals.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { createDecider, type Decided, type Refused } from '../decisions/decider.ts'
import type { SupportWaiting } from './waiting.ts'

type Tx = Transaction<Database>

/** A support session. */
export interface SupportSession {
  id: string
  organisationId: string
  place: SupportSessionPlace
  sharerId: string
  sharerName: string
  watcherId: string | null
  watcherName: string | null
  offered: Date
  joined: Date | null
  expires: Date
  relayed: number
}

/** Name of the database's notification channel; its payload is the id of a session in which something happened. */
export const supportNotification = 'bedel_support'

const columns = sql`s.id, s.organisation_id as "organisationId", s.place, s.sharer_id as "sharerId", s.sharer_name as "sharerName",
  s.watcher_id as "watcherId", s.watcher_name as "watcherName", s.offered_utc as offered, s.joined_utc as joined,
  s.expires_utc as expires, s.relayed`

const isOpen = sql`s.place in (${literals(supportSessionTags.placesWith('open'))})`

const hashOf = (code: string): Buffer => createHash('sha256').update(plainSupportCode(code)).digest()

const newCode = (): string =>
  Array.from(
    { length: supportCodeLength },
    () => supportCodeDigits[randomInt(supportCodeDigits.length)],
  ).join('')

const notify = (tx: Tx, id: string): Promise<unknown> =>
  sql`select pg_notify(${supportNotification}, ${id})`.execute(tx)

/** By id for the two who take part, by code for support. */
type Named = { id: string } | { code: string }

/** A locked session. By its id only the two people find it, so that nobody else learns that it exists. */
const lockSession = async (
  tx: Tx,
  named: Named,
  { actor }: { actor: UserPrincipal | typeof systemPrincipal },
): Promise<SupportSession | undefined> => {
  const person = actor.kind === 'user' ? actor.userId : ''
  const where =
    'code' in named
      ? sql`s.code_hash = ${hashOf(named.code)} and ${isOpen}`
      : sql`s.id = ${named.id}::uuid and ${person} in (s.sharer_id, s.watcher_id)`
  const { rows } = await sql<SupportSession>`select ${columns} from support_session s
    where ${where} for update`.execute(tx)
  return rows[0]
}

const insertSession = (tx: Tx, session: SupportSession, code: string): Promise<unknown> =>
  sql`insert into support_session (id, organisation_id, code_hash, place, sharer_id, sharer_name, offered_utc, expires_utc)
    values (${session.id}::uuid, ${session.organisationId}, ${hashOf(code)}, ${session.place}, ${session.sharerId},
      ${session.sharerName}, ${session.offered}, ${session.expires})`.execute(tx)

const updateSession = (tx: Tx, session: SupportSession): Promise<unknown> =>
  sql`update support_session set place = ${session.place}, watcher_id = ${session.watcherId},
    watcher_name = ${session.watcherName}, joined_utc = ${session.joined}, expires_utc = ${session.expires}
    where id = ${session.id}::uuid`.execute(tx)

/**
 * Support sessions: who sees the actors of another person's browser. The server's clock alone decides how long. What a browser sends is
 * held to the whitelist of `recording.ts`, in size and in rate, before it is stored; it is deleted when the session ends.
 */
export const createSupportSessions = (options: {
  db: Kysely<Database>
  clock: Clock
  waiting: SupportWaiting
}) => {
  const { db, clock, waiting } = options
  const inSystem = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => withScope(db, { scope: 'all' }, work)
  const isOver = ({ expires }: SupportSession): boolean => expires <= clock.now()

  const { decide, decideOn, judge, missing } = createDecider(supportSessionChart)<
    Named,
    SupportSession,
    { code: string }
  >({
    clock,
    lock: lockSession,
    notFound: message('problems', 'noSupportSession'),
    placeOf: ({ place }) => place,
    subject: ({ id }) => ({ id }),
    facts: (_, { before }) => ({
      sharerId: before.sharerId,
      watcherId: before.watcherId,
      isOver: isOver(before),
    }),
    next: ({ before, event: { actor }, to, at, effects }) => ({
      ...before,
      place: to,
      ...(effects.includes('noteWatcher') && actor.kind === 'user'
        ? {
            watcherId: actor.userId,
            watcherName: actor.name,
            joined: at,
            expires: addMinutes(at, supportMinutes),
          }
        : {}),
    }),
    write: (tx, { after, input: { code } }) =>
      code ? insertSession(tx, after, code) : updateSession(tx, after),
    audit: {
      action: type => `SUPPORT_SESSION_${type}`,
      detail: ({ from, to, after: { sharerName, watcherName } }) => ({
        from,
        to,
        sharer: sharerName,
        watcher: watcherName,
      }),
    },
    effects: {
      noteWatcher: 'row',
      // `send` and `read` do these: entries are no part of the history.
      keepEntries: 'row',
      giveEntries: 'row',
      deleteEntries: (tx, { after: { id } }) =>
        sql`delete from support_entry where session_id = ${id}::uuid`.execute(tx),
    },
    announce: async (tx, { after: { id } }) => {
      await notify(tx, id)
    },
  })

  /** The session as it is now: one whose time is over expires at once, whenever that is noted. */
  const current = async (tx: Tx, session: SupportSession): Promise<SupportSession> => {
    if (!isSupportOpen(session.place) || !isOver(session)) return session
    const expired = await decideOn(tx, session, { type: 'EXPIRE', actor: systemPrincipal })
    return expired.ok ? expired.record : session
  }

  const keep = async (tx: Tx, { id, relayed }: SupportSession, entries: readonly RecordedEntry[]) => {
    if (entries.length === 0) return
    await sql`insert into support_entry (session_id, sequence, entry)
      select ${id}::uuid, ${relayed} + e.position, e.entry
      from jsonb_array_elements(${JSON.stringify(entries)}::jsonb) with ordinality as e (entry, position)`.execute(
      tx,
    )
    await sql`update support_session set relayed = relayed + ${entries.length} where id = ${id}::uuid`.execute(
      tx,
    )
    await notify(tx, id)
  }

  /** The session of somebody who takes part, as it is now, if the chart lets them do this with it. */
  const look = async (
    tx: Tx,
    actor: UserPrincipal,
    id: string,
    type: 'SEND' | 'READ',
  ): Promise<{ ok: true; session: SupportSession; isTaken: boolean } | Refused> => {
    const event = { type, actor } as const
    const found = await lockSession(tx, { id }, event)
    if (!found) return missing()
    const session = await current(tx, found)
    // Before support joins and after the end there is nothing to send or read, but both sides may know the state.
    if (!isSupportWatched(session.place)) return { ok: true, session, isTaken: false }
    const { refusal } = await judge(tx, session, event)
    return refusal ? { ok: false, problem: refusal } : { ok: true, session, isTaken: true }
  }

  const readOnce = (actor: UserPrincipal, id: string, after: number) =>
    inSystem(async tx => {
      const looked = await look(tx, actor, id, 'READ')
      if (!looked.ok) return looked
      const { rows } = await sql<{
        sequence: number
        entry: RecordedEntry
      }>`select sequence, entry from support_entry
        where session_id = ${id}::uuid and sequence > ${after} order by sequence limit ${supportEntriesAtOnce}`.execute(
        tx,
      )
      return {
        ok: true as const,
        session: looked.session,
        isTaken: looked.isTaken,
        entries: rows.map(({ entry }) => entry),
        last: rows.at(-1)?.sequence ?? after,
      }
    })

  return {
    /** Starts a session for the actor. The code is given this once. */
    offer: (actor: UserPrincipal): Promise<(Decided<SupportSession> & { code: string }) | Refused> =>
      inSystem(async tx => {
        const code = newCode()
        const offered = clock.now()
        const fresh: SupportSession = {
          id: randomUUID(),
          organisationId: actor.organisationId,
          place: 'NONE',
          sharerId: actor.userId,
          sharerName: actor.name,
          watcherId: null,
          watcherName: null,
          offered,
          joined: null,
          expires: addMinutes(offered, supportCodeMinutes),
          relayed: 0,
        }
        const decided = await decideOn(tx, fresh, { type: 'OFFER', actor }, { input: { code } })
        return decided.ok ? { ...decided, code } : decided
      }),

    /** Lets the actor look on at the browser that has this code. */
    join: (actor: UserPrincipal, code: string): Promise<Decided<SupportSession>> =>
      decide(db, { code }, { type: 'JOIN', actor }),

    /** Ends a session, for both. */
    end: (actor: UserPrincipal, id: string): Promise<Decided<SupportSession>> =>
      decide(db, { id }, { type: 'END', actor }),

    /** Passes on what the actor's browser sends, as far as the whitelist, the size and the rate allow. */
    send: (
      actor: UserPrincipal,
      id: string,
      values: readonly unknown[],
    ): Promise<{ ok: true; session: SupportSession; dropped: number } | Refused> =>
      inSystem(async tx => {
        const looked = await look(tx, actor, id, 'SEND')
        if (!looked.ok) return looked
        const { session, isTaken } = looked
        if (!isTaken) return { ok: true, session, dropped: values.length }
        const seconds = differenceInSeconds(clock.now(), session.joined ?? clock.now())
        const taken = entriesAmong(values).slice(0, supportEntriesLeft(session.relayed, seconds))
        await keep(tx, session, taken)
        return { ok: true, session, dropped: values.length - taken.length }
      }),

    /** What was sent after an entry. Waits for so many ms if there is nothing yet. */
    read: async (actor: UserPrincipal, id: string, after: number, ms: number, signal: AbortSignal) => {
      // Before the first look: what happens between the look and the wait would not wake it.
      const over = new AbortController()
      const woken = waiting.wait(id, ms, AbortSignal.any([signal, over.signal]))
      try {
        const first = await readOnce(actor, id, after)
        if (!first.ok || !first.isTaken || first.entries.length > 0) return first
        await woken
      } finally {
        over.abort()
      }
      return readOnce(actor, id, after)
    },

    /** Notes the sessions whose time is over, and deletes what was sent. */
    expireAll: (): Promise<void> =>
      inSystem(async tx => {
        const { rows } = await sql<SupportSession>`select ${columns} from support_session s
          where ${isOpen} and s.expires_utc <= ${clock.now()} for update skip locked`.execute(tx)
        for (const session of rows) await current(tx, session)
      }),
  }
}
export type SupportSessions = ReturnType<typeof createSupportSessions>
