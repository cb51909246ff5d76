import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOfPackage } from '../../server/delivery/index.ts'
import type { DeliveryFormat } from '../../src/domain/deliveryConfiguration.ts'
import { generateSample } from '../../src/sample/index.ts'
import { type Crew, killing, type Work } from './support/killing.ts'
import { createMortal, Killed } from './support/mortal.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { filesInZip } from './support/zip.ts'

/*
 * Whatever makes an output for somebody is killed at every point at which something of it could be half done, and again at the
 * same point by the next process: in the end there is one result, whole, told and written down once (decisions §13).
 */

let server: ProcessingServer
const ready: { submissionId: string; instId: string }[] = []

beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
  for (const [instId, user] of [
    ['0001', 'ashby-submitter'],
    ['0002', 'brackley-submitter'],
  ] as const) {
    const submissionId = randomUUID()
    const sample = { provider: instId, students: 12, faults: 'none', collection: '23056' } as const
    await server.upload(user, { submissionId, instId, content: Buffer.concat([...generateSample(sample)]) })
    await server.reaches(submissionId, 'QUALITY_PROCESSING_COMPLETE')
    ready.push({ submissionId, instId })
  }
}, 120_000)
afterAll(() => server.stop())

const { crewOf, whole, killEverywhere } = killing(() => server)
const killedEverywhere = (work: Work, tags: string[] = []): void => {
  it('gives one result, whole, wherever its processes are killed', { tags }, () => killEverywhere(work))
}

const audited = async (action: string, subject: string): Promise<number> =>
  (
    await server.look<{ count: number }>(`select count(*)::int as count from audit_line
      where action = '${action}' and subject = '${subject}' and outcome = 'done'`)
  ).count
const liveMessages = async (condition: string): Promise<number> =>
  (
    await server.look<{ count: number }>(
      `select count(*)::int as count from live_message where inst_id = 'bedel' and ${condition}`,
    )
  ).count
/** As if nobody had asked for it yet: it is made once for ever. */
const forgetTask = (submissionId: string): Promise<void> =>
  server.asOwner(`set session_replication_role = replica;
    delete from chart_event where chart = 'pseudonymisationTask' and subject = '${submissionId}';
    delete from pseudonymisation where submission_id = '${submissionId}';
    delete from audit_line where subject = '${submissionId}';
    delete from live_message where payload ->> 'type' = 'DPS_STATUS';
    delete from pgboss.job where name = 'pseudonymisation';
    set session_replication_role = origin`)
const bytesOf = async (key: string): Promise<Buffer> => {
  const pieces: Buffer[] = []
  for await (const piece of await server.storage.open(key)) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

describe('a pseudonymisation', () => {
  const submission = () => ready[0] ?? { submissionId: '', instId: '' }
  killedEverywhere(
    {
      ask: async () => {
        const { submissionId } = submission()
        await forgetTask(submissionId)
        for (const key of await outputs()) await server.storage.remove(key)
        expect((await crewOf(whole()).tasks.request(submissionId, server.actor('bedel-anon'))).ok).toBe(true)
        return submissionId
      },
      run: (crew, submissionId) =>
        crew.pseudonymise.make({ data: { submissionId }, signal: new AbortController().signal }),
      result: async id => {
        const row = await server.look<{ place: string; key: string; size: string }>(
          `select place, object_key as key, size from pseudonymisation where submission_id = '${id}'`,
        )
        expect(row.place).toBe('SUCCEEDED')
        expect(await outputs()).toEqual([row.key])
        const bytes = await bytesOf(row.key)
        expect(bytes.length).toBe(Number(row.size))
        return {
          content: bytes.toString(),
          made: await audited('PSEUDONYMISATION_MADE', id),
          messages: await liveMessages(`payload ->> 'dpsFileStatus' = 'Success'`),
        }
      },
    },
    ['exhaustive'],
  )
  const outputs = async () => {
    const { instId, submissionId } = submission()
    return (await server.storage.list(`${instId}/${submissionId}/`)).filter(key =>
      key.includes('pseudonymised'),
    )
  }
})

describe.each([
  ['a delivery of records', 'TSV', false],
  ['a delivery of a whole collection', 'SECTOR', false],
  ['a pseudonymised delivery of a whole collection', 'SECTOR', true],
] as const)('%s', (_, format, isPseudonymised) => {
  killedEverywhere(
    {
      ask: async () => {
        const configuration = await configured(format, isPseudonymised)
        const id = randomUUID()
        const decided = await crewOf(whole()).deliveries.request(
          configuration,
          id,
          server.actor('bedel-admin'),
        )
        expect(decided.ok).toBe(true)
        return id
      },
      run: (crew, deliveryId) =>
        crew.pack.make({ data: { deliveryId }, signal: new AbortController().signal }),
      result: resultOfDelivery,
    },
    format === 'SECTOR' && !isPseudonymised ? [] : ['exhaustive'],
  )
})

/** An enabled configuration of its own: no partition is there that another delivery has left. */
const configured = async (format: DeliveryFormat, isPseudonymised: boolean): Promise<string> => {
  const id = randomUUID()
  const content = {
    files: [{ file: 'StudentEngagement', columns: ['Student.BIRTHDTE'] }],
    reasons: [],
    standing: 'PROCESSED',
    countries: [],
    levels: [],
    isPseudonymised,
    format,
  }
  const of = {
    name: `Killed ${id}`,
    customerId: '5016',
    collectionReference: '23056',
    schedule: 'ON_REQUEST',
  }
  const made = await server.call('bedel-admin', 'POST', '/delivery-configurations', {
    body: { id, ...of, content },
  })
  expect(made.status).toBe(200)
  await server.call('bedel-admin', 'PATCH', `/delivery-configurations/${id}/state`, {
    body: { state: 'ENABLED' },
  })
  return id
}

async function resultOfDelivery(id: string) {
  const row = await server.look<{ place: string; key: string; size: string; of: string; name: string }>(
    `select place, object_key as key, size, configuration_id as of, name from delivery where id = '${id}'`,
  )
  expect(row.place).toBe('READY')
  expect(await server.storage.list(`5016/${id}/`)).toEqual([row.key])
  const bytes = await bytesOf(row.key)
  expect(bytes.length).toBe(Number(row.size))
  const files = await filesInZip(bytes)
  const folder = await mkdtemp(join(server.dataDir, 'unpacked-'))
  for (const [name, content] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  expect(await faultsOfPackage(folder)).toEqual([])
  const { rows: partitions } = await server.inSystem(tx =>
    sql<{ key: string }>`select object_key as key from delivery_partition
      where configuration_id = ${row.of}::uuid order by 1`.execute(tx),
  )
  expect(await server.storage.list(`5016/${row.of}/`)).toEqual(partitions.map(({ key }) => key))
  const { notices, events } = await server.look<{ notices: number; events: number }>(`select
    (select count(*)::int from notice where detail ->> 'delivery' = '${row.name}') as notices,
    (select count(*)::int from chart_event where chart = 'delivery' and subject = '${id}' and event = 'MADE') as events`)
  return {
    files: [...files.keys()].map(name => name.replace(/_[0-9a-f-]{36}/, '')).sort(),
    partitions: partitions.length,
    made: await audited('DELIVERY_MADE', id),
    messages: await liveMessages(`payload ->> 'deliveryId' = '${id}' and payload ->> 'state' = 'READY'`),
    events,
    notices,
  }
}

describe('outputs for a regulator that are made again', () => {
  killedEverywhere(
    {
      ask: async () => {
        await server.asOwner(
          `delete from job_output; delete from chart_event where chart = 'job'; delete from job`,
        )
        const id = randomUUID()
        const requested = await crewOf(whole()).jobs.requestOutputs(outputsOf(id))
        expect(requested.ok).toBe(true)
        for (const { submissionId } of ready)
          await server.asOwner(`update report set content = jsonb_set(content, '{tabs,0,csv}', '"lost"')
          where submission_id = '${submissionId}' and code = 'IRIS'`)
        return id
      },
      run: (crew, jobId) => crew.output.make({ data: { jobId }, signal: new AbortController().signal }),
      result: async id => {
        const { rows } = await server.inSystem(tx =>
          sql<{ csv: string }>`select content #>> '{tabs,0,csv}' as csv from report
          where code = 'IRIS' and kind = 'additional' order by submission_id`.execute(tx),
        )
        expect(rows.every(({ csv }) => csv.includes('\n'))).toBe(true)
        const counted = await server.look(`select
        (select place from job where id = '${id}') as place,
        (select count(*)::int from job_output where job_id = '${id}' and state = 'DONE') as done,
        (select count(*)::int from chart_event where chart = 'job' and subject = '${id}' and event = 'ROW_SETTLED') as settled,
        (select count(*)::int from chart_event where chart = 'job' and subject = '${id}' and event = 'START') as started`)
        return {
          csv: rows.map(({ csv }) => csv),
          counted,
          requests: await audited('JOB_REQUEST', id),
          messages: await liveMessages(`payload ->> 'jobId' = '${id}' and payload ->> 'state' = 'COMPLETED'`),
        }
      },
    },
    ['exhaustive'],
  )
})

const outputsOf = (id: string) => ({
  id,
  actor: server.actor('bedel-admin'),
  collectionId: 'c23056',
  outputs: ready.map(({ submissionId, instId }) => ({ submissionId, instId, output: '1', statusId: 24 })),
})

describe('a request whose answer nobody hears', () => {
  /** Whoever asks is killed at each point and asks again; a worker then makes what was asked for. */
  const requestedAgain = async (
    request: (crew: Crew, id: string) => Promise<{ ok: boolean }>,
    after: (id: string) => Promise<void>,
  ): Promise<void> => {
    const points = ['before a transaction', 'before a commit', 'after a commit']
    for (const [at, point] of points.entries()) {
      const id = randomUUID()
      const mortal = createMortal(whole(), at + 1)
      await expect(request(crewOf(mortal, server.processing.queue), id)).rejects.toBeInstanceOf(Killed)
      expect(mortal.points).toEqual(points.slice(0, at + 1))
      await request(crewOf(whole(), server.processing.queue), id)
      await after(id)
      expect(point).toBe(points[at])
    }
  }

  it('is one delivery, with one job', () =>
    requestedAgain(
      async ({ deliveries }, id) =>
        deliveries.request(await configured('SECTOR', false), id, server.actor('bedel-admin')),
      async id => {
        await expect.poll(() => audited('DELIVERY_MADE', id)).toBe(1)
        expect(await resultOfDelivery(id)).toMatchObject({ made: 1, messages: 1, events: 1, notices: 1 })
        expect(await audited('DELIVERY_REQUEST', id)).toBe(1)
      },
    ))

  it('is one job of outputs', () =>
    requestedAgain(
      async ({ jobs }, id) => jobs.requestOutputs(outputsOf(id)),
      async id => {
        const done = () =>
          server.look(`select (select place from job where id = '${id}') as place, (select count(*)::int from chart_event
            where chart = 'job' and subject = '${id}' and event = 'ROW_SETTLED') as settled`)
        await expect.poll(done).toEqual({ place: 'COMPLETED', settled: ready.length })
        expect(await audited('JOB_REQUEST', id)).toBe(1)
      },
    ))

  it('is one pseudonymisation', async () => {
    const { submissionId } = ready[1] ?? { submissionId: '' }
    await requestedAgain(
      ({ tasks }) => tasks.request(submissionId, server.actor('bedel-anon')),
      async () => {
        await expect.poll(() => audited('PSEUDONYMISATION_MADE', submissionId)).toBe(1)
        expect(await audited('PSEUDONYMISATION_REQUEST', submissionId)).toBe(1)
        await forgetTask(submissionId)
      },
    )
  })
})
