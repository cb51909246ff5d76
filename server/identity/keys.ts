import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { type Kysely, sql } from 'kysely'
import { type Database, withScope } from '../database/index.ts'

/** A secret that every process of an installation shares; made by whoever asks first. */
const shared = async <T>(db: Kysely<Database>, purpose: string, make: () => Promise<T>): Promise<T> => {
  const made = JSON.stringify(await make())
  const { rows } = await withScope(db, { scope: 'all' }, async tx => {
    await sql`insert into signing_key (purpose, secret) values (${purpose}, ${made}::jsonb) on conflict do nothing`.execute(
      tx,
    )
    return sql<{ secret: T }>`select secret from signing_key where purpose = ${purpose}`.execute(tx)
  })
  const [row] = rows
  if (!row) throw new Error(`The key for ${purpose} could not be kept.`)
  return row.secret
}

/** 32 random bytes, the same in every process. */
export const sharedSecret = async (db: Kysely<Database>, purpose: string): Promise<Uint8Array> => {
  const { secret } = await shared(db, purpose, async () => ({ secret: randomBytes(32).toString('base64') }))
  return Buffer.from(secret, 'base64')
}

/** A private key for ES256, the same in every process. */
export const sharedSigningKey = (db: Kysely<Database>, purpose: string): Promise<JWK> =>
  shared(db, purpose, async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    return { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: randomBytes(8).toString('hex') }
  })
