import type { CollectionTables } from './tables/collections.ts'
import type { IssueTables } from './tables/issues.ts'
import type { SubmissionTables } from './tables/submissions.ts'
import type { SystemTables } from './tables/system.ts'

/**
 * The tables of `migrations/`, as Kysely sees them: snake_case as in the SQL, bigint as number (a type parser of the
 * pool), instants as Date, JSON as text on the way in and parsed on the way out.
 */
export interface Database extends CollectionTables, IssueTables, SubmissionTables, SystemTables {}
