import { sql, type Transaction } from 'kysely'
import { pageOf } from '../database/queries/page.ts'
import { anywhere } from '../database/queries/pattern.ts'
import type { Database } from '../database/schema.ts'

/** A line of the audit as it is listed. */
export interface AuditLine {
  id: number
  occurred: Date
  actorId: string
  organisation: string
  instId: string | null
  action: string
  subject: string | null
  outcome: 'done' | 'refused'
  status: number
  reason: string | null
  /** Whether it has its place in the sealed list, so that it can be proved. */
  isSealed: boolean
}

/** Which lines are listed. */
export interface AuditLineFilter {
  /** Part of an actor, an organisation, an action or a subject; '' for all of them. */
  search: string
  /** Null for both. */
  outcome: AuditLine['outcome'] | null
  limit: number
  offset: number
}

/** A page of the lines of the audit that the transaction's scope sees, newest first, with how many there are. */
export const listAuditLines = async (
  tx: Transaction<Database>,
  { search, outcome, ...page }: AuditLineFilter,
): Promise<{ lines: AuditLine[]; total: number }> => {
  const pattern = anywhere(search)
  const { rows, total } = await pageOf<AuditLine>(
    tx,
    {
      columns: sql`l.id, l.occurred_utc as occurred, l.actor_id as "actorId", l.actor_organisation as organisation,
        l.inst_id as "instId", l.action, l.subject, l.outcome, l.status, l.reason,
        f.position is not null as "isSealed"`,
      from: sql`from audit_line l left join audit_leaf f on f.line_id = l.id
        where (${outcome}::text is null or l.outcome = ${outcome})
          and (${search} = '' or l.actor_id ilike ${pattern} or l.actor_organisation ilike ${pattern}
            or l.action ilike ${pattern} or l.subject ilike ${pattern})`,
      order: sql`l.id desc`,
    },
    page,
  )
  return { lines: rows, total }
}
