/** SQLSTATE classes and system codes that say that the database is away, not that what was asked is wrong. */
export const isDatabaseAway = (error: unknown): boolean => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const message = error instanceof Error ? error.message : ''
  return (
    /^(08|53|57)/.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code) ||
    /timeout exceeded when trying to connect|Connection terminated|is not queryable/i.test(message)
  )
}
