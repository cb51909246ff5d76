import { randomUUID } from 'node:crypto'
import { addDays } from 'date-fns/addDays'
import { type Kysely, sql, type Transaction } from 'kysely'
import {
  type ApiKeyPlace,
  activeKeysAtMost,
  apiKeyTags,
  isKeyActive,
  isKeyMade,
  type KeyDays,
  type KeyScope,
  keyUserPrefix,
  rolesOfKey,
} from '../../src/domain/apiKey.ts'
import { systemPrincipal, type UserPrincipal } from '../../src/domain/principal.ts'
import { type Problem, type ProblemError, problem } from '../../src/domain/problem.ts'
import { apiKeyChart } from '../../src/machines/api-key/index.ts'
import { message } from '../../src/messages/message.ts'
import type { Clock } from '../clock.ts'
import { literals } from '../database/queries/literals.ts'
import type { Database } from '../database/schema.ts'
import { scopeOf, withScope } from '../database/scope.ts'
import { createDecider, type Decided, type Granted, type Refused } from '../decisions/decider.ts'
import { ExplainedRefusal } from '../explainedRefusal.ts'
import { inEnglish } from '../messages.ts'
import { hashOfKey, isKey, newKey, prefixOf } from './keyToken.ts'

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

/** The use of a key is noted once in this time, in ms. */
const useNotedEveryMs = 60_000

const columns = sql`k.id, k.inst_id as "instId", k.name, k.prefix, k.scopes, k.place, k.made_utc as made, k.made_by as "madeBy",
  k.expires_utc as expires, k.last_used_utc as "lastUsed", k.revoked_utc as revoked, k.revoked_by as "revokedBy"`

/** Of a key that has neither expired nor been revoked, as far as that is noted. */
const isActive = sql`k.place in (${literals(apiKeyTags.placesWith('active'))})`

/** Hashes of so many keys are remembered. */
const rememberedKeys = 1000

/** The same words whatever is wrong with a key; the log names the key and its state. */
const notAKey = (key: string, found?: Pick<ApiKey, 'instId' | 'place'>): ProblemError =>
  new ExplainedRefusal(problem('unauthorised', message('server', 'noKey')), [
    {
      reason: 'key',
      key: prefixOf(key) ?? 'malformed',
      ...(found ? { organisation: found.instId, state: found.place } : { state: 'unknown' }),
    },
  ])

/** A key by its id, if it is of the provider; locked until the transaction ends. */
const lockKey = async (
  tx: Tx,
  { id, instId }: Pick<ApiKey, 'id' | 'instId'>,
): Promise<ApiKey | undefined> => {
  const { rows } = await sql<ApiKey>`select ${columns} from api_key k
    where k.id = ${id}::uuid and k.inst_id = ${instId} for update`.execute(tx)
  return rows[0]
}

const nameInUse = (): Problem => {
  const fault = message('problems', 'keyNameInUse')
  return problem('invalid', fault, [{ field: 'body.name', message: fault }])
}

const insertKey = (tx: Tx, key: ApiKey, secret: string, { userId }: UserPrincipal): Promise<unknown> =>
  sql`insert into api_key (id, inst_id, name, prefix, secret_hash, scopes, place, made_utc, made_by, made_by_id, expires_utc)
    values (${key.id}::uuid, ${key.instId}, ${key.name}, ${key.prefix}, ${hashOfKey(secret)}, ${[...key.scopes]}::text[],
      ${key.place}, ${key.made}, ${key.madeBy}, ${userId}, ${key.expires})`.execute(tx)

const updateKey = (tx: Tx, { id, place, revoked, revokedBy }: ApiKey): Promise<unknown> =>
  sql`update api_key set place = ${place}, revoked_utc = ${revoked}, revoked_by = ${revokedBy}
    where id = ${id}::uuid`.execute(tx)

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

/** The only writer of API keys. Each call with a key asks the database, so a revoked key is refused by every process at once. */
export const createApiKeys = (options: { db: Kysely<Database>; clock: Clock }) => {
  const { db, clock } = options
  const inSystem = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => withScope(db, { scope: 'all' }, work)

  const isOver = ({ expires }: Pick<ApiKey, 'expires'>): boolean => expires <= clock.now()

  const hasRoom = async (tx: Tx, { instId }: ApiKey): Promise<boolean> => {
    // Of two that make the last one at once the second waits here.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`api-key/${instId}`}, 0))`.execute(tx)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from api_key k
      where k.inst_id = ${instId} and ${isActive} and k.expires_utc > ${clock.now()}`.execute(tx)
    return (rows[0]?.count ?? 0) < activeKeysAtMost
  }

  const hasName = async (tx: Tx, { instId, name }: ApiKey): Promise<boolean> => {
    const { rows } = await sql`select 1 from api_key k where k.inst_id = ${instId} and k.name = ${name}
      and ${isActive} and k.expires_utc > ${clock.now()}`.execute(tx)
    return rows.length > 0
  }

  const { decide, decideOn, judge } = createDecider(apiKeyChart)<
    Pick<ApiKey, 'id' | 'instId'>,
    ApiKey,
    { maker: UserPrincipal; secret: string }
  >({
    clock,
    lock: lockKey,
    notFound: message('problems', 'noSuchKey'),
    placeOf: ({ place }) => place,
    subject: ({ id, instId, place, prefix, name }) => ({
      id,
      instId,
      audited: isKeyMade(place) ? prefix : name,
    }),
    facts: async (tx, { before, event: { type } }) => ({
      hasRoom: type !== 'MAKE' || (await hasRoom(tx, before)),
      isOver: isOver(before),
    }),
    next: ({ before, event: { type, actor }, to, at }) => ({
      ...before,
      place: to,
      ...(type === 'REVOKE' && actor.kind === 'user' ? { revoked: at, revokedBy: actor.name } : {}),
    }),
    write: (tx, { after, input: { maker, secret } }) =>
      maker && secret ? insertKey(tx, after, secret, maker) : updateKey(tx, after),
    audit: {
      action: type => `API_KEY_${type}`,
      detail: ({ event, from, to, after: { name, scopes, expires } }) =>
        event.type === 'MAKE' ? { name, scopes, expires: expires.toISOString() } : { from, to },
    },
    effects: { noteUse: 'row' },
  })

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
      if (!isKey(key)) throw notAKey(key)
      const { found, principal } = await inSystem(async tx => {
        const { rows } =
          await sql<ApiKey>`select ${columns} from api_key k join organisation o on o.id = k.inst_id
          where k.secret_hash = ${hashOfKey(key)} and o.onboarded`.execute(tx)
        const [found] = rows
        const event = { type: 'USE', actor: systemPrincipal } as const
        const used = found && (await judge(tx, found, event)).transition
        if (!used) return { found, principal: undefined }
        const now = clock.now()
        const isNoted = now.getTime() - (found.lastUsed?.getTime() ?? 0) < useNotedEveryMs
        if (used.effects.includes('noteUse') && !isNoted)
          await sql`update api_key set last_used_utc = ${now} where id = ${found.id}::uuid`.execute(tx)
        return { found, principal: principalOf(found) }
      })
      if (!principal) {
        seen.delete(seenAs(key))
        throw notAKey(key, found && { ...found, place: isOver(found) ? 'EXPIRED' : found.place })
      }
      remember(key, principal.userId)
      return principal
    },

    /** Makes a key for the provider that the actor acts for. The key itself is given this once. */
    make: (
      maker: UserPrincipal,
      request: ApiKeyRequest,
    ): Promise<(Granted<ApiKey> & { secret: string }) | Refused> =>
      inSystem(async tx => {
        const { key: secret, prefix } = newKey()
        const made = clock.now()
        const fresh: ApiKey = {
          id: randomUUID(),
          instId: maker.organisationId,
          name: request.name,
          prefix,
          scopes: request.scopes,
          place: 'NONE',
          made,
          madeBy: maker.name,
          expires: addDays(made, request.days),
          lastUsed: null,
          revoked: null,
          revokedBy: null,
        }
        const decided = await decideOn(
          tx,
          fresh,
          { type: 'MAKE', actor: maker },
          // A request that came twice makes one key: the facts hold the lock of the provider's keys.
          {
            input: { maker, secret },
            unless: async () => ((await hasName(tx, fresh)) ? nameInUse() : undefined),
          },
        )
        return decided.ok ? { ...decided, secret } : decided
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
      decide(db, { id, instId: actor.organisationId }, { type: 'REVOKE', actor }),

    /** Notes the keys whose time is over. */
    expireAll: (): Promise<void> =>
      inSystem(async tx => {
        const { rows } = await sql<ApiKey>`select ${columns} from api_key k
          where ${isActive} and k.expires_utc <= ${clock.now()} for update skip locked`.execute(tx)
        for (const key of rows) await decideOn(tx, key, { type: 'EXPIRE', actor: systemPrincipal })
      }),
  }
}
export type ApiKeys = ReturnType<typeof createApiKeys>
