import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { createPool } from './connections.ts'

const folder = join(import.meta.dirname, 'migrations')

/** Migrations by name: numbered SQL files, forward only. */
const migrations = () =>
  Object.fromEntries(
    readdirSync(folder)
      .filter(name => name.endsWith('.sql'))
      .map(name => [
        name.replace(/\.sql$/, ''),
        {
          up: (db: Kysely<unknown>) =>
            sql
              .raw(readFileSync(join(folder, name), 'utf8'))
              .execute(db)
              .then(() => undefined),
        },
      ]),
  )

/**
 * Brings the database up to date as its owner, and lets the application's role use the tables without owning them.
 * Safe when several processes start at once: the migrator holds a lock.
 */
export const migrate = async (ownerUrl: string, appRole: string): Promise<string[]> => {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: createPool({ connectionString: ownerUrl, max: 2 }) }),
  })
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations() } })
    const { error, results } = await migrator.migrateToLatest()
    if (error) throw error
    await grant(db, appRole)
    return (results ?? []).map(result => result.migrationName)
  } finally {
    await db.destroy()
  }
}

const grant = async (db: Kysely<unknown>, appRole: string): Promise<void> => {
  const role = sql.id(appRole)
  const { rows } = await sql<{ me: string }>`select current_user as me`.execute(db)
  if (rows[0]?.me !== appRole) {
    await sql`grant usage on schema public to ${role}`.execute(db)
    await sql`grant select, insert, update, delete on all tables in schema public to ${role}`.execute(db)
    await sql`grant usage on all sequences in schema public to ${role}`.execute(db)
    // The record of what happened is only ever added to.
    await sql`revoke update, delete on audit_line, audit_leaf, audit_node, audit_checkpoint, submission_event, issue_event, issue_comment, activity_log
      from ${role}`.execute(db)
  }
  await sql`create schema if not exists pgboss authorization ${role}`.execute(db)
}
