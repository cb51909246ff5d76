import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'
import { withScope } from '../scope.ts'

/** How many lines of the audit have no place in the sealed list, and for how many seconds the oldest of them has waited. */
export const unsealedLines = async (
  db: Kysely<Database>,
  now: Date,
): Promise<{ lines: number; seconds: number }> => {
  const { rows } = await withScope(db, { scope: 'all' }, tx =>
    // Most lines have their place, and the oldest that has none has the least number.
    sql<{ lines: number; since: Date | null }>`
      select (select count(*)::int from audit_pending) as lines,
        (select occurred_utc from audit_line where id = (select min(line_id) from audit_pending)) as since`.execute(
      tx,
    ),
  )
  const { lines = 0, since } = rows[0] ?? {}
  return { lines, seconds: since ? Math.max(0, (now.getTime() - since.getTime()) / 1000) : 0 }
}
