import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, migrate, ownsAudit } from '../../server/database/index.ts'
import { freePort } from '../../server/freePort.ts'
import { openDatabase } from './support/cluster.ts'
import { startServerProcess } from './support/serverProcess.ts'

const refusal = 'The role of DATABASE_URL owns the tables'

const root = join(import.meta.dirname, '../..')

describe('the roles of the compose example', () => {
  let folder: string
  let admin: pg.Client
  let cluster: Awaited<ReturnType<typeof openDatabase>>
  const suffix = randomBytes(4).toString('hex')
  const name = (role: string): string => `${role}_${suffix}`
  const addressOf = (role: string): string => {
    const url = new URL(cluster.ownerUrl)
    url.username = name(role)
    url.password = 'secret'
    url.pathname = `/${name('bedel')}`
    return url.href
  }
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bedel-roles-'))
    cluster = await openDatabase(folder, pino({ level: 'silent' }))
    admin = new pg.Client({ connectionString: cluster.ownerUrl })
    await admin.connect()
    const script = await readFile(join(root, 'deploy/compose/database.sh'), 'utf8')
    const statements = /<<'SQL'\n([\s\S]*)\nSQL\n/.exec(script)?.[1]?.replaceAll(/^--.*$/gm, '') ?? ''
    for (const statement of statements.split(';').filter(text => text.trim() !== ''))
      await admin.query(
        statement
          .replaceAll(/:'\w+'/g, "'secret'")
          .replaceAll(/\bbedel(_app|_owner)?\b/g, role => name(role)),
      )
  })
  afterAll(async () => {
    await admin.query(`drop database ${name('bedel')} with (force)`)
    await admin.query(`drop role ${name('bedel_owner')}`)
    await admin.query(`drop role ${name('bedel_app')}`)
    await admin.end()
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** Whether the role that serves owns the audit, by what it is refused besides. */
  const isOwnedByApp = async (): Promise<boolean> => {
    const { db } = await connect(addressOf('bedel_app'), 1)
    const isRefused = (statement: string) =>
      sql
        .raw(statement)
        .execute(db)
        .then(
          () => false,
          error => /permission denied|must be owner/.test(String(error)),
        )
    try {
      const owns = await ownsAudit(db)
      for (const statement of [
        'update audit_line set status = 200',
        'delete from audit_line',
        'alter table audit_line disable trigger append_only',
      ])
        expect([statement, await isRefused(statement)]).toEqual([statement, !owns])
      return owns
    } finally {
      await db.destroy()
    }
  }

  const runAdmin = (environment: Record<string, string>, ...given: string[]): Promise<string> =>
    promisify(execFile)(process.execPath, ['scripts/admin.ts', ...given], {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        DEMO: 'true',
        DATA_DIR: folder,
        DATABASE_URL: addressOf('bedel_app'),
        ...environment,
      },
    }).then(({ stdout }) => stdout)

  it('set up an empty database by the first command of the operator, rotate the keys, and then serve', async () => {
    const asOwner = { MIGRATION_DATABASE_URL: addressOf('bedel_owner') }
    // As a process that serves is started: it says what has to be done first.
    await expect(runAdmin({}, 'migrate')).rejects.toThrow(
      'Run "npm run admin -- migrate" with MIGRATION_DATABASE_URL first',
    )
    expect(await runAdmin(asOwner, 'migrate')).toMatch(
      /^The database is brought up to date by 0001_organisations, /,
    )
    expect(await runAdmin({}, 'migrate')).toBe('The database is up to date.\n')
    expect(await runAdmin(asOwner, 'bootstrap', '--administrator', 'ada')).toBe(
      'Registered: regulators 0, providers 0. ada is an administrator.\n',
    )
    expect(await runAdmin(asOwner, 'rotate-keys')).toContain('files whose keys it wraps: 0')
    // As a worker has it, which knows the serving role alone.
    expect(await runAdmin({}, 'rotate-keys')).toContain('files whose keys it wraps: 0')
    const server = startServerProcess(folder, await freePort(), {
      ROLE: 'api',
      NODE_ENV: 'production',
      DEMO: 'true',
      DATABASE_URL: addressOf('bedel_app'),
    })
    await server.ready
    await server.stop()
    expect(await isOwnedByApp()).toBe(false)
  })

  it.skipIf(process.platform !== 'linux')(
    'leave the owner to no process beside a server that migrates',
    async () => {
      const server = startServerProcess(folder, await freePort(), {
        DATABASE_URL: addressOf('bedel_app'),
        MIGRATION_DATABASE_URL: addressOf('bedel_owner'),
      })
      await server.ready
      const { pid } = server.child
      const workers = async (): Promise<string[]> => {
        const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
        return Promise.all(
          children
            .split(' ')
            .filter(child => child !== '')
            .map(child => readFile(`/proc/${child}/environ`, 'utf8')),
        )
      }
      await expect.poll(workers, { timeout: 60_000 }).toHaveLength(1)
      const [environment] = await workers()
      await server.stop()
      expect(environment).toContain('DATABASE_URL=')
      expect(environment).not.toContain('MIGRATION_DATABASE_URL')
      expect(environment).not.toContain('bedel_owner')
    },
  )

  it('migrate as the owner, and serve as one that can change no line of the audit', async () => {
    expect(await migrate(addressOf('bedel_owner'), name('bedel_app'))).toEqual([])
    expect(await isOwnedByApp()).toBe(false)
  })

  it('add to the record of what happened, whatever it is of, and change nothing in it', async () => {
    const { db } = await connect(addressOf('bedel_app'), 1)
    const { rows } = await sql<{ name: string; mayAdd: boolean; mayChange: boolean }>`select relname as name,
        has_table_privilege(oid, 'insert') as "mayAdd",
        has_any_column_privilege(oid, 'update') or has_table_privilege(oid, 'delete, truncate') as "mayChange"
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`
      .execute(db)
      .finally(() => db.destroy())
    const events = rows.filter(({ name }) => name.endsWith('_event'))
    expect(events.map(({ name }) => name).toSorted()).toEqual([
      'chart_event',
      'provider_event',
      'submission_event',
    ])
    const others = ['activity_log', 'audit_checkpoint', 'audit_leaf', 'audit_line', 'audit_node']
    others.push('delivery_download', 'issue_comment', 'published_content')
    expect(rows.filter(({ mayChange }) => !mayChange).map(({ name }) => name)).toEqual(
      [...events.map(({ name }) => name), ...others].toSorted(),
    )
    expect(rows.filter(({ mayAdd }) => !mayAdd)).toEqual([])
  })

  it('refuse to start in production where one role does both', async () => {
    await admin.query(`alter database ${name('bedel')} owner to ${name('bedel_app')}`)
    const owner = new pg.Client({ connectionString: addressOf('bedel_owner') })
    await owner.connect()
    await owner.query(`reassign owned by ${name('bedel_owner')} to ${name('bedel_app')}`)
    await owner.end()
    const server = startServerProcess(folder, await freePort(), {
      NODE_ENV: 'production',
      DEMO: 'true',
      ROLE: 'api',
      DATABASE_URL: addressOf('bedel_app'),
    })
    await server.ended
    expect(server.printed()).toContain(refusal)
    expect(await isOwnedByApp()).toBe(true)
  })

  it('are those of a database that was migrated by the example for one that had a single role', async () => {
    const operations = await readFile(join(root, 'docs/operate/database.md'), 'utf8')
    const block = /```sql\n([\s\S]*?)```/.exec(operations)?.[1] ?? ''
    expect(block).toContain('bedel_owner')
    const there = new pg.Client({
      connectionString: cluster.ownerUrl.replace(/\/[^/]*$/, `/${name('bedel')}`),
    })
    await there.connect()
    await there.query(
      block.replaceAll(/^create role .*$/gm, '').replaceAll(/\bbedel(_app|_owner)?\b/g, role => name(role)),
    )
    await there.end()
    expect(await migrate(addressOf('bedel_owner'), name('bedel_app'))).toEqual([])
    expect(await isOwnedByApp()).toBe(false)
  })
})
