import { networkFaults } from '../networkFaults.ts'

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/**
 * Whether the database takes no changes for now (SQLSTATE read_only_sql_transaction): we never open a transaction that only
 * reads, so the statement is not to blame.
 */
export const isDatabaseReadOnly = (error: unknown): boolean => codeOf(error) === '25006'

/**
 * SQLSTATE classes and system codes that say that the database is away, or cannot do its work for now (class 58: its own
 * system fails, such as its disk), not that what was asked is wrong.
 */
export const isDatabaseAway = (error: unknown): boolean => {
  const code = codeOf(error)
  const message = error instanceof Error ? error.message : ''
  return (
    /^(08|53|57|58)/.test(code) ||
    isDatabaseReadOnly(error) ||
    networkFaults.has(code) ||
    /timeout exceeded when trying to connect|Query read timeout|Connection terminated|is not queryable/i.test(
      message,
    )
  )
}

/**
 * Whether PostgreSQL gave a transaction up because of another one (a serialisation failure, a deadlock): nothing of it was
 * done, and the same may succeed when it is asked for again.
 */
export const isGivenUp = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error))
