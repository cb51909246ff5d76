import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import pino from 'pino'
import { expect, it, vi } from 'vitest'
import {
  connect,
  type Database,
  migrate,
  startEmbeddedDatabase,
  withScope,
} from '../../server/database/index.ts'
import { createDisk } from '../../server/disk.ts'
import { fromColumn, inEnglish } from '../../server/messages.ts'
import { composeProcessing } from '../../server/processing.ts'
import { createStorage } from '../../server/storage/index.ts'
import { type StatusName, statusOf } from '../../src/domain/status.ts'
import { generateSample } from '../../src/sample/index.ts'
import { seedRows } from './support/seededRows.ts'

const folder = join(import.meta.dirname, '../../server/database/migrations')
const lastOfReleaseBefore = '0004_known_engagements'
const clock = { now: () => new Date() }
const log = pino({ level: 'silent' })

/** The database as the release before this one had it. */
const migrateToReleaseBefore = async (db: Kysely<Database>): Promise<void> => {
  const names = readdirSync(folder).map(name => name.replace(/\.sql$/, ''))
  const migrations = Object.fromEntries(
    names.map(name => [
      name,
      {
        up: async (tx: Kysely<unknown>) => {
          await sql.raw(readFileSync(join(folder, `${name}.sql`), 'utf8')).execute(tx)
        },
      },
    ]),
  )
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateTo(lastOfReleaseBefore)
  if (error) throw error
  await sql`create schema pgboss authorization bedel_app`.execute(db)
}

/** A job of the queue of the release before, in the hands of a worker that is gone. */
const leaveJob = async (connectionString: string, job: object): Promise<void> => {
  const boss = new PgBoss({ connectionString, createSchema: false, supervise: false, schedule: false })
  await boss.start()
  await boss.createQueue('step', { retryLimit: 50, heartbeatSeconds: 10, expireInSeconds: 23 * 3600 })
  await boss.send('step', job)
  await boss.fetch('step')
  await boss.stop({ graceful: false })
}

it('finishes what the release before has left: effects, jobs and deadlines', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bedel-upgrade-'))
  const database = await startEmbeddedDatabase(dataDir, log)
  const owner = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.ownerUrl, max: 2 }) }),
  })
  await migrateToReleaseBefore(owner)
  await seedRows(owner)
  const disk = createDisk({ dataDir, databaseFolder: () => undefined, reserveBytes: () => 0 })
  const storage = await createStorage({
    config: { dataDir },
    secret: new Uint8Array(32).fill(7),
    clock,
    disk,
    hasStored: async () => false,
  })

  const place = async (instId: string, status: StatusName, isStored: boolean): Promise<string> => {
    const id = randomUUID()
    const key = `${instId}/${id}/file.xml`
    const content = generateSample({ provider: instId, students: 5, faults: 'none', collection: '23056' })
    const stored = isStored ? await storage.put(key, Readable.from(content)) : undefined
    await sql`insert into submission (id, collection_id, inst_id, mode, status_id, is_latest, file_name, file_size,
        file_hash, object_key, has_stored_file, created_utc, uploaded_by, upload_expires_utc)
      values (${id}::uuid, 'c23056', ${instId}, 'live', ${statusOf(status).id}, true, 'file.xml', ${stored?.size ?? null},
        ${stored?.sha256 ?? null}, ${key}, ${isStored}, now(), 'Test', now())`.execute(owner)
    return id
  }
  const promise = (id: string, instId: string, effect: { type: string }) =>
    sql`insert into outbox (kind, submission_id, inst_id, payload, created_utc)
      values (${effect.type}, ${id}::uuid, ${instId}, ${JSON.stringify(effect)}::jsonb, '2024-11-01T00:00:02Z')`.execute(
      owner,
    )

  const person = (userId: string, name: string, organisationId: string) =>
    JSON.stringify({ kind: 'user', userId, name, organisationId })
  const record = (id: string, instId: string, sequence: number, event: string, actor: string) =>
    sql`insert into submission_event (submission_id, inst_id, sequence, event, from_status_id, to_status_id, actor, payload,
        facts, occurred_utc)
      values (${id}::uuid, ${instId}, ${sequence}, ${event}, 0, 1, ${actor}::jsonb, '{}', '{}',
        timestamptz '2024-11-01T00:00:00Z' + ${sequence} * interval '1 second')`
      .execute(owner)
      .then(() => sql`update submission set version = ${sequence} where id = ${id}::uuid`.execute(owner))

  const promised = await place('0001', 'UPLOADED', true)
  await record(promised, '0001', 1, 'UPLOAD_REQUESTED', person('ashby-submitter', 'Test', '0001'))
  await record(promised, '0001', 2, 'FILE_STORED', JSON.stringify({ kind: 'system' }))
  await promise(promised, '0001', { type: 'enqueueStep', step: 'PROVISIONING' } as { type: string })
  const inHand = await place('0002', 'PROVISIONING', true)
  await leaveJob(database.url, { submissionId: inHand, instId: '0002', step: 'PROVISIONING' })
  const late = await place('0003', 'UPLOADING', false)
  await sql`insert into timer (kind, submission_id, due_utc) values ('UPLOAD_EXPIRED', ${late}::uuid, now())`.execute(
    owner,
  )
  // A copy of the provider's file that somebody of the agency has submitted.
  const submitted = await place('0004', 'AGENCY_APPROVAL', true)
  await sql`update submission set copied_from = ${promised}::uuid, is_latest = false where id = ${submitted}::uuid`.execute(
    owner,
  )
  await record(submitted, '0004', 1, 'SUBMIT', person('bedel-admin', 'Ruth Calloway', 'bedel'))
  /** Lines of the log: a decision, what the store reported, a download by a known and by an unknown name. */
  const logged = (sequence: number, typeId: number, username: string) =>
    sql`insert into activity_log (collection_id, inst_id, submission_id, type_id, created_utc, username)
      values ('c23056', '0001', ${promised}::uuid, ${typeId},
        timestamptz '2024-11-01T00:00:00Z' + ${sequence} * interval '1 second', ${username})`.execute(owner)
  await logged(1, 1, 'Test')
  await logged(2, 2, 'Test')
  await logged(90, 14, 'Ruth Calloway')
  await logged(91, 14, 'Nobody known')
  const cancelled = await place('0004', 'UPLOAD_ERROR', true)
  await promise(cancelled, '0004', { type: 'discardFile' })
  // The words of an XML fault quoted the file, for everybody who saw the submission.
  const quoting = {
    scope: 'server',
    code: 'schemaErrors.ofFile',
    params: { total: 2, line: 812, error: 'The entity "&c95;" is not declared.' },
  }
  await sql`update submission set failure_reason = ${JSON.stringify(quoting)} where id = ${submitted}::uuid`.execute(
    owner,
  )
  // The line of the first schema error was told to them as well, also where it is the line of a withheld field.
  const placing = { scope: 'server', code: 'schemaErrors.first', params: { total: 3, line: 49 } }
  await sql`update submission set failure_reason = ${JSON.stringify(placing)} where id = ${cancelled}::uuid`.execute(
    owner,
  )
  await owner.destroy()

  await migrate(database.ownerUrl, 'bedel_app')
  const { db } = await connect(database.url, 8)
  const processing = composeProcessing({
    config: {
      dataDir,
      keysDir: join(dataDir, 'keys'),
      auditCheckpointsDir: undefined,
      issueTracker: undefined,
      webhooksPrivate: false,
      publicUrl: undefined,
      mail: undefined,
      demo: false,
      analysisCacheBytes: 64 * 1024 * 1024,
      worker: { concurrency: 1, memoryMb: 256, threads: 2 },
    },
    db,
    connectionString: database.url,
    clock,
    log,
    storage,
    disk,
    metrics: { jobTaken: () => undefined, stageDone: () => undefined, jobFailed: () => undefined },
  })
  await processing.start({ server: true, worker: true })
  const { rows: effects } = await withScope(db, { scope: 'all' }, tx =>
    sql<{ effect: object }>`select jsonb_array_elements(effects) - 'key' as effect from submission_event
      where submission_id = ${promised}::uuid and event = 'FILE_STORED'`.execute(tx),
  )
  expect(effects).toEqual([{ effect: { type: 'enqueueStage', stage: 'PROVISIONING' } }])
  // Who approves next is asked whether they uploaded or submitted, also of what was under way.
  expect((await processing.lifecycle.factsOf(submitted))?.facts).toMatchObject({
    uploaderId: 'ashby-submitter',
    submitterId: 'bedel-admin',
  })
  const { rows: reasons } = await withScope(db, { scope: 'all' }, tx =>
    sql<{
      reason: string
    }>`select failure_reason as reason from submission where id in (${submitted}::uuid, ${cancelled}::uuid)
      order by failure_reason`.execute(tx),
  )
  expect(reasons.map(({ reason }) => inEnglish(fromColumn(reason)))).toEqual([
    '3 schema errors.',
    '2 schema errors; the first, in line 812: The file is not well-formed XML.',
  ])
  // Whose organisation acted is found for what was logged before, where anything tells it.
  const { rows: lines } = await withScope(db, { scope: 'all' }, tx =>
    sql<{ organisation_id: string | null }>`select organisation_id from activity_log
      where submission_id = ${promised}::uuid and created_utc < '2024-11-02' order by created_utc`.execute(
      tx,
    ),
  )
  expect(lines.map(line => line.organisation_id)).toEqual(['0001', '0001', 'bedel', null])
  const statusIs = (id: string, status: StatusName) =>
    vi.waitFor(async () => expect((await processing.lifecycle.factsOf(id))?.submission.status).toBe(status), {
      timeout: 60_000,
      interval: 50,
    })
  await statusIs(promised, 'QUALITY_PROCESSING_COMPLETE')
  await statusIs(inHand, 'QUALITY_PROCESSING_COMPLETE')
  await statusIs(late, 'UPLOAD_ERROR')
  await vi.waitFor(async () => expect(await storage.stat(`0004/${cancelled}/file.xml`)).toBeUndefined(), {
    timeout: 60_000,
  })
  const left = await withScope(db, { scope: 'all' }, async tx => {
    const { rows } = await sql<{ count: number }>`select (select count(*) from handover)::int
      + (select count(*) from pgboss.job where name = 'step')::int as count`.execute(tx)
    return rows[0]?.count
  })
  expect(left).toBe(0)
  await processing.stop()
  await db.destroy()
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
})
