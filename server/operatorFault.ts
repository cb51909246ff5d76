import { isDatabaseAway, isDatabaseReadOnly } from './database/away.ts'

/** A fault that whoever runs the system can mend: its message says what to do, so it is shown without where it came from. */
export abstract class OperatorFault extends Error {}

/** What a database says that does not let this role or this name in (SQLSTATE). */
const refused = /^(?:28000|28P01|3D000)$/

/**
 * What an operator reads of a fault that they can mend, one of the database's address included; undefined for any other, which
 * shows where it came from.
 */
export const operatorMessage = (error: unknown): string | undefined => {
  if (error instanceof OperatorFault) return error.message
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  const said = error.message || code
  if (isDatabaseReadOnly(error))
    return `The database takes no changes: ${said}. Have DATABASE_URL and, where it is set, MIGRATION_DATABASE_URL name the primary, not a standby; where a full disk made it read-only, make room.`
  if (isDatabaseAway(error))
    return `The database cannot be reached: ${said}. Start it, or correct DATABASE_URL.`
  if (refused.test(code))
    return `The database refuses the connection: ${said}. Correct DATABASE_URL and, where it is set, MIGRATION_DATABASE_URL.`
  return undefined
}
