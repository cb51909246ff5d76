import { type Kysely, sql, type Transaction } from 'kysely'
import type { OrganisationType } from '../../src/domain/organisation.ts'
import { isPermitted, type Permission } from '../../src/domain/permissions.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { ProblemError, problem } from '../../src/domain/problem.ts'
import type { Listener } from '../../src/domain/wire/hearing.ts'
import { message } from '../../src/messages/message.ts'
import type { Clock } from '../clock.ts'
import { type Database, withScope } from '../database/index.ts'
import { beginningFor, countsStill, type Standing } from './endedSignIn.ts'

type Tx = Transaction<Database>

/** An organisation that a person works for, and the roles that they have there. */
export interface Membership {
  id: string
  type: OrganisationType
  roles: string[]
}

/** A sign-in at the identity service, as an identity token tells of it. */
export interface SignIn {
  id: string
  userId: string
  /** As the identity service names the person. */
  name: string
  /** Where mails to the person go; undefined where the identity service says no address. */
  email?: string | undefined
  issuedAt: Date
  goodUntil: Date
  /** When the person has shown who they are; undefined where the identity service does not say. */
  authenticatedAt?: Date | undefined
}

/** Who asks, by which sign-in, and for which organisations the person works. */
export interface SignedIn {
  actor: UserPrincipal
  signInId: string
  organisationIds: readonly string[]
}

/**
 * By which sign-in, and for which organisation, somebody listens to a channel of live messages: an institution, or an
 * organisation that sees several.
 */
export interface Listening {
  signInId: string
  /** When the ticket of the connection was issued: one from before an end counts no more. */
  issuedAt: Date
  organisationId: string
  channel: string
}

/**
 * Name of the database's notification that a sign-in has ended, that a person's roles are others, or that an organisation takes
 * part no more; its payload is JSON.
 */
export const signInNotification = 'bedel_sign_in'
export type SignInNotice = { signInId: string } | { userId: string } | { organisationId: string }

/** The same words for every fault of a token: they tell an attacker nothing. */
export const unauthorised = (): ProblemError =>
  new ProblemError(problem('unauthorised', message('problems', 'signInAgain')))

const perSession = 'session:'
const perTime = 'time:'
const perPerson = 'person:'

/**
 * The id of a sign-in: the issuer's session; else when the person signed in; else, where the issuer says neither, the
 * person, so that signing out in one browser ends all of them.
 */
export const signInIdOf = (claims: { sub: string; sid?: unknown; auth_time?: unknown }): string => {
  if (typeof claims.sid === 'string') return perSession + claims.sid
  if (typeof claims.auth_time === 'number') return `${perTime}${claims.auth_time}:${claims.sub}`
  return perPerson + claims.sub
}

/** The sign-in of a session of the issuer; of the embedded one, a session is a grant. */
export const signInOfSession = (sid: string): string => perSession + sid

const isPersonAlone = (id: string): boolean => id.startsWith(perPerson)

/** Roles that the issuer says, and those that the installation itself gives. */
const allRoles = (said: readonly string[], granted: readonly string[]): string[] => [
  ...new Set([...said, ...granted]),
]

/** What the issuer says of a person, and what the installation itself gives. */
const together = (said: readonly Membership[], granted: readonly Membership[]): Membership[] => {
  const all = said.map(entry => ({ ...entry, roles: [...entry.roles] }))
  for (const given of granted) {
    const known = all.find(({ id, type }) => id === given.id && type === given.type)
    if (known) known.roles = allRoles(known.roles, given.roles)
    else all.push({ ...given })
  }
  return all
}

/** Somebody who works for an organisation, in these roles. */
export interface Member {
  userId: string
  name: string
  email: string | undefined
  roles: string[]
}

/**
 * The people who work for an organisation of this type, by name: of those who have signed in, for nobody else is known. Only the person
 * `userId` if one is given. The scope has to be 'all'.
 */
export const membersIn = async (
  tx: Tx,
  { id, type }: Pick<Membership, 'id' | 'type'>,
  userId?: string,
): Promise<Member[]> => {
  const { rows } = await sql<{
    user_id: string
    name: string | null
    email: string | null
    roles: string[] | null
    granted: string[] | null
  }>`
    select p.user_id, p.name, p.email, jsonb_path_query_first(p.organisations,
        '$[*] ? (@.id == $id && @.type == $type).roles', jsonb_build_object('id', ${id}::text, 'type', ${type}::text)) as roles,
      g.roles as granted
    from person p left join granted_role g on g.subject = p.user_id and g.organisation_id = ${id}
    where ${userId === undefined ? sql`true` : sql`p.user_id = ${userId}`}
    order by p.name, p.user_id`.execute(tx)
  return rows.flatMap(({ user_id, name, email, roles, granted }) =>
    roles === null && granted === null
      ? []
      : [
          {
            userId: user_id,
            name: name ?? user_id,
            email: email ?? undefined,
            roles: allRoles(roles ?? [], granted ?? []),
          },
        ],
  )
}

/** Tells every process, once the transaction has ended, that it is to ask again who somebody is. */
export const notifySignIns = async (tx: Tx, notice: SignInNotice): Promise<void> => {
  await sql`select pg_notify(${signInNotification}, ${JSON.stringify(notice)})`.execute(tx)
}

interface Row extends Standing {
  organisations: Membership[]
  granted: Membership[]
  type: OrganisationType | null
  is_primary_regulator: boolean
  /** Whether the organisation takes part; null where there is none. */
  onboarded: boolean | null
}

interface Known extends Standing {
  userId: string
  authenticated: Date | null
}

interface ListenerRow extends Pick<Listener, 'isPrimaryRegulator'>, Standing {
  place: number
  id: string
  type: OrganisationType
  said: string[] | null
  granted: string[] | null
}

/** Undefined where neither the issuer nor the installation says that the person works there. */
const listenerOf = ({ id, type, isPrimaryRegulator, said, granted }: ListenerRow): Listener | undefined =>
  said === null && granted === null
    ? undefined
    : {
        organisationId: id,
        organisationType: type,
        roles: allRoles(said ?? [], granted ?? []),
        isPrimaryRegulator,
      }

/**
 * Who is signed in, in the database, so that every process knows at once who has signed out and whose roles are others.
 */
export const createSignIns = (options: { db: Kysely<Database>; clock: Clock }) => {
  const { db, clock } = options
  const inSystem = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => withScope(db, { scope: 'all' }, work)

  const look = async (id: string, userId: string, organisationId: string): Promise<Row | undefined> =>
    (
      await sql<Row>`select s.ended_utc as ended, s.began_again_utc as "beganAgain", s.organisations, s.granted, s.type, s.is_primary_regulator, o.onboarded
        from signed_in(${id}, ${userId}, ${organisationId}) s left join organisation o on o.id = ${organisationId}`.execute(
        db,
      )
    ).rows[0]

  /**
   * Keeps that a sign-in counts, or counts again; whether it begins with that and is no renewal. Throws an unauthorised problem
   * where it has ended for its token.
   */
  const keepSignIn = async (tx: Tx, signIn: SignIn): Promise<boolean> => {
    const { id, userId, goodUntil, authenticatedAt = null } = signIn
    const { rows: kept } = await sql<{
      isNew: boolean
    }>`insert into sign_in (id, user_id, good_until_utc, authenticated_utc)
      values (${id}, ${userId}, ${goodUntil}, ${authenticatedAt})
      on conflict (id) do update set good_until_utc = greatest(sign_in.good_until_utc, excluded.good_until_utc),
        authenticated_utc = greatest(sign_in.authenticated_utc, excluded.authenticated_utc)
        where sign_in.user_id = excluded.user_id and sign_in.ended_utc is null
      returning xmax = 0 as "isNew"`.execute(tx)
    if (kept[0]) return kept[0].isNew
    const { rows } = await sql<Known>`
      select user_id as "userId", ended_utc as ended, began_again_utc as "beganAgain", authenticated_utc as authenticated
      from sign_in where id = ${id} for update`.execute(tx)
    const [known] = rows
    // One that ended before any token of it was exchanged has no person yet.
    if (!known || ![userId, ''].includes(known.userId)) throw unauthorised()
    const beganAgain = beginningFor(known, { ...signIn, isPersonAlone: isPersonAlone(id) })
    if (beganAgain === undefined) throw unauthorised()
    await sql`update sign_in set user_id = ${userId}, began_again_utc = ${beganAgain},
        good_until_utc = greatest(good_until_utc, ${goodUntil}), authenticated_utc = greatest(authenticated_utc, ${authenticatedAt})
      where id = ${id}`.execute(tx)
    return true
  }

  /** Keeps what was said, unless something newer is known. */
  const keepPerson = async (tx: Tx, signIn: SignIn, said: readonly Membership[]): Promise<void> => {
    const organisations = JSON.stringify(said)
    const { rows } = await sql<{ isOther: boolean; isOlder: boolean }>`
      select organisations <> ${organisations}::jsonb as "isOther", said_utc < ${signIn.issuedAt} as "isOlder"
      from person where user_id = ${signIn.userId} for update`.execute(tx)
    const [known] = rows
    if (known && !known.isOlder) return
    await sql`insert into person (user_id, name, email, organisations, said_utc, first_utc)
      values (${signIn.userId}, ${signIn.name}, ${signIn.email ?? null}, ${organisations}::jsonb, ${signIn.issuedAt}, ${clock.now()})
      on conflict (user_id) do update
        set name = excluded.name, email = excluded.email, organisations = excluded.organisations, said_utc = excluded.said_utc
        where person.said_utc < excluded.said_utc`.execute(tx)
    if (known?.isOther) await notifySignIns(tx, { userId: signIn.userId })
  }

  const membersOf = (organisation: Pick<Membership, 'id' | 'type'>): Promise<Member[]> =>
    inSystem(tx => membersIn(tx, organisation))

  return {
    /**
     * Notes a sign-in by an identity token. Gives the organisations that its person works for now, and whether this token begins
     * it. Throws an unauthorised problem if the sign-in has ended and its person has not signed in again.
     */
    begin: async (
      signIn: SignIn,
      said: readonly Membership[],
    ): Promise<{ organisations: Membership[]; isNew: boolean }> => {
      const isNew = await inSystem(async tx => {
        const begins = await keepSignIn(tx, signIn)
        await keepPerson(tx, signIn, said)
        return begins
      })
      const row = await look(signIn.id, signIn.userId, '')
      if (!row) throw unauthorised()
      return { organisations: together(row.organisations, row.granted), isNew }
    },

    /**
     * Who a token's person is now: with the roles of this moment, not those of the token's. Throws an unauthorised problem
     * where the sign-in has ended, the person does not work for the organisation any more, or it takes part no more: a
     * renewal then says why.
     */
    current: async (actor: UserPrincipal, signInId: string, issuedAt: Date): Promise<SignedIn> => {
      const row = await look(signInId, actor.userId, actor.organisationId)
      const token = { issuedAt, isPersonAlone: isPersonAlone(signInId) }
      if (!row?.type || !row.onboarded || !countsStill(row, token)) throw unauthorised()
      const memberships = together(row.organisations, row.granted)
      const { type, is_primary_regulator: isPrimaryRegulator } = row
      const own = memberships.find(entry => entry.id === actor.organisationId && entry.type === type)
      if (!own) throw unauthorised()
      return {
        actor: { ...actor, organisationType: type, roles: own.roles, isPrimaryRegulator },
        signInId,
        organisationIds: memberships.map(({ id }) => id),
      }
    },

    /** When the person of a sign-in has last shown the identity service who they are; undefined where it has not said. */
    authenticatedAt: (signInId: string): Promise<Date | undefined> =>
      inSystem(async tx => {
        const { rows } = await sql<{ at: Date | null }>`
          select authenticated_utc as at from sign_in where id = ${signInId}`.execute(tx)
        return rows[0]?.at ?? undefined
      }),

    membersOf,

    /** Those of them with one of the wanted rights. */
    peopleOf: async (
      organisation: Pick<Membership, 'id' | 'type'>,
      permission: Permission,
    ): Promise<{ userId: string; name: string }[]> =>
      (await membersOf(organisation))
        .filter(({ roles }) => isPermitted({ organisationType: organisation.type, roles }, permission))
        .map(({ userId, name }) => ({ userId, name })),

    /**
     * Ends a sign-in: its refresh tokens, identity and API tokens and live connections count no more. `authenticatedAt` is of the
     * token that it is ended by.
     */
    end: async (id: string, authenticatedAt?: Date): Promise<void> => {
      await inSystem(async tx => {
        // Also where no token of it was exchanged yet: then none from before will be.
        await sql`insert into sign_in (id, user_id, good_until_utc, ended_utc, authenticated_utc)
          values (${id}, '', ${clock.now()}, ${clock.now()}, ${authenticatedAt ?? null})
          on conflict (id) do update set ended_utc = excluded.ended_utc, began_again_utc = null,
            authenticated_utc = greatest(sign_in.authenticated_utc, excluded.authenticated_utc)`.execute(tx)
        if (id.startsWith(perSession)) {
          const grant = id.slice(perSession.length)
          await sql`delete from oidc_model where grant_id = ${grant} or (model = 'Grant' and id = ${grant})`.execute(
            tx,
          )
        }
        await notifySignIns(tx, { signInId: id })
      })
    },

    /**
     * As whom each of these listens now, with the roles of this moment. Undefined for who may not: whose sign-in has ended, whose
     * person has renewed nothing for so long that they count no more, or does not work for the organisation; or it takes part no
     * more, or does not see the channel.
     */
    listeners: (listening: readonly Listening[]): Promise<(Listener | undefined)[]> =>
      inSystem(async tx => {
        const { rows } = await sql<ListenerRow>`
          select given.place::int as place, s.ended_utc as ended, s.began_again_utc as "beganAgain", o.id, o.type, coalesce(r.type_code = '01', false) as "isPrimaryRegulator",
            jsonb_path_query_first(p.organisations, '$[*] ? (@.id == $id && @.type == $type).roles',
              jsonb_build_object('id', o.id, 'type', o.type)) as said, g.roles as granted
          from unnest(${listening.map(({ signInId }) => signInId)}::text[],
              ${listening.map(({ organisationId }) => organisationId)}::text[],
              ${listening.map(({ channel }) => channel)}::text[])
            with ordinality as given (sign_in_id, organisation_id, channel, place)
          join sign_in s on s.id = given.sign_in_id and s.good_until_utc > ${clock.now()}
          join person p on p.user_id = s.user_id
          join organisation o on o.id = given.organisation_id and o.onboarded
          left join regulator r on r.code = o.id and o.type = 'statutory_customer'
          left join granted_role g on g.subject = p.user_id and g.organisation_id = o.id
          where o.id = given.channel or o.type = 'agency' or o.type = 'statutory_customer' and exists (
            select 1 from provider v join regulator_country c on c.country_code = v.country_code
            where v.inst_id = given.channel and c.regulator_code = o.id)`.execute(tx)
        const found = new Map(rows.map(row => [row.place, row]))
        return listening.map(({ signInId, issuedAt }, at) => {
          const row = found.get(at + 1)
          const ticket = { issuedAt, isPersonAlone: isPersonAlone(signInId) }
          return row && countsStill(row, ticket) ? listenerOf(row) : undefined
        })
      }),

    /** Removes what no token can name any more. */
    sweep: async (before: Date): Promise<void> => {
      await inSystem(async tx => {
        await sql`delete from sign_in where good_until_utc < ${before}`.execute(tx)
        await sql`delete from person where said_utc < ${before}`.execute(tx)
      })
    },
  }
}
export type SignIns = ReturnType<typeof createSignIns>
