import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { acceptsOnlineValidation, collectionStates, collectionsSeen } from '../../src/domain/collection.ts'
import { withScope } from '../database/index.ts'
import type { Database } from '../database/schema.ts'
import { outageOf } from '../jobs/outages.ts'
import { type PublishedRow, publishedRows } from './published.ts'

/** Compiles the specifications by which files are checked now, before the first file needs them. */
export const loadInUse = async (
  db: Kysely<Database>,
  specifications: { load: (of: { schemaVersion: string; rulesetVersion: string }) => Promise<unknown> },
): Promise<void> => {
  const checkedIn = collectionStates.filter(({ name }) => acceptsOnlineValidation(name)).map(({ id }) => id)
  const { rows } = await withScope(db, { scope: 'all' }, tx =>
    sql<{ schemaVersion: string; rulesetVersion: string }>`
      select distinct s.schema_version as "schemaVersion", s.ruleset_version as "rulesetVersion"
      from specification s join collection c on c.specification_id = s.id where c.state_id = any(${checkedIn}::int[])`.execute(
      tx,
    ),
  )
  for (const versions of rows) await specifications.load(versions)
}

/**
 * Loads what the published specification is read from, one after another, so that nobody waits for it: compiling the rules of a
 * year takes a processor more than a second, many times that on a busy machine, and the list of all needs every year. What is not
 * in order is logged and left to whoever asks for it. Gives up as soon as the signal says so; rejects
 * while the database is away.
 */
export const readyAhead = async (
  {
    db,
    specifications,
    log,
  }: {
    db: Kysely<Database>
    specifications: { load: (of: Pick<PublishedRow, 'schemaVersion' | 'rulesetVersion'>) => Promise<unknown> }
    log: Logger
  },
  signal: AbortSignal,
): Promise<void> => {
  // Whoever checks files by online validation sees most.
  const seen = collectionsSeen({ isAgency: false, validatesOnline: true })
  const rows = await withScope(db, { scope: 'all' }, tx => publishedRows(tx, seen))
  for (const { schemaVersion, rulesetVersion } of rows) {
    if (signal.aborted) return
    try {
      await specifications.load({ schemaVersion, rulesetVersion })
    } catch (error) {
      if (outageOf(error)) throw error
      log.warn({ err: error, rulesetVersion }, 'a published specification is not in order')
    }
  }
}
