import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import pino from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { databaseIdentity } from '../../server/database/clusterPlace.ts'
import { connect, migrateOutside, withScope } from '../../server/database/index.ts'
import { startPostmaster } from '../../server/database/postmaster.ts'
import { freePort } from '../../server/freePort.ts'
import { statusOf } from '../../src/domain/status.ts'
import { seedRows } from './support/seededRows.ts'
import { temporaryFolder } from './support/temporaryFolder.ts'

const root = join(import.meta.dirname, '../..')
const script = join(root, 'deploy/compose/database.sh')
const sqlFile = join(root, 'deploy/postgresql/database.sql')
const manual = readFileSync(join(root, 'docs/operate/engine-backup.md'), 'utf8')

/** A PostgreSQL of this machine, as packages of Debian put it: the one of the npm package has no pg_dump. */
const places = '/usr/lib/postgresql'
const programs = ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'psql']
const bin = (existsSync(places) ? readdirSync(places) : [])
  .filter(version => Number(version) >= 15)
  .toSorted((one, other) => Number(other) - Number(one))
  .map(version => join(places, version, 'bin'))
  .find(folder => programs.every(program => existsSync(join(folder, program))))
const whyNot = bin === undefined ? ' (no PostgreSQL with pg_dump is installed)' : ''

const passwords = {
  DATABASE_OWNER_PASSWORD: 'owner',
  DATABASE_PASSWORD: 'app',
  ISSUER_DATABASE_PASSWORD: 'issuer',
  BACKUP_DATABASE_PASSWORD: 'backup',
}
const backupPassword = passwords.BACKUP_DATABASE_PASSWORD

/** Runs a program of PostgreSQL, or a script that does. */
const run = (port: number, program: string, ...args: string[]) => {
  const { status, stderr } = spawnSync(program === 'sh' ? program : join(bin ?? '', program), args, {
    encoding: 'utf8',
    env: {
      PATH: `${bin}:${process.env.PATH}`,
      LC_ALL: 'C.UTF-8',
      PGHOST: '127.0.0.1',
      PGPORT: String(port),
      PGPASSWORD: 'super',
      ...passwords,
    },
  })
  return { status, stderr }
}

/** A PostgreSQL of the operator's own with roles and an empty database, as one of the files of `deploy` makes them. */
const startEngine = async (madeBy: 'compose' | 'sql' = 'compose') => {
  const identity = databaseIdentity()
  const folder = await temporaryFolder()
  // As root the database's user has to get to its folder.
  chmodSync(folder, 0o711)
  const cluster = join(folder, 'cluster')
  const password = join(folder, 'password')
  mkdirSync(cluster, { mode: 0o700 })
  writeFileSync(password, 'super')
  if (identity) for (const path of [cluster, password]) chownSync(path, identity.uid, identity.gid)
  const options = ['-U', 'postgres', '-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  const made = spawnSync(join(bin ?? '', 'initdb'), ['-D', cluster, `--pwfile=${password}`, ...options], {
    ...identity,
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' },
  })
  expect({ status: made.status, said: made.status === 0 ? '' : made.stderr }).toEqual({ status: 0, said: '' })
  const port = await freePort()
  const urlOf = (role: string, secret: string, database = 'bedel') =>
    `postgres://${role}:${secret}@127.0.0.1:${port}/${database}`
  const postmaster = await startPostmaster({
    bin: bin ?? '',
    cluster,
    port,
    url: urlOf('postgres', 'super', 'postgres'),
    identity,
    log: pino({ level: 'silent' }),
  })
  onTestFinished(() => postmaster.stop('at once'))
  const prepared =
    madeBy === 'compose'
      ? run(port, 'sh', script)
      : run(
          port,
          'psql',
          '--no-psqlrc',
          '--set',
          'ON_ERROR_STOP=1',
          '--file',
          sqlFile,
          urlOf('postgres', 'super', 'postgres'),
        )
  expect(prepared).toEqual({ status: 0, stderr: '' })
  return {
    port,
    folder,
    urlOf,
    urls: {
      databaseUrl: urlOf('bedel_app', passwords.DATABASE_PASSWORD),
      migrationDatabaseUrl: urlOf('bedel_owner', passwords.DATABASE_OWNER_PASSWORD),
    },
  }
}
type Engine = Awaited<ReturnType<typeof startEngine>>

const asSuperuser = async ({ urlOf }: Engine, statements: string): Promise<void> => {
  const client = new pg.Client({ connectionString: urlOf('postgres', 'super') })
  await client.connect()
  await client.query(statements)
  await client.end()
}

/** A migrated database with a queue and one submission. */
const fill = async ({ urls }: Engine): Promise<void> => {
  await migrateOutside(urls)
  const { db } = await connect(urls.databaseUrl, 2)
  await seedRows(db)
  const id = randomUUID()
  await withScope(db, { scope: 'all' }, async tx => {
    await sql`insert into submission (id, collection_id, inst_id, mode, status_id, is_latest, file_name, has_stored_file, object_key,
        created_utc, uploaded_by)
      values (${id}::uuid, 'c23056', '0001', 'live', ${statusOf('UPLOADING').id}, true, 'file.xml', false,
        ${`0001/${id}/file.xml`}, now(), 'Test')`.execute(tx)
    await sql`insert into submission_event (submission_id, inst_id, sequence, event, from_status_id, to_status_id, actor,
        payload, facts, occurred_utc)
      values (${id}::uuid, '0001', 1, 'UPLOAD_REQUESTED', 0, 1, '{"kind":"system"}', '{}', '{}', now())`.execute(
      tx,
    )
  })
  await db.destroy()
  const boss = new PgBoss({
    connectionString: urls.databaseUrl,
    createSchema: false,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => undefined)
  await boss.start()
  await boss.stop({ graceful: false })
}

/** What the replay of all histories says, and how it ends. */
const replayed = ({ urls }: Engine) => {
  const command = ['scripts/conformance.ts', '--json', '--not-empty']
  const env = { ...process.env, DATABASE_URL: urls.databaseUrl }
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: root,
    encoding: 'utf8',
    env,
  })
  return { status, stdout, stderr }
}

/** The statements of the manual that make the role which backs up. */
const backupRole =
  /```sql\n(create role bedel_backup [\s\S]*?)```/
    .exec(manual)?.[1]
    ?.replace("'another'", `'${backupPassword}'`) ?? ''

describe.skipIf(whyNot)(`a database of the operator's own${whyNot}`, () => {
  it('is made by one SQL file, as in compose, with a role that dumps it', async () => {
    const engine = await startEngine('sql')
    await fill(engine)
    const dump = (url: string) =>
      run(engine.port, 'pg_dump', '--format=custom', `--file=${join(engine.folder, 'dump')}`, url)
    expect(dump(engine.urlOf('bedel_backup', backupPassword))).toEqual({ status: 0, stderr: '' })
    for (const url of Object.values(engine.urls)) expect(dump(url).status).toBe(1)
    const statements = (file: string): string[] =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter(line => /^(create|grant|revoke) /.test(line) && /\bbedel(_app|_owner)?\b/.test(line))
    expect(
      statements(sqlFile)
        .filter(line => !line.includes('bedel_backup'))
        .toSorted(),
    ).toEqual(statements(script).toSorted())
  })

  it('is dumped whole by a role that looks past the policies, by no other, and is restored elsewhere with roles and rights', async () => {
    const engine = await startEngine()
    await fill(engine)
    const before = replayed(engine)
    expect(before.stdout).toContain('"submissions":1,"events":1,')
    await asSuperuser(engine, backupRole)
    const dump = (url: string, name: string, ...options: string[]) =>
      run(engine.port, 'pg_dump', '--format=custom', `--file=${join(engine.folder, name)}`, ...options, url)
    for (const url of Object.values(engine.urls))
      for (const options of [[], ['--enable-row-security']])
        expect(dump(url, 'refused', ...options).status).toBe(1)
    expect(dump(engine.urlOf('bedel_backup', backupPassword), 'whole')).toEqual({ status: 0, stderr: '' })

    const elsewhere = await startEngine()
    const options = ['--username=postgres', '--dbname=bedel', '--exit-on-error']
    expect(manual).toContain(`pg_restore ${options.join(' ')} bedel.dump`)
    expect(run(elsewhere.port, 'pg_restore', ...options, join(engine.folder, 'whole'))).toEqual({
      status: 0,
      stderr: '',
    })
    expect(replayed(elsewhere)).toEqual(before)
    expect(await migrateOutside(elsewhere.urls)).toEqual([])
    const { db } = await connect(elsewhere.urls.databaseUrl, 1)
    const { rows } = await sql<{ owner: string; change: boolean; add: boolean; queue: string }>`
      select tableowner as owner, has_table_privilege('audit_line', 'update, delete') as change,
        has_table_privilege('audit_line', 'insert') as add,
        (select nspowner::regrole::text from pg_namespace where nspname = 'pgboss') as queue
      from pg_tables where tablename = 'audit_line'`.execute(db)
    await db.destroy()
    expect(rows).toEqual([{ owner: 'bedel_owner', change: false, add: true, queue: 'bedel_app' }])
  })
})
