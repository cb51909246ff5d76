import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { collectionStateOf } from '../../src/domain/collection.ts'
import type { StatusName } from '../../src/domain/status.ts'
import { uploadBody } from './support/gestures.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/* What becomes of the files of a collection in Validation that is deleted. */

const reference = '26056'
let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer({ environment: { KEEP_SUPERSEDED_DAYS: '30' } })
  const made = await server.call('bedel-admin', 'POST', '/collections', {
    body: {
      reference,
      name: 'Student 2026/27',
      streamId: '056',
      referencePeriodStart: '2026-08-01',
      referencePeriodEnd: '2027-07-31',
    },
  })
  expect(made.status).toBe(200)
  await server.inSystem(async tx => {
    const { rows } = await sql<{ id: number }>`
      insert into specification (version, state_id, schema_version, ruleset_version, created_by, updated_by)
      values ('26056_8.0.0', 4, '23056_1.0.0', '23056_1.0.0', 'test', 'test') returning id`.execute(tx)
    await sql`update collection set state_id = ${collectionStateOf('Validation').id}, specification_id = ${rows[0]?.id}
      where reference = ${reference}`.execute(tx)
  })
})
afterAll(() => server.stop())

describe('the files of online validation of a deleted collection (decisions §10)', () => {
  /** A file of online validation at this status, with everything that was made of it. */
  const placeFile = async (status: StatusName): Promise<string> => {
    const id = randomUUID()
    const key = (name: string) => `0001/${id}/${name}`
    const names = [
      'file.xml',
      'records.SCHEMA_CHECK.1.pack',
      'records.SCHEMA_CHECK.1.json',
      'rule-failures.zip',
      'error-log.ENRICHMENT.1.fault.txt',
      'failing-records.all.ordinary.xlsx',
    ]
    for (const name of names) await server.storage.put(key(name), Readable.from(['content']))
    await server.inSystem(tx => sql`update submission set is_latest = false`.execute(tx))
    await server.place({ id, instId: '0001', collectionId: `c${reference}`, mode: 'ovt' }, status)
    await server.inSystem(async tx => {
      await sql`insert into artefact (submission_id, part, key, sha256, bytes)
        values (${id}::uuid, 'records', ${key('records.SCHEMA_CHECK.1.json')}, ${'0'.repeat(64)}, 7)`.execute(
        tx,
      )
      await sql`insert into workbook (submission_id, inst_id, field, is_whole, regulator, requested_utc)
        values (${id}::uuid, '0001', '', false, '', now())`.execute(tx)
      await sql`update submission set failures_file_key = ${key('rule-failures.zip')},
        error_file_key = ${key('error-log.ENRICHMENT.1.fault.txt')} where id = ${id}::uuid`.execute(tx)
    })
    return id
  }
  const isDiscarded = async (id: string) => {
    const row = await server.look<Record<string, boolean>>(
      `select has_stored_file as "hasFile", content_discarded_utc is not null as "isDiscarded",
        failures_file_key is not null as "hasFailures", error_file_key is not null as "hasLog",
        exists (select 1 from artefact where submission_id = s.id) as "hasParts",
        exists (select 1 from workbook where submission_id = s.id) as "hasWorkbook"
        from submission s where id = '${id}'`,
    )
    return { ...row, objects: await server.storage.list(`0001/${id}/`) }
  }
  const discarded = {
    hasFile: false,
    isDiscarded: true,
    hasFailures: false,
    hasLog: false,
    hasParts: false,
    hasWorkbook: false,
    objects: [],
  }

  it('are discarded with all that was made of them, and an upload under way ends', async () => {
    const processed = await placeFile('QUALITY_PROCESSING_COMPLETE')
    const underWay = await placeFile('SCHEMA_CHECK')
    await server.inSystem(tx =>
      server.processing.queue.enqueueStage(
        tx,
        { submissionId: underWay, instId: '0001', mode: 'live', stage: 'SCHEMA_CHECK' },
        `test/${underWay}`,
      ),
    )
    const uploading = randomUUID()
    const requested = await server.call('ashby-ovt', 'POST', '/files/ovt/uploadRequest', {
      body: { ...uploadBody(uploading), collectionId: `c${reference}` },
    })
    expect(requested.status).toBe(200)
    const deleted = { stateId: collectionStateOf('Deleted').id }
    expect(
      (await server.call('bedel-admin', 'PUT', `/collections/${reference}/state`, { body: deleted })).status,
    ).toBe(200)
    await server.reaches(uploading, 'UPLOAD_ERROR')
    for (const id of [processed, underWay])
      await vi.waitUntil(async () => (await isDiscarded(id)).objects.length === 0, { timeout: 60_000 })
    expect(await isDiscarded(processed)).toEqual(discarded)
    expect(await isDiscarded(underWay)).toEqual(discarded)
    const jobs = await server.look<{ count: number }>(
      `select count(*)::int as count from pgboss.job where name = 'stage' and data->>'submissionId' = '${underWay}'
        and state in ('created', 'retry', 'active')`,
    )
    expect(jobs.count).toBe(0)
    const { body } = await server.call<{ failureReason: string }>(
      'ashby-ovt',
      'GET',
      `/submissions/ovt/${uploading}`,
    )
    expect(body.failureReason).toBe('The collection was deleted before the file arrived.')
  })

  it('are discarded by the sweep where they came while it was being deleted', async () => {
    const late = await placeFile('QUALITY_PROCESSING_COMPLETE')
    await server.processing.sweep()
    await vi.waitUntil(async () => (await isDiscarded(late)).objects.length === 0, { timeout: 60_000 })
    expect(await isDiscarded(late)).toEqual(discarded)
  })
})

describe('the file of a superseded upload (decisions §20)', () => {
  const days = (count: number) => count * 86_400_000

  /** Uploads of a provider, each ten days after the one before; the last one is the latest. */
  const placeUploads = async (collectionId: string, statuses: readonly StatusName[]): Promise<string[]> => {
    const ids: string[] = []
    for (const status of statuses) {
      const id = randomUUID()
      ids.push(id)
      await server.storage.put(`0001/${id}/file.xml`, Readable.from(['content']))
      await server.inSystem(tx => sql`update submission set is_latest = false`.execute(tx))
      await server.place({ id, instId: '0001', collectionId }, status)
      await server.inSystem(tx =>
        sql`update submission set uploaded_utc = ${server.clock.now()} where id = ${id}::uuid`.execute(tx),
      )
      server.clock.forward(days(10))
    }
    return ids
  }
  const kept = async (ids: readonly string[]): Promise<boolean[]> => {
    await server.processing.sweep()
    return Promise.all(ids.map(async id => (await server.storage.list(`0001/${id}/`)).length > 0))
  }

  it('goes after the days that are set, but for the last two uploads and for what was signed off', async () => {
    const ids = await placeUploads('c23056', [
      'HISTORY_DATA_PASSED',
      'QUALITY_PROCESSING_COMPLETE',
      'QUALITY_PROCESSING_COMPLETE',
      'QUALITY_PROCESSING_COMPLETE',
    ])
    expect(await kept(ids)).toEqual([true, true, true, true])
    // The second upload has had two later ones for 30 days.
    server.clock.forward(days(20))
    await expect.poll(() => kept(ids), { timeout: 60_000 }).toEqual([true, false, true, true])
    const { body } = await server.call<{ contentRemoved?: string; status: { name: string } }>(
      'ashby-submitter',
      'GET',
      `/submissions/${ids[1]}`,
    )
    expect(body.contentRemoved).toBeDefined()
    expect(body.status.name).toBe('Quality processing complete')
    server.clock.forward(days(365))
    expect(await kept(ids)).toEqual([true, false, true, true])
  })
})
