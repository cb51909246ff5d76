import { randomUUID } from 'node:crypto'
import { addDays } from 'date-fns/addDays'
import { type Kysely, sql, type Transaction } from 'kysely'
import {
  type ApiKeyPlace,
  activeKeysAtMost,
  apiKeyTags,
  isKeyActive,
  type KeyDays,
  type KeyScope,
  keyUserPrefix,
  rolesOfKey,
} from '../../src/domain/apiKey.ts'
import { systemPrincipal, type UserPrincipal } from '../../src/domain/principal.ts'
import { type Problem, ProblemError, problem } from '../../src/domain/problem.ts'
import { type ApiKeyEvent, explainApiKey, stepApiKey } from '../../src/machines/api-key/index.ts'
import { message } from '../../src/messages/message.ts'
import type { Clock } from '../clock.ts'
import { literals } from '../database/queries/literals.ts'
import type { Database } from '../database/schema.ts'
import { scopeOf, withScope } from '../database/scope.ts'
import { recordChartEvent } from '../lifecycle/chartEvents.ts'
import { recordAudit } from '../lifecycle/records.ts'
import { inEnglish } from '../messages.ts'
import { hashOfKey, isKey, newKey } from './keyToken.ts'

type Tx = Transaction<Database>

/** An API key as its provider sees it. */
export interface ApiKey {
  id: string
  instId: string
  name: string
  prefix: string
  scopes: readonly KeyScope[]
  place: ApiKeyPlace
  made: Date
  madeBy: string
  expires: Date
  lastUsed: Date | null
  revoked: Date | null
  revokedBy: string | null
}

/** What is asked for. */
export interface ApiKeyRequest {
  name: string
  scopes: readonly KeyScope[]
  days: KeyDays
}

type Decided<T> = { ok: true; value: T } | { ok: false; problem: Problem }

/** The use of a key is noted once in this time, in ms. */
const useNotedEveryMs = 60_000

const columns = sql`k.id, k.inst_id as "instId", k.name, k.prefix, k.scopes, k.place, k.made_utc as made, k.made_by as "madeBy",
  k.expires_utc as expires, k.last_used_utc as "lastUsed", k.revoked_utc as revoked, k.revoked_by as "revokedBy"`

/** Of a key that has neither expired nor been revoked, as far as that is noted. */
const isActive = sql`k.place in (${literals(apiKeyTags.placesWith('active'))})`

/** Hashes of so many keys are remembered. */
const rememberedKeys = 1000

/** The same words whatever is wrong with a key. */
const notAKey = (): ProblemError => new ProblemError(problem('unauthorised', message('server', 'noKey')))
const noSuchKey = (): Problem => problem('not-found', message('problems', 'noSuchKey'))

/** Who calls with a key: named as the key in limits, histories and the audit. */
const principalOf = ({ instId, name, prefix, scopes }: ApiKey): UserPrincipal => ({
  kind: 'user',
  userId: `${keyUserPrefix}${prefix}`,
  name: inEnglish(message('apiKey', 'actor', { name })),
  organisationType: 'provider',
  organisationId: instId,
  roles: rolesOfKey(scopes),
  scopes,
  isPrimaryRegulator: false,
})

/**
 * API keys, and the only writer of them: each step is decided by their chart. A call with a key asks the
 * database each time, so a key that is revoked counts no more in any process.
 */
export const createApiKeys = (options: { db: Kysely<Database>; clock: Clock }) => {
  const { db, clock } = options
  const inSystem = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => withScope(db, { scope: 'all' }, work)

  const isOver = ({ expires }: Pick<ApiKey, 'expires'>): boolean => expires <= clock.now()
  const factsOf = (key: Pick<ApiKey, 'expires'>) => ({ hasRoom: true, isOver: isOver(key) })

  const audit = (
    tx: Tx,
    { actor, type }: ApiKeyEvent,
    { instId, prefix }: Pick<ApiKey, 'instId' | 'prefix'>,
    rest: { refusal?: Problem; detail?: Record<string, unknown> },
  ): Promise<void> =>
    recordAudit(tx, {
      actor,
      instId,
      event: `API_KEY_${type}`,
      subject: prefix,
      at: clock.now(),
      ...(rest.detail ? { detail: rest.detail } : {}),
      ...(rest.refusal
        ? { refusal: { status: rest.refusal.status, reason: inEnglish(rest.refusal.reason) } }
        : {}),
    })

  const countActive = async (tx: Tx, instId: string): Promise<number> => {
    // Of two that make the last one at once the second waits here.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`api-key/${instId}`}, 0))`.execute(tx)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from api_key k
      where k.inst_id = ${instId} and ${isActive} and k.expires_utc > ${clock.now()}`.execute(tx)
    return rows[0]?.count ?? 0
  }

  /** Decides an event of a key that is there and locked. */
  const decide = async (tx: Tx, before: ApiKey, event: ApiKeyEvent): Promise<Decided<ApiKey>> => {
    const facts = factsOf(before)
    const { refusal } = explainApiKey(before.place, facts, event)
    if (refusal) {
      const refused = problem(refusal.kind, refusal.reason)
      await audit(tx, event, before, { refusal: refused })
      return { ok: false, problem: refused }
    }
    const { place, effects } = stepApiKey(before.place, facts, event)
    const revokedBy = event.type === 'REVOKE' && event.actor.kind === 'user' ? event.actor.name : null
    const after: ApiKey = {
      ...before,
      place,
      ...(revokedBy === null ? {} : { revoked: clock.now(), revokedBy }),
    }
    await sql`update api_key set place = ${place}, revoked_utc = ${after.revoked}, revoked_by = ${after.revokedBy}
      where id = ${after.id}::uuid`.execute(tx)
    await recordChartEvent(tx, 'api_key_event', after.id, {
      event,
      from: before.place,
      to: place,
      facts,
      effects,
      at: clock.now(),
    })
    await audit(tx, event, after, { detail: { from: before.place, to: place } })
    return { ok: true, value: after }
  }

  /** User ids of the keys that have counted in this process before, by the hash of the key. */
  const seen = new Map<string, string>()
  const seenAs = (key: string): string => hashOfKey(key).toString('base64')
  const remember = (key: string, userId: string): void => {
    if (seen.size >= rememberedKeys) seen.delete(seen.keys().next().value ?? '')
    seen.set(seenAs(key), userId)
  }

  return {
    /** The user id of a key that has counted in this process before; the database is not asked whether it still does. */
    userOf: (key: string): string | undefined => seen.get(seenAs(key)),

    /**
     * Who calls with this key. Throws one and the same unauthorised problem for a key that is none, has expired or was
     * revoked.
     */
    authenticate: async (key: string): Promise<UserPrincipal> => {
      if (!isKey(key)) throw notAKey()
      const principal = await inSystem(async tx => {
        const { rows } =
          await sql<ApiKey>`select ${columns} from api_key k join organisation o on o.id = k.inst_id
          where k.secret_hash = ${hashOfKey(key)} and o.onboarded`.execute(tx)
        const [found] = rows
        const event: ApiKeyEvent = { type: 'USE', actor: systemPrincipal }
        if (!found || !explainApiKey(found.place, factsOf(found), event).allowed) return undefined
        const { effects } = stepApiKey(found.place, factsOf(found), event)
        const now = clock.now()
        const isNoted = now.getTime() - (found.lastUsed?.getTime() ?? 0) < useNotedEveryMs
        if (effects.includes('noteUse') && !isNoted)
          await sql`update api_key set last_used_utc = ${now} where id = ${found.id}::uuid`.execute(tx)
        return principalOf(found)
      })
      if (!principal) {
        seen.delete(seenAs(key))
        throw notAKey()
      }
      remember(key, principal.userId)
      return principal
    },

    /** Makes a key for the provider that the actor acts for. The key itself is given this once. */
    make: (actor: UserPrincipal, request: ApiKeyRequest): Promise<Decided<{ key: ApiKey; secret: string }>> =>
      inSystem(async tx => {
        const { organisationId: instId } = actor
        const { key: secret, prefix } = newKey()
        const at = clock.now()
        const facts = { hasRoom: (await countActive(tx, instId)) < activeKeysAtMost, isOver: false }
        const event: ApiKeyEvent = { type: 'MAKE', actor }
        const { refusal } = explainApiKey('NONE', facts, event)
        if (refusal) {
          const refused = problem(refusal.kind, refusal.reason)
          await audit(tx, event, { instId, prefix: request.name }, { refusal: refused })
          return { ok: false, problem: refused }
        }
        // Behind the lock of the count: a request that came twice makes one key.
        const { rows: named } =
          await sql`select 1 from api_key k where k.inst_id = ${instId} and k.name = ${request.name}
          and ${isActive} and k.expires_utc > ${at}`.execute(tx)
        if (named.length > 0) {
          const fault = message('problems', 'keyNameInUse')
          return { ok: false, problem: problem('invalid', fault, [{ field: 'body.name', message: fault }]) }
        }
        const { place, effects } = stepApiKey('NONE', facts, event)
        const key: ApiKey = {
          id: randomUUID(),
          instId,
          name: request.name,
          prefix,
          scopes: request.scopes,
          place,
          made: at,
          madeBy: actor.name,
          expires: addDays(at, request.days),
          lastUsed: null,
          revoked: null,
          revokedBy: null,
        }
        await sql`insert into api_key (id, inst_id, name, prefix, secret_hash, scopes, place, made_utc, made_by, made_by_id, expires_utc)
          values (${key.id}::uuid, ${instId}, ${key.name}, ${prefix}, ${hashOfKey(secret)}, ${[...key.scopes]}::text[],
            ${key.place}, ${at}, ${key.madeBy}, ${actor.userId}, ${key.expires})`.execute(tx)
        await recordChartEvent(tx, 'api_key_event', key.id, {
          event,
          from: 'NONE',
          to: place,
          facts,
          effects,
          at,
        })
        await audit(tx, event, key, {
          detail: { name: key.name, scopes: key.scopes, expires: key.expires.toISOString() },
        })
        return { ok: true, value: { key, secret } }
      }),

    /** The keys of the provider that the actor acts for: those that count first, each the newest first. */
    list: (actor: UserPrincipal): Promise<ApiKey[]> =>
      withScope(db, scopeOf(actor), async tx => {
        const { rows } = await sql<ApiKey>`select ${columns} from api_key k
          order by (${isActive} and k.expires_utc > ${clock.now()}) desc, k.made_utc desc, k.id`.execute(tx)
        return rows.map(key => (isKeyActive(key.place) && isOver(key) ? { ...key, place: 'EXPIRED' } : key))
      }),

    /** Takes a key back. */
    revoke: (actor: UserPrincipal, id: string): Promise<Decided<ApiKey>> =>
      inSystem(async tx => {
        const { rows } = await sql<ApiKey>`select ${columns} from api_key k
          where k.id = ${id}::uuid and k.inst_id = ${actor.organisationId} for update`.execute(tx)
        const [found] = rows
        return found ? decide(tx, found, { type: 'REVOKE', actor }) : { ok: false, problem: noSuchKey() }
      }),

    /** Notes the keys whose time is over. */
    expireAll: (): Promise<void> =>
      inSystem(async tx => {
        const { rows } = await sql<ApiKey>`select ${columns} from api_key k
          where ${isActive} and k.expires_utc <= ${clock.now()} for update skip locked`.execute(tx)
        for (const key of rows) await decide(tx, key, { type: 'EXPIRE', actor: systemPrincipal })
      }),
  }
}
export type ApiKeys = ReturnType<typeof createApiKeys>
