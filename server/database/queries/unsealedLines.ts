import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'
import { withScope } from '../scope.ts'

/**
 * SQL of since when a line `l` of the audit waits for its place in the sealed list. That is when it happened. Lines of the
 * demonstration's season happened long before they were written: a line after all sealed ones waits since the latest seal at most.
 */
export const waitsSince = sql<Date>`case
  when exists (select from audit_pending p where p.line_id = l.id) and l.id > (select max(line_id) from audit_leaf)
    then greatest(l.occurred_utc, (select max(created_utc) from audit_checkpoint))
  else l.occurred_utc end`

/** How many lines of the audit have no place in the sealed list, and for how many seconds the oldest of them has waited. */
export const unsealedLines = async (
  db: Kysely<Database>,
  now: Date,
): Promise<{ lines: number; seconds: number }> => {
  const { rows } = await withScope(db, { scope: 'all' }, tx =>
    // Most lines have their place, and the oldest that has none has the least number.
    sql<{ lines: number; since: Date | null }>`
      select (select count(*)::int from audit_pending) as lines,
        (select ${waitsSince} from audit_line l where l.id = (select min(line_id) from audit_pending)) as since`.execute(
      tx,
    ),
  )
  const { lines = 0, since } = rows[0] ?? {}
  return { lines, seconds: since ? Math.max(0, (now.getTime() - since.getTime()) / 1000) : 0 }
}
