import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '../schema.ts'
import { together } from '../together.ts'

/** A list as the parts of its statement. */
interface List {
  /** `with …`, where the other parts need it. */
  first?: RawBuilder<unknown>
  columns: RawBuilder<unknown>
  /** From `from` to the last condition: what is counted. */
  from: RawBuilder<unknown>
  order: RawBuilder<unknown>
}

/**
 * A page of a list, and how many rows the whole list has. The count is a statement of its own: a count beside the rows
 * (`count(*) over ()`) is lost with them on a page past the end, which then says that the list is empty. A limit below 0
 * means all rows.
 */
export const pageOf = async <Row>(
  tx: Transaction<Database>,
  { first = sql``, columns, from, order }: List,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: Row[]; total: number }> => {
  const [page, count] = await together(tx, reads => [
    sql<Row>`${first} select ${columns} ${from} order by ${order}
      ${limit < 0 ? sql`` : sql`limit ${limit}`} ${offset === 0 ? sql`` : sql`offset ${offset}`}`.execute(
      reads,
    ),
    sql<{ total: number }>`${first} select count(*)::int as total ${from}`.execute(reads),
  ])
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 }
}
