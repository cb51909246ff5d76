import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { DatabaseOfLaterRelease, MigrationAwaited, migrate } from '../../server/database/index.ts'
import type { StageJob } from '../../server/jobs/jobs.ts'
import { startWorker } from '../../server/startWorker.ts'
import { statusById } from '../../src/domain/status.ts'
import { openDatabase } from './support/cluster.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/* What a process of this release does with what only a later one knows (fault 41). */

/** A number that no status of this release has. */
const laterStatus = 990

describe('a database of a later release', () => {
  let database: Awaited<ReturnType<typeof openDatabase>>
  let folder: string
  beforeAll(async () => {
    database = await openDatabase(await mkdtemp(join(tmpdir(), 'bedel-later-')), pino({ level: 'silent' }))
    folder = await mkdtemp(join(tmpdir(), 'bedel-later-'))
    await cp(join(import.meta.dirname, '../../server/database/migrations'), folder, { recursive: true })
  })
  afterAll(async () => {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const add = (name: string, text: string) => writeFile(join(folder, `${name}.sql`), text)
  const asOwner = async <T extends pg.QueryResultRow>(text: string): Promise<T[]> => {
    const client = new pg.Client(database.ownerUrl)
    await client.connect()
    try {
      return (await client.query<T>(text)).rows
    } finally {
      await client.end()
    }
  }

  /** A worker of this release, which has no server to look at the database for it. */
  const startOwnWorker = () =>
    startWorker({
      config: readConfig({
        ROLE: 'worker',
        DATABASE_URL: database.url,
        DATA_DIR: join(folder, 'data'),
        LOG_LEVEL: 'silent',
      }),
      clock: { now: () => new Date() },
      log: pino({ level: 'silent' }),
    })

  it('is used as it is where that release runs beside this one', async () => {
    await add(
      '9000_archive',
      '-- Runs beside releases from 0008_row_level_security on.\ncreate table archive (id uuid);',
    )
    expect(await migrate(database.ownerUrl, 'bedel_app', folder)).toEqual(['9000_archive'])
    // What a later release takes from the role stays taken.
    await asOwner('revoke update on archive from bedel_app')
    expect(await migrate(database.ownerUrl, 'bedel_app')).toEqual([])
    const [right] = await asOwner<{ may: boolean }>(
      "select has_table_privilege('bedel_app', 'archive', 'update') as may",
    )
    expect(right).toEqual({ may: false })
    const worker = await startOwnWorker()
    await worker.stop()
  })

  it.each([
    ['9001_said', '-- Runs beside releases from 9000_archive on.\nalter table archive add column note text;'],
    ['9002_unsaid', 'alter table archive add column other text;'],
  ])('is refused, with what to do, where %s does not run beside this release', async (name, text) => {
    await add(name, text)
    await migrate(database.ownerUrl, 'bedel_app', folder)
    const refusal = await migrate(database.ownerUrl, 'bedel_app').catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(DatabaseOfLaterRelease)
    expect((refusal as Error).message).toContain('restore the backup')
    await expect(startOwnWorker()).rejects.toBeInstanceOf(DatabaseOfLaterRelease)
    await rm(join(folder, `${name}.sql`))
    await asOwner(`delete from kysely_migration where name = '${name}'`)
    await asOwner(`delete from release_beside where migration = '${name}'`)
  })

  it('has every migration of this release before a worker of it takes a file', async () => {
    // As the release before this one has left it: its last migration stands for those that are missing.
    const [last] = await asOwner<{ name: string }>(
      "delete from kysely_migration where name = (select max(name) from kysely_migration where name < '9000') returning name",
    )
    await expect(startOwnWorker()).rejects.toBeInstanceOf(MigrationAwaited)
    await asOwner(`insert into kysely_migration (name, timestamp) values ('${last?.name}', now()::text)`)
    const worker = await startOwnWorker()
    await worker.stop()
  })
})

describe('a process of this release', () => {
  let server: ProcessingServer
  beforeAll(async () => {
    server = await startProcessingServer({ worker: true })
  })
  afterAll(() => server.stop())

  const send = (queue: string, data: object, options: { retryLimit: number; deadLetter?: string }) =>
    server.look<{ id: string }>(
      `insert into pgboss.job (name, data, retry_limit, dead_letter, policy)
        values ('${queue}', '${JSON.stringify(data)}', ${options.retryLimit}, ${
          options.deadLetter ? `'${options.deadLetter}'` : 'null'
        }, 'standard') returning id`,
    )
  const jobOf = (id: string) =>
    server.look<{ state: string; attempts: number; tries_left: number; waits: boolean }>(
      `select state, retry_count as attempts, retry_limit - retry_count as tries_left, start_after > now() as waits
        from pgboss.job where id = '${id}'`,
    )
  it('leaves a stage that it does not know to a later release, and does not count that as a try', async () => {
    const job = { submissionId: randomUUID(), instId: '0001', stage: 'ARCHIVING' } as unknown as StageJob
    const { id } = await send('stage', job, { retryLimit: 3, deadLetter: 'stage.dead' })
    const isLeft = async (attempts: number) =>
      expect(await jobOf(id)).toEqual({ state: 'retry', attempts, tries_left: 4, waits: true })
    await vi.waitFor(() => isLeft(0), { timeout: 20_000 })
    // It comes across it again, and leaves it again.
    for (let attempts = 1; attempts <= 5; attempts += 1) {
      await server.asOwner(`update pgboss.job set start_after = now() where id = '${id}'`)
      // Each attempt has a number of its own: who has left the job cannot end it for who holds it next.
      await vi.waitFor(() => isLeft(attempts), { timeout: 20_000 })
    }
  })

  it.each([
    ['a deadline', '0001', 'deadline', { kind: 'ARCHIVE_CONTENT', due: '2024-09-01T00:00:00Z' }],
    ['what a later stage has come to', '0002', 'stage.dead', { instId: '0001', stage: 'ARCHIVING' }],
    ['a making of another kind that is given up', '0003', 'making.dead', {}],
  ])('does not take %s for one that it knows', async (_, instId, queue, data) => {
    const id = randomUUID()
    await server.place({ id, instId }, 'APPROVED')
    const job = await send(queue, { submissionId: id, ...data }, { retryLimit: 10_000 })
    await vi.waitFor(async () => expect((await jobOf(job.id)).state).toBe('retry'), { timeout: 20_000 })
    expect(await server.statusOfSubmission(id)).toBe('APPROVED')
    // The content of a file is not discarded at a deadline of another kind.
    expect(
      await server.look(`select has_stored_file, content_discarded_utc from submission where id = '${id}'`),
    ).toEqual({ has_stored_file: true, content_discarded_utc: null })
  })

  it('says that a submission which a later release has led on has to wait, and shows the others', async () => {
    expect(statusById(laterStatus)).toBeUndefined()
    const id = randomUUID()
    await server.place({ id, instId: '0004' }, 'APPROVED')
    await server.asOwner(`update submission set status_id = ${laterStatus} where id = '${id}'`)
    const decided = await server.call('bedel-staff', 'POST', `/submissions/${id}/request-resubmission/`, {
      body: { note: 'The dates are wrong.' },
    })
    expect(decided.status).toBe(503)
    expect(decided.headers.get('retry-after')).toBe('5')
    expect(decided.body).toMatchObject({ detail: expect.stringContaining('is being updated') })
    const listed = await server.call('bedel-staff', 'GET', '/collections/23056/submissions')
    expect(listed.status).toBe(200)
  })
})

it('a migration behind the foundation says in its first line which releases run beside it', async () => {
  const folder = join(import.meta.dirname, '../../server/database/migrations')
  const names = (await readdir(folder)).map(file => file.replace(/\.sql$/, '')).sort()
  const lines = await Promise.all(
    names.map(async name => (await readFile(join(folder, `${name}.sql`), 'utf8')).split('\n')[0] ?? ''),
  )
  const foundation = lines.filter(line => /^-- The foundation, part \d of 8: /.test(line))
  expect(foundation).toEqual(lines.slice(0, 8))
  const oldest = lines
    .slice(foundation.length)
    .map(line => /^-- Runs beside releases from (\w+) on\.$/.exec(line)?.[1] ?? line)
  // Releases begin with the whole foundation.
  const releases = names.slice(foundation.length - 1)
  expect(
    oldest.filter(name => !releases.includes(name) && name !== '-- Runs beside no earlier release.'),
  ).toEqual([])
})
