import { type Kysely, sql } from 'kysely'
import type { Database } from './schema.ts'

/** Whether the role of these connections owns the record of what happened, or can become its owner: then it can change it. */
export const ownsAudit = async (db: Kysely<Database>): Promise<boolean> => {
  const { rows } = await sql<{ owns: boolean }>`select pg_has_role(current_user, relowner, 'member') as owns
    from pg_class where oid = 'public.audit_line'::regclass`.execute(db)
  return rows.some(({ owns }) => owns)
}
