import { Kysely, PostgresDialect } from 'kysely'
import { type Pool, types as pgTypes } from 'pg'
import { OperatorFault } from '../operatorFault.ts'
import { createPool, keptAlive, preparing, staysIdle } from './connections.ts'
import type { Database } from './schema.ts'

const int8 = 20
const date = 1082

/** bigint as number (all of ours are counts and sequence numbers), calendar dates as yyyy-MM-dd text. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === int8) return Number
    if (oid === date) return (text: string) => text
    return pgTypes.getTypeParser(oid, format as 'text')
  }) as typeof pgTypes.getTypeParser,
}

/** A role that could look past row-level security, or in production change the audit, was about to serve. */
export class UnsafeRole extends OperatorFault {
  override readonly name = 'UnsafeRole'
}

export interface Connected {
  db: Kysely<Database>
  pool: Pool
}

/** A pool as the application's role. Refuses a superuser and a role that bypasses row-level security. */
export const connect = async (
  connectionString: string,
  max: number,
  options: {
    /** Longest wait for a connection, also for one of a pool that is exhausted, in ms. */
    waitMs?: number | undefined
    /** Longest wait for the answer to a statement, in ms: then its connection is given up. Without it, as long as it takes. */
    answerMs?: number
  } = {},
): Promise<Connected> => {
  const { waitMs = 10_000, answerMs } = options
  const pool = createPool({
    connectionString,
    ...preparing(),
    pipeline: true,
    ...keptAlive,
    ...staysIdle,
    max,
    types,
    connectionTimeoutMillis: waitMs,
    ...(answerMs === undefined ? {} : { query_timeout: answerMs }),
    application_name: 'bedel',
  })
  const { rows } = await pool.query<{ rolname: string; rolsuper: boolean; rolbypassrls: boolean }>(
    'select rolname, rolsuper, rolbypassrls from pg_roles where rolname = current_user',
  )
  const [role] = rows
  if (!role || role.rolsuper || role.rolbypassrls) {
    await pool.end()
    throw new UnsafeRole(
      `The database role "${role?.rolname ?? 'unknown'}" is a superuser or bypasses row-level security. Give DATABASE_URL a role with NOSUPERUSER NOBYPASSRLS.`,
    )
  }
  return { db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }), pool }
}
