import { addSeconds } from 'date-fns/addSeconds'
import { type Kysely, sql } from 'kysely'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Clock } from '../clock.ts'
import { type Database, withScope } from '../database/index.ts'

/** A token that is good for once was used again: all that came of its grant is revoked. */
export class TokenReused extends Error {
  override readonly name = 'TokenReused'
  readonly grantId: string

  constructor(grantId: string) {
    super('A token that is good for once was used again.')
    this.grantId = grantId
  }
}

/** The database takes no NUL: nothing is found by it, and what is kept goes without. */
const nul = '\0'
const withoutNul = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll(nul, '') : value

/** Storage of the embedded identity provider in the database, so that a restart signs nobody out. */
export const createAdapter = (options: { db: Kysely<Database>; clock: Clock }) => {
  const { db, clock } = options
  const inSystem = <T>(work: Parameters<typeof withScope<T>>[2]): Promise<T> =>
    withScope(db, { scope: 'all' }, work)

  const read = async (
    model: string,
    column: 'id' | 'uid' | 'user_code',
    value: string,
  ): Promise<AdapterPayload | undefined> => {
    if (value.includes(nul)) return undefined
    const { rows } = await inSystem(tx =>
      sql<{ payload: AdapterPayload; consumed_utc: Date | null }>`select payload, consumed_utc from oidc_model
        where model = ${model} and ${sql.ref(column)} = ${value}
          and (expires_utc is null or expires_utc > ${clock.now()})`.execute(tx),
    )
    const [row] = rows
    if (!row) return undefined
    return row.consumed_utc
      ? { ...row.payload, consumed: Math.floor(row.consumed_utc.getTime() / 1000) }
      : row.payload
  }

  return (model: string): Adapter => ({
    upsert: async (id, payload, expiresIn) => {
      const expires = expiresIn ? addSeconds(clock.now(), expiresIn) : null
      await inSystem(tx =>
        sql`insert into oidc_model (model, id, payload, grant_id, uid, user_code, expires_utc)
          values (${model}, ${id}, ${JSON.stringify(payload, withoutNul)}::jsonb, ${payload.grantId ?? null}, ${payload.uid ?? null},
            ${payload.userCode ?? null}, ${expires})
          on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
            uid = excluded.uid, user_code = excluded.user_code, expires_utc = excluded.expires_utc`.execute(
          tx,
        ),
      )
    },
    find: id => read(model, 'id', id),
    findByUid: uid => read(model, 'uid', uid),
    findByUserCode: userCode => read(model, 'user_code', userCode),
    // Of two that use a token at once, both have read it before: one of them is the first here.
    consume: async id => {
      const reused = await inSystem(async tx => {
        const taken = await sql`update oidc_model set consumed_utc = ${clock.now()}
          where model = ${model} and id = ${id} and consumed_utc is null returning id`.execute(tx)
        if (taken.rows.length > 0) return undefined
        const { rows } = await sql<{ grant_id: string | null }>`
          select grant_id from oidc_model where model = ${model} and id = ${id}`.execute(tx)
        const grantId = rows[0]?.grant_id ?? ''
        await sql`delete from oidc_model where grant_id = ${grantId} or (model = 'Grant' and id = ${grantId})`.execute(
          tx,
        )
        return new TokenReused(grantId)
      })
      if (reused) throw reused
    },
    destroy: async id => {
      await inSystem(tx => sql`delete from oidc_model where model = ${model} and id = ${id}`.execute(tx))
    },
    revokeByGrantId: async grantId => {
      await inSystem(tx =>
        sql`delete from oidc_model where model = ${model} and grant_id = ${grantId}`.execute(tx),
      )
    },
  })
}
