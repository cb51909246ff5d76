import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect, type QueryExecutorProvider, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { OperatorFault } from '../operatorFault.ts'
import { createPool } from './connections.ts'

const ownMigrations = join(import.meta.dirname, 'migrations')

/** First line of a migration whose result an earlier release can run on, from the one on that ends with the named migration. */
const besidePattern = /^-- Runs beside releases from (\w+) on\.\n/

/** The database is of a later release, which this one cannot run beside. */
export class DatabaseOfLaterRelease extends OperatorFault {
  override readonly name = 'DatabaseOfLaterRelease'
}

const namesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter(name => name.endsWith('.sql'))
    .map(name => name.replace(/\.sql$/, ''))
    .toSorted()

/** Migrations by name: numbered SQL files, forward only. */
const migrationsIn = (folder: string) =>
  Object.fromEntries(
    namesIn(folder).map(name => [
      name,
      {
        up: async (db: Kysely<unknown>): Promise<void> => {
          const text = readFileSync(join(folder, `${name}.sql`), 'utf8')
          await sql.raw(text).execute(db)
          const oldest = besidePattern.exec(text)?.[1]
          if (oldest !== undefined)
            await sql`insert into release_beside (migration, oldest) values (${name}, ${oldest})`.execute(db)
        },
      },
    ]),
  )

/** Names of the migrations that were applied, as far as this role may read them: none on the way to the first start. */
const appliedTo = async (db: QueryExecutorProvider): Promise<ReadonlySet<string>> => {
  const { rows: tables } = await sql<{ isReadable: boolean }>`
    select coalesce(has_table_privilege(to_regclass('kysely_migration'), 'select'), false) as "isReadable"`.execute(
    db,
  )
  if (!tables[0]?.isReadable) return new Set()
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/**
 * Whether a later release has brought the database further than these migrations. Throws DatabaseOfLaterRelease where that
 * release says of one of its migrations that this one cannot run on it.
 */
const isAhead = async (
  db: QueryExecutorProvider,
  known: readonly string[],
  applied: ReadonlySet<string>,
): Promise<boolean> => {
  const later = [...applied].filter(name => !known.includes(name))
  if (later.length === 0 || known.some(name => !applied.has(name))) return false
  const { rows: beside } = await sql<{ migration: string; oldest: string }>`
    select migration, oldest from release_beside`.execute(db)
  const oldestOf = new Map(beside.map(({ migration, oldest }) => [migration, oldest]))
  const last = known.at(-1) ?? ''
  const breaking = later.find(name => (oldestOf.get(name) ?? name) > last)
  if (breaking === undefined) return true
  throw new DatabaseOfLaterRelease(
    `The database is of a later release, which no process of this one can run beside (${breaking}). Start that release, or restore the backup that was taken before the upgrade.`,
  )
}

/**
 * Brings the database up to date as its owner, and lets the application's role use the tables without owning them; gives
 * the names of the migrations that ran. Safe when several processes start at once: each waits for a lock. Where a
 * later release has been there, nothing is changed (fault 41): this one runs beside it, or throws DatabaseOfLaterRelease.
 */
export const migrate = async (
  ownerUrl: string,
  appRole: string,
  folder: string = ownMigrations,
): Promise<string[]> => {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: createPool({ connectionString: ownerUrl, max: 2 }) }),
  })
  try {
    const provider = { getMigrations: async () => migrationsIn(folder) }
    const { error, results } = await new Migrator({ db, provider }).migrateToLatest()
    if (error) {
      if (await isAhead(db, namesIn(folder), await appliedTo(db))) return []
      throw error
    }
    // Whole or not at all: half of it would let the role change lines of the audit.
    await db.transaction().execute(tx => grant(tx, appRole))
    return (results ?? []).map(result => result.migrationName)
  } finally {
    await db.destroy()
  }
}

/** The database is of an earlier release, or of none yet: whoever migrates it may be about to. */
export class MigrationAwaited extends OperatorFault {
  override readonly name = 'MigrationAwaited'
}

/**
 * Sees that this release can work on the database, and changes nothing: for processes that do not migrate it. Throws
 * MigrationAwaited where a migration of this release is missing, for its statements would fail and cost files their tries, and
 * DatabaseOfLaterRelease where a later release says that this one cannot run beside it.
 */
export const requireRelease = async (
  db: QueryExecutorProvider,
  folder: string = ownMigrations,
): Promise<void> => {
  const known = namesIn(folder)
  const applied = await appliedTo(db)
  const missing = known.find(name => !applied.has(name))
  if (missing !== undefined)
    throw new MigrationAwaited(
      `The database is not of this release yet (${missing} is missing). Run "npm run admin -- migrate" of this release, or start a server of it.`,
    )
  await isAhead(db, known, applied)
}

/** The database has to be migrated, which the role that serves may not do. */
class NotMigrated extends OperatorFault {
  override readonly name = 'NotMigrated'
}

const mayNot = '42501'
const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === mayNot

/**
 * A database of the operator's own: the owner of its tables migrates it where one is named. Without one the role that serves
 * does, or, where it is not the owner, finds it up to date; else throws NotMigrated.
 */
export const migrateOutside = async ({
  databaseUrl,
  migrationDatabaseUrl,
}: {
  databaseUrl: string
  migrationDatabaseUrl: string | undefined
}): Promise<string[]> => {
  const role = decodeURIComponent(new URL(databaseUrl).username)
  try {
    return await migrate(migrationDatabaseUrl ?? databaseUrl, role)
  } catch (error) {
    if (migrationDatabaseUrl !== undefined || !isRefused(error)) throw error
    throw new NotMigrated(
      `The database is not up to date, and the role ${role} may not change its tables. Run "npm run admin -- migrate" with MIGRATION_DATABASE_URL first, which is the database as the owner of its tables.`,
      { cause: error },
    )
  }
}

/** The record of what happened, beside the tables of events, each of which is one of its own: only ever added to. */
const onlyAddedTo = [
  'audit_line',
  'audit_leaf',
  'audit_node',
  'audit_checkpoint',
  'published_content',
  'issue_comment',
  'activity_log',
  'delivery_download',
]

/** Number of the lock of who gives rights, in the database's own. */
const grantLock = 4_186_130_522

const grant = async (db: Kysely<unknown>, appRole: string): Promise<void> => {
  const role = sql.id(appRole)
  // Rights given to one table by two at once are refused to one of them.
  await sql`select pg_advisory_xact_lock(${grantLock})`.execute(db)
  const { rows } = await sql<{ me: string }>`select current_user as me`.execute(db)
  if (rows[0]?.me !== appRole) {
    await sql`grant usage on schema public to ${role}`.execute(db)
    await sql`grant select, insert, update, delete on all tables in schema public to ${role}`.execute(db)
    await sql`grant usage on all sequences in schema public to ${role}`.execute(db)
    const { rows: added } = await sql<{ name: string }>`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname like '%\\_event'`.execute(
      db,
    )
    const tables = [...onlyAddedTo, ...added.map(({ name }) => name)].map(name => sql.id(name))
    await sql`revoke update, delete on ${sql.join(tables)} from ${role}`.execute(db)
  }
  // Asked first: even "if not exists" wants the right to make a schema, which a role that only serves does not have.
  const { rows: schemas } = await sql`select 1 from pg_namespace where nspname = 'pgboss'`.execute(db)
  if (schemas.length === 0) await sql`create schema if not exists pgboss authorization ${role}`.execute(db)
}
