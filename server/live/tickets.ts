import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { addMilliseconds } from 'date-fns/addMilliseconds'
import { type Kysely, sql } from 'kysely'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { ProblemError, problem } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'
import { seesProvider } from '../database/queries/submissions.ts'
import type { Database } from '../database/schema.ts'
import { scopeOf, withScope } from '../database/scope.ts'
import { sharedSecret } from '../identity/keys.ts'
import { valid } from '../limits.ts'

/** Bytes of a ticket: until when it counts (seconds since 1970), what nobody can guess, and a signature of both. */
const expiryBytes = 4
const randomLength = 12
const bodyBytes = expiryBytes + randomLength
const signatureBytes = 16

/** 32 bytes in base64url. */
const form = /^[\w-]{43}$/

const signatureOf = (secret: Uint8Array, body: Uint8Array, channel: string): Buffer =>
  createHmac('sha256', secret).update(body).update(channel).digest().subarray(0, signatureBytes)

/** Whether a text is written as a ticket is, signed by anybody or by nobody. */
const isTicket = (token: string): boolean => form.test(token)

/** A new ticket for a channel, which counts until then. */
const newTicket = (secret: Uint8Array, channel: string, expires: Date): string => {
  const body = Buffer.concat([Buffer.alloc(expiryBytes), randomBytes(randomLength)])
  body.writeUInt32BE(Math.ceil(expires.getTime() / 1000))
  return Buffer.concat([body, signatureOf(secret, body, channel)]).toString('base64url')
}

/** Until when a ticket for this channel counts; undefined for what was not signed by this secret. */
const expiryOf = (secret: Uint8Array, token: string, channel: string): Date | undefined => {
  if (!isTicket(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const body = bytes.subarray(0, bodyBytes)
  if (!timingSafeEqual(bytes.subarray(bodyBytes), signatureOf(secret, body, channel))) return undefined
  return new Date(body.readUInt32BE() * 1000)
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** By whom, and for which organisation, a ticket was asked for. */
interface UsedTicket {
  userId: string
  signInId: string
  organisationId: string
  issuedAt: Date
}

/**
 * What can be said of a ticket without asking the database. `ours`: signed by us, and it may be good. `over`: signed by us, and too
 * old, or used here before. `unknown`: a guess, or a ticket of a release that signed none.
 */
type TicketStanding = 'ours' | 'over' | 'unknown'

/**
 * Tickets of the live connection (decisions §4): each opens one socket of one channel within 30 seconds. Only a hash is
 * kept, so a reader of the table cannot connect. They are signed, so that a good one is told from a guess without asking the
 * database.
 */
export const createTickets = (options: { db: Kysely<Database>; clock: { now: () => Date } }) => {
  const { db, clock } = options

  let asked: Promise<Uint8Array> | undefined
  /** What tickets are signed by, in every process. */
  const secret = (): Promise<Uint8Array> => {
    asked ??= sharedSecret(db, 'live-ticket').catch(error => {
      asked = undefined
      throw error
    })
    return asked
  }

  /** Tickets that were tried here, by when they end: none is tried twice. */
  const tried = new Map<string, number>()
  const noteTried = (token: string): void => {
    const now = clock.now().getTime()
    for (const [other, until] of tried) {
      if (until > now) break
      tried.delete(other)
    }
    tried.set(token, now + valid.liveTicketMs)
  }

  /** An institution that the actor may see, or the actor's own organisation for all that it may see. */
  const mayListen = async (actor: UserPrincipal, channel: string): Promise<boolean> => {
    if (channel === actor.organisationId) return true
    return withScope(db, scopeOf(actor), tx => seesProvider(tx, channel))
  }

  return {
    /**
     * A ticket for a channel, by a sign-in. Throws a not-found problem for a channel that the actor may not see; what the actor
     * hears there is for `mayHear` to say.
     */
    issue: async (actor: UserPrincipal, signInId: string, channel: string): Promise<string> => {
      if (!(await mayListen(actor, channel)))
        throw new ProblemError(problem('not-found', message('server', 'noInstitution')))
      const expires = addMilliseconds(clock.now(), valid.liveTicketMs)
      const token = newTicket(await secret(), channel, expires)
      await withScope(db, { scope: 'all' }, tx =>
        tx
          .insertInto('live_ticket')
          .values({
            ticket_hash: hashOf(token),
            user_id: actor.userId,
            organisation_id: actor.organisationId,
            inst_id: channel,
            sign_in_id: signInId,
            expires_utc: expires,
            used_utc: null,
          })
          .execute(),
      )
      return token
    },

    /** What a ticket for this channel is, as far as this process can tell. */
    standing: async (token: string, channel: string): Promise<TicketStanding> => {
      const expires = expiryOf(await secret(), token, channel)
      if (!expires) return 'unknown'
      return expires > clock.now() && !tried.has(token) ? 'ours' : 'over'
    },

    /**
     * Uses a ticket up; undefined when it is unknown, used, too old, of another channel, or of a sign-in that has ended since
     * it was issued: the next sign-in may have the same id.
     */
    use: async (token: string, channel: string): Promise<UsedTicket | undefined> => {
      if (!isTicket(token)) return undefined
      if (expiryOf(await secret(), token, channel)) noteTried(token)
      return withScope(db, { scope: 'all' }, async tx => {
        const now = clock.now()
        const { rows } = await sql<UsedTicket>`update live_ticket set used_utc = ${now}
          where ticket_hash = ${hashOf(token)} and inst_id = ${channel} and used_utc is null and expires_utc > ${now}
            and not exists (select 1 from sign_in s where s.id = sign_in_id
              and s.ended_utc >= expires_utc - make_interval(secs => ${valid.liveTicketMs / 1000}::double precision))
          returning user_id as "userId", sign_in_id as "signInId", organisation_id as "organisationId",
            expires_utc - make_interval(secs => ${valid.liveTicketMs / 1000}::double precision) as "issuedAt"`.execute(
          tx,
        )
        return rows[0]
      })
    },

    /** Removes tickets that nobody can use any more. */
    sweep: async (): Promise<void> => {
      await withScope(db, { scope: 'all' }, tx =>
        sql`delete from live_ticket where expires_utc < ${clock.now()}`.execute(tx),
      )
    },
  }
}
export type Tickets = ReturnType<typeof createTickets>
