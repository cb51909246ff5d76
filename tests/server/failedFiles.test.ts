import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createEngagementKeys } from '../../server/analysis/index.ts'
import { storeKnown } from '../../server/pipeline/knownEngagements.ts'
import { countOfErrors, placeText } from '../../src/domain/schemaFailure.ts'
import { statusOf } from '../../src/domain/status.ts'
import type { FactsWire } from '../../src/domain/wire/facts.ts'
import type { RecordPlace, SchemaFailureGroup } from '../../src/domain/wire/quality.ts'
import type { LifecycleEvent } from '../../src/machines/submission-lifecycle/index.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { analysisOf, sampleFile, submissionOf } from './support/sampleFile.ts'
import { type SignedPost, sendForm } from './support/sendForm.ts'

describe('a file that fails in the pipeline', () => {
  let server: ProcessingServer
  beforeAll(async () => {
    server = await startProcessingServer({ worker: true })
  })
  afterAll(() => server.stop())

  it('tells a submitter of faults against the schema, in JSON and whole as CSV', async () => {
    const id = randomUUID()
    await server.upload('ashby-submitter', {
      submissionId: id,
      instId: '0001',
      content: sampleFile({ faults: 'schema' }),
    })
    await server.reaches(id, 'SCHEMA_CHECK_FAILED')
    const found = await server.call<{
      schemaChecks: { LineNumber: number; Error: string; Details: RecordPlace }[]
      groups: SchemaFailureGroup[]
      pagingMetadata: { totalResultsCount: number }
    }>('ashby-submitter', 'GET', `/submissions/${id}/schemachecks?limit=101`)
    expect(found.body.schemaChecks.length).toBe(found.body.pagingMetadata.totalResultsCount)
    expect(found.body.schemaChecks.every(({ LineNumber }) => LineNumber > 0)).toBe(true)
    const { groups } = found.body
    expect(countOfErrors(groups)).toBe(found.body.pagingMetadata.totalResultsCount)
    expect(groups.map(({ count }) => count)).toEqual(
      groups.map(({ count }) => count).toSorted((a, b) => b - a),
    )
    for (const { code, places, example } of groups) {
      expect(example).toMatchObject({ Code: code, LineNumber: places[0]?.line })
      expect(found.body.schemaChecks).toContainEqual(example)
    }
    const inside = found.body.schemaChecks.find(({ Details }) => Details.parent !== null)
    expect(inside?.Details).toMatchObject({ name: 'Engagement', parent: { name: 'Student', parent: null } })
    expect(inside && placeText(inside.Details)).toMatch(/^Student\[SID=\d+\]\/Engagement\[NUMHUS=.+\]$/)
    const csv = await server.call<string>('ashby-submitter', 'GET', `/submissions/${id}/schemachecks`, {
      accept: 'text/csv',
    })
    expect(csv.body.trimEnd().split('\r\n')).toHaveLength(found.body.schemaChecks.length + 1)
  })

  it.each([
    ['not well-formed', { faults: 'malformed' as const }, 'SCHEMA_CHECK_FAILED' as const],
    ["another provider's", { faults: 'ukprn' as const }, 'RIGHT_TO_PROCESS_FAILED' as const],
  ])('refuses a file that is %s, with that one error', async (_, options, end) => {
    const id = randomUUID()
    await server.upload('ashby-submitter', { submissionId: id, instId: '0001', content: sampleFile(options) })
    await server.reaches(id, end)
    const found = await server.call<{ schemaChecks: { Error: string }[] }>(
      'ashby-submitter',
      'GET',
      `/submissions/${id}/schemachecks`,
    )
    expect(found.body.schemaChecks).toHaveLength(1)
    expect((await submissionOf(server, 'ashby-submitter', id)).failureReason).toMatch(
      end === 'RIGHT_TO_PROCESS_FAILED'
        ? (found.body.schemaChecks[0]?.Error ?? '')
        : /^1 schema error, on line [\d,]+: [A-Z]/,
    )
    expect(await analysisOf(server, id)).toEqual([])
  })

  it('refuses a file of whose engagements a twentieth are known of another provider only, and keeps nothing of it', async () => {
    const content = sampleFile({ students: 40 })
    const keys = createEngagementKeys()
    let student = ''
    for (const [, name, value = ''] of content.toString().matchAll(/<(SID|NUMHUS)>([^<]*)/g)) {
      if (name === 'SID') student = value
      else keys.add(student, value)
    }
    const all = keys.keys()
    const some = all.subarray(0, Math.ceil(all.length / 20))
    await server.inSystem(tx => storeKnown(tx, '0003', some))

    const refused = randomUUID()
    await server.upload('ashby-submitter', { submissionId: refused, instId: '0001', content })
    await server.reaches(refused, 'RIGHT_TO_PROCESS_FAILED')
    expect((await submissionOf(server, 'ashby-submitter', refused)).failureReason).toBe(
      `Engagement: found ${some.length} of ${all.length} are known only from other providers, expected less than 5%.`,
    )
    expect(await analysisOf(server, refused)).toEqual([])

    // Known of this provider too: its own students, who were elsewhere as well.
    await server.inSystem(tx => storeKnown(tx, '0001', some))
    const accepted = randomUUID()
    await server.upload('ashby-submitter', { submissionId: accepted, instId: '0001', content })
    await server.reaches(accepted, 'QUALITY_PROCESSING_COMPLETE')
  })

  it.each([
    ['live', '/files/uploadRequest', 'ashby-submitter'],
    ['for online validation', '/files/ovt/uploadRequest', 'ashby-ovt'],
  ])(
    'checks a file sent %s whose collection closes before it has arrived (decisions §10)',
    async (_, request, user) => {
      const id = randomUUID()
      const content = sampleFile({ students: 5 })
      const { body: post } = await server.call<SignedPost>(user, 'POST', request, {
        body: {
          submissionUuid: id,
          fileName: 'file.xml',
          collectionId: 'c23056',
          instId: '0001',
          fileSize: content.length,
        },
      })
      await server.setCollection('Closed')
      try {
        expect((await sendForm(server.origin, post, content)).status).toBe(204)
        const ends = ['QUALITY_PROCESSING_COMPLETE', 'RIGHT_TO_PROCESS_FAILED'] as const
        expect(await server.reaches(id, ...ends)).toBe('QUALITY_PROCESSING_COMPLETE')
      } finally {
        await server.setCollection('Open')
      }
    },
  )

  it('checks a file for online validation whatever the provider has submitted, also a nil return', async () => {
    const nilReturn = await server.call<{ uuid: string }>(
      'bedel-staff',
      'POST',
      '/submissions/create-nil-submission',
      { body: { collectionId: 'c23056', instId: '0002' } },
    )
    const submissionId = randomUUID()
    const content = sampleFile({ provider: '0002', students: 5 })
    expect(
      await server.upload('brackley-software', { submissionId, instId: '0002', content, isOvt: true }),
    ).toBe(204)
    const ends = ['QUALITY_PROCESSING_COMPLETE', 'RIGHT_TO_PROCESS_FAILED'] as const
    expect(await server.reaches(submissionId, ...ends)).toBe('QUALITY_PROCESSING_COMPLETE')
    await server.call('bedel-staff', 'POST', `/submissions/${nilReturn.body.uuid}/withdraw-nil-return`)
  })

  it('removes the content of a file without right to process after 24 hours', async () => {
    const id = randomUUID()
    await server.upload('ashby-submitter', {
      submissionId: id,
      instId: '0001',
      content: sampleFile({ faults: 'ukprn', students: 5 }),
    })
    await server.reaches(id, 'RIGHT_TO_PROCESS_FAILED')
    server.clock.forward(23 * 3_600_000)
    await server.processing.deadlines.tick()
    expect(await server.storage.stat(`0001/${id}/file.xml`)).toBeDefined()
    server.clock.forward(3_600_000 + 1000)
    await server.processing.deadlines.tick()
    expect(await server.storage.stat(`0001/${id}/file.xml`)).toBeUndefined()
    const gone = await server.call('ashby-submitter', 'POST', '/files/downloadRequest', {
      body: { key: `0001/${id}/file.xml` },
    })
    expect(gone.status).toBe(410)
    // A page that shows the submission hears that it cannot be processed again.
    const { facts, version } = await server.look<{ facts: FactsWire; version: number }>(
      `select payload->'facts' as facts, (payload->>'version')::int as version from live_message
        where payload->>'submissionId' = '${id}' and inst_id = '0001' order by sequence desc limit 1`,
    )
    const now = await server.lifecycle.factsOf(id)
    expect([facts.hasStoredFile, version]).toEqual([false, now?.submission.version])
    const again: LifecycleEvent = { type: 'REPROCESSED', actor: server.actor('bedel-analyst') }
    expect(await server.lifecycle.decide(id, again)).toMatchObject({ ok: false, problem: { status: 409 } })
  })

  it('keeps the content for a copy that is decided while it is about to be removed', async () => {
    const id = randomUUID()
    const key = `0004/${id}/file.xml`
    await server.place({ id, instId: '0004' }, 'RIGHT_TO_PROCESS_FAILED')
    await server.storage.put(key, Readable.from(['content']))
    const event: LifecycleEvent = { type: 'REPROCESSED', actor: server.actor('bedel-analyst') }
    const isStored = async () => (await server.lifecycle.factsOf(id))?.submission.hasStoredFile
    await server.inSystem(async tx => {
      expect(await server.lifecycle.decideWithin(tx, id, event)).toMatchObject({ ok: true })
      await server.inSystem(other =>
        server.processing.queue.armDeadline(other, 'DISCARD_CONTENT', id, server.clock.now()),
      )
      const isAwaited = () =>
        server.look<{ waits: boolean }>('select exists (select 1 from pg_locks where not granted) as waits')
      await vi.waitUntil(async () => (await isAwaited()).waits, { timeout: 60_000 })
    })
    await vi.waitUntil(async () => (await isStored()) === false, { timeout: 60_000 })
    expect(await server.storage.stat(key)).toBeDefined()
  })

  /** Stores a file whose bytes are not those that had arrived: their hash is of others. */
  const storeAltered = async (
    content: Uint8Array,
    arrived = { fileSize: content.length, fileHash: 'f'.repeat(64) },
  ): Promise<string> => {
    const id = randomUUID()
    const key = `0002/${id}/file.xml`
    await server.lifecycle.requestUpload({
      submissionId: id,
      collectionId: 'c23056',
      instId: '0002',
      mode: 'live',
      fileName: 'file.xml',
      objectKey: key,
      expires: new Date(server.clock.now().getTime() + 60_000),
      actor: server.actor('brackley-submitter'),
    })
    await server.storage.put(key, Readable.from([content]))
    await server.lifecycle.decide(
      id,
      { type: 'FILE_STORED', actor: { kind: 'system' } },
      { change: { ...arrived, uploaded: server.clock.now() } },
    )
    return id
  }

  it('finds a file that was altered in the store before it is processed, and keeps nothing of it', async () => {
    const id = await storeAltered(sampleFile({ provider: '0002', students: 5 }))
    await server.reaches(id, 'SCHEMA_CHECK_ERROR')
    const body = await submissionOf(server, 'bedel-staff', id)
    expect(body.failureReason).toContain('has changed')
    // Of the system's own fault the agency alone is told; others read who acts next.
    for (const user of ['brackley-submitter', 'ohe-analyst'])
      expect([user, (await submissionOf(server, user, id)).failureReason]).toEqual([user, null])
    expect(body.errorFileExists).toBe(true)
    expect(await analysisOf(server, id)).toEqual([])
    const log = await server.call<{ url: string }>(
      'bedel-admin',
      'POST',
      '/files/download-graceful-failures',
      {
        body: { submissionUuid: id },
      },
    )
    expect(await (await fetch(new URL(log.body.url, server.origin))).text()).toContain('has changed')
    const { rows } = await server.inSystem(tx =>
      sql`select action from audit_line where subject = ${id} and action = 'SCHEMA_CHECK_ERRORED'`.execute(
        tx,
      ),
    )
    expect(rows).toHaveLength(1)
  })

  it('blames the store, not the provider, where what was altered is no XML any more', async () => {
    const id = await storeAltered(Buffer.concat([Buffer.from('<a><b></a>'), Buffer.alloc(3 << 20, ' ')]))
    await server.reaches(id, 'SCHEMA_CHECK_ERROR', 'SCHEMA_CHECK_FAILED')
    expect((await submissionOf(server, 'bedel-staff', id)).failureReason).toContain('has changed')
  })

  it('finds a file that is shorter than it was when it arrived', async () => {
    const id = await storeAltered(Buffer.from('<a/>'), { fileSize: 10, fileHash: 'f'.repeat(64) })
    await server.reaches(id, 'PROVISIONING_ERROR')
    expect((await submissionOf(server, 'bedel-staff', id)).failureReason).toBe(
      'The stored file has changed: it has 4 bytes, but 10 were recorded.',
    )
  })

  it('has a history that failed made again by the agency, once, and the sign-off stands', async () => {
    const id = randomUUID()
    const content = sampleFile({ students: 5 })
    await server.upload('ashby-submitter', { submissionId: id, instId: '0001', content })
    await server.reaches(id, 'QUALITY_PROCESSING_COMPLETE')
    // As a worker leaves it whose tries are used up.
    await server.inSystem(async tx => {
      await sql`update submission set status_id = ${statusOf('HISTORY_DATA_ERROR').id} where id = ${id}::uuid`.execute(
        tx,
      )
      await sql`insert into stage_lease (submission_id, stage, fencing_token, worker, taken_utc)
        values (${id}::uuid, 'HISTORY', 4, 'dead', now())`.execute(tx)
      await sql`insert into stage_result (submission_id, stage, fencing_token, outcome, detail, completed_utc)
        values (${id}::uuid, 'HISTORY', 4, 'ERRORED', '{}', now())`.execute(tx)
    })
    const make = (user: string) => server.call(user, 'POST', `/submissions/${id}/make-history`)
    expect((await make('ashby-signoff')).status).toBe(403)
    expect((await make('bedel-staff')).status).toBe(403)
    const answers = await Promise.all([make('bedel-analyst'), make('bedel-admin')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await server.reaches(id, 'HISTORY_DATA_PASSED')
    const events = await server.look<{ events: string[] }>(
      `select array_agg(event order by sequence) as events from submission_event
        where submission_id = '${id}' and event like 'HISTORY%'`,
    )
    expect(events.events).toEqual(['HISTORY_REQUESTED', 'HISTORY_STARTED', 'HISTORY_PASSED'])
    const other = answers[0].status === 200 ? 'bedel-admin' : 'bedel-analyst'
    expect((await make(other)).status).toBe(409)
  })
})
