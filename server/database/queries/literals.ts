import { type RawBuilder, sql } from 'kysely'

/**
 * Names as they stand in the text of a statement, for `in (…)`: PostgreSQL uses a partial index only where the text of a
 * statement asks for its rows, which a parameter does not. For names of the domain; what people write is a parameter.
 */
export const literals = (names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map(name => sql.lit(name)))
