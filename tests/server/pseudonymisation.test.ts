import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compileSchema, createChecker } from 'bedel-record'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '../../server/identity/demonstration.ts'
import {
  createPseudonymisationMaker,
  createPseudonymisationTasks,
  openPseudonymKeys,
} from '../../server/pseudonymisation/index.ts'
import type { ObjectStore } from '../../server/storage/index.ts'
import { statuses } from '../../src/domain/status.ts'
import type { DpsProvider, DpsSubmission } from '../../src/domain/wire/pseudonymisation.ts'
import { generateSample } from '../../src/sample/index.ts'
import { replayed } from './support/conforms.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/*
 * Data Pseudonymisation by the calls (specification 1 §2, §4, §7; decisions §13; fault 38): who may, one task for a double
 * click, an output that is whole or not there, one that has failed stays so until an administrator resets it.
 */

let server: ProcessingServer
/** Whether no pseudonymised file can be written, though the store is there. */
let isBroken = false
const [ready, superseded] = [randomUUID(), randomUUID()]
const content = Buffer.concat([
  ...generateSample({ provider: '0001', students: 60, faults: 'none', collection: '23056' }),
])

beforeAll(async () => {
  server = await startProcessingServer({
    worker: true,
    store: (folder): ObjectStore => ({
      ...folder,
      put: (key, bytes, hash) =>
        isBroken && key.includes('pseudonymised')
          ? Promise.reject(new Error('the output cannot be written'))
          : folder.put(key, bytes, hash),
    }),
  })
  for (const submissionId of [superseded, ready]) {
    await server.upload('ashby-submitter', { submissionId, instId: '0001', content })
    await server.reaches(submissionId, 'QUALITY_PROCESSING_COMPLETE')
    server.clock.forward(60_000)
  }
}, 120_000)
afterAll(() => server.stop())

const list = async (query = '') => {
  const { status, body } = await server.call<{
    results: DpsProvider[]
    metadata: { resultsCount: number }
  }>('bedel-anon', 'GET', `/submissions/get-dps-submissions${query}`)
  expect(status).toBe(200)
  return body
}
const taskOf = async (uuid: string): Promise<DpsSubmission | undefined> =>
  (await list()).results.flatMap(({ submissions }) => submissions).find(one => one.uuid === uuid)
const statusOf = async (uuid: string) => (await taskOf(uuid))?.dpsFileStatus
const send = (user: string, action: 'run' | 'reset', uuid: string) =>
  server.call<{ detail?: string }>(user, 'POST', `/submissions/${action}-dps-task/${uuid}`)
const settled = (uuid: string, status: string) =>
  expect.poll(() => statusOf(uuid), { timeout: 30_000 }).toBe(status)
const fileOf = async (uuid: string): Promise<Buffer> => {
  const { status, body } = await server.call<{ url: string }>(
    'bedel-anon',
    'GET',
    `/files/dps/url/xml/${uuid}`,
  )
  expect(status).toBe(200)
  return Buffer.from(await (await fetch(new URL(body.url, server.origin))).arrayBuffer())
}
const objectsOf = async (uuid: string) =>
  (await server.storage.list(`0001/${uuid}/`)).filter(key => key.includes('pseudonymised'))
const audited = async (action: string): Promise<{ actor_id: string; outcome: string }[]> =>
  server.inSystem(async tx => {
    const { rows } = await sql<{ actor_id: string; outcome: string }>`
      select actor_id, outcome from audit_line where action = ${action} order by id`.execute(tx)
    return rows
  })

describe('who may', () => {
  it('is the role Pseudonymised data user alone; administrators see the tasks and reset them', async () => {
    for (const { id } of users) {
      const answers = await Promise.all([
        server.call(id, 'GET', '/submissions/get-dps-submissions'),
        send(id, 'run', randomUUID()),
        server.call(id, 'GET', `/files/dps/url/xml/${randomUUID()}`),
        send(id, 'reset', randomUUID()),
      ])
      const may = id === 'bedel-anon'
      expect([id, ...answers.map(({ status }) => status)]).toEqual([
        id,
        may || id === 'bedel-admin' ? 200 : 403,
        may ? 404 : 403,
        may ? 404 : 403,
        id === 'bedel-admin' ? 404 : 403,
      ])
    }
  })
})

describe('the list', () => {
  it('has live submissions at or beyond Quality processing complete, by provider, newest first', async () => {
    const { results, metadata } = await list()
    expect(metadata.resultsCount).toBe(1)
    expect(results.map(({ instId, provider }) => [instId, provider])).toEqual([
      ['0001', 'University of Ashby'],
    ])
    expect(results[0]?.submissions.map(({ uuid, isLatest }) => [uuid, isLatest])).toEqual([
      [ready, true],
      [superseded, false],
    ])
    expect(results[0]?.submissions[0]).toMatchObject({
      fileName: 'file.xml',
      collectionReference: '23056',
      dpsFileStatus: null,
      version: 0,
    })
  })

  it('holds each status of the catalogue as the decisions say, and no file of online validation', async () => {
    const id = randomUUID()
    const order = (name: string) => statuses.findIndex(status => status.name === name)
    const isExpected = (name: string) =>
      order(name) >= order('QUALITY_PROCESSING_COMPLETE') && name !== 'NIL_RETURN'
    for (const { name } of statuses.filter(status => status.name !== 'UNKNOWN')) {
      await server.place({ id, instId: '0003' }, name)
      const isListed = (await taskOf(id)) !== undefined
      expect([name, isListed]).toEqual([name, isExpected(name)])
    }
    const tried = randomUUID()
    await server.place({ id: tried, instId: '0003', mode: 'ovt' }, 'QUALITY_PROCESSING_COMPLETE')
    expect(await taskOf(tried)).toBeUndefined()
    expect((await send('bedel-anon', 'run', tried)).status).toBe(409)
    await server.place({ id, instId: '0003' }, 'QUALITY_RULES')
    expect((await send('bedel-anon', 'run', id)).body.detail).toContain('have completed quality processing')
  })

  it('is searched by provider, file and collection, and paged by provider', async () => {
    const id = randomUUID()
    await server.place({ id, instId: '0002' }, 'APPROVED')
    const found = async (search: string) =>
      (await list(`?search=${encodeURIComponent(search)}`)).results.map(({ instId }) => instId)
    expect(await found('brackley')).toEqual(['0002'])
    expect(await found('10000001')).toEqual(['0001'])
    expect(await found('placed.xml')).toEqual(['0002'])
    expect(await found('%')).toEqual([])
    const second = await list('?page=2&pageSize=1')
    expect([second.results.map(({ instId }) => instId), second.metadata.resultsCount]).toEqual([['0001'], 2])
    await server.inSystem(tx => sql`delete from submission where id = ${id}::uuid`.execute(tx))
  })
})

describe('the output', () => {
  it('is made once, however often it is asked for at once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => send('bedel-anon', 'run', ready)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409, 409])
    await settled(ready, 'Success')
    expect(await objectsOf(ready)).toHaveLength(1)
    expect(await audited('PSEUDONYMISATION_MADE')).toHaveLength(1)
    expect((await send('bedel-anon', 'run', ready)).status).toBe(409)
  })

  it('is valid against the schema, names its key, and holds no identifier of the file', async () => {
    const bytes = await fileOf(ready)
    expect(bytes.length).toBe((await taskOf(ready))?.size)
    const xsd = await readFile(join(import.meta.dirname, '../../schemas/student/23056_1_0_0.xsd'), 'utf8')
    const checker = createChecker(compileSchema(xsd))
    checker.write(bytes)
    expect(checker.end()).toMatchObject({ wellFormed: true, findingsTotal: 0 })
    const text = bytes.toString()
    const { keyId } = openPseudonymKeys(join(server.dataDir, 'keys')).current('agency-analysis')
    expect(text).toContain(`<?pseudonymised purpose="agency-analysis" key="${keyId}" ruleset="23056_1.0.0"?>`)
    const own = new Set(
      [...content.toString().matchAll(/<(?:SID|NUMHUS|SCSESSIONID)>([^<]+)</g)].map(([, id]) => id),
    )
    expect(own.size).toBeGreaterThan(100)
    const left = [...text.matchAll(/<(?:SID|NUMHUS|SCSESSIONID)>([^<]+)</g)].filter(([, id]) => own.has(id))
    expect(left).toEqual([])
    expect(await audited('PSEUDONYMISED_FILE_DOWNLOADED')).toEqual([
      { actor_id: 'bedel-anon', outcome: 'done' },
    ])
  })

  it('is told to the agency by live messages, to nobody else', async () => {
    const messages = await server.inSystem(async tx => {
      const { rows } = await sql<{ inst_id: string; status: string; version: number }>`
        select inst_id, payload ->> 'dpsFileStatus' as status, (payload -> 'version')::int as version from live_message
        where payload ->> 'type' = 'DPS_STATUS' and payload ->> 'submissionId' = ${ready} order by inst_id, sequence`.execute(
        tx,
      )
      return rows
    })
    expect(messages).toEqual([
      { inst_id: 'bedel', status: 'Pending', version: 1 },
      { inst_id: 'bedel', status: 'Success', version: 3 },
    ])
  })
})

describe('a task that is given up', () => {
  it('has failed, and stays so until an administrator resets it', async () => {
    isBroken = true
    expect((await send('bedel-anon', 'run', superseded)).status).toBe(202)
    await settled(superseded, 'Failed')
    isBroken = false
    expect((await taskOf(superseded))?.reason).toContain('could not be created')
    expect(await objectsOf(superseded)).toEqual([])
    expect((await send('bedel-anon', 'run', superseded)).status).toBe(409)
    expect((await server.call('bedel-anon', 'GET', `/files/dps/url/xml/${superseded}`)).status).toBe(404)
    expect((await send('bedel-anon', 'reset', superseded)).status).toBe(403)
    expect((await send('bedel-admin', 'reset', superseded)).status).toBe(204)
    expect(await statusOf(superseded)).toBeNull()
    expect((await send('bedel-anon', 'run', superseded)).status).toBe(202)
    await settled(superseded, 'Success')
    expect((await send('bedel-admin', 'reset', superseded)).status).toBe(409)
  }, 60_000)
})

describe('a worker that dies', () => {
  const begun = (uuid: string, store: ObjectStore) => {
    const tasks = createPseudonymisationTasks({
      db: server.db,
      clock: server.clock,
      queue: { enqueuePseudonymisation: async () => {}, withdrawMaking: async () => {} },
    })
    const { make } = createPseudonymisationMaker({
      db: server.db,
      log: pino({ level: 'silent' }),
      store,
      specifications: server.processing.specifications,
      keys: openPseudonymKeys(join(server.dataDir, 'keys')),
      tasks,
    })
    const work = (signal: AbortSignal) => make({ data: { submissionId: uuid }, signal })
    return { tasks, work }
  }
  /** The submission as if nobody had asked, without a history. */
  const anew = async (): Promise<string> => {
    await server.asOwner(`
      delete from chart_event where chart = 'pseudonymisationTask' and subject = '${ready}';
      update pseudonymisation set place = 'NONE', object_key = null where submission_id = '${ready}'`)
    return ready
  }

  const points = Array.from({ length: 10 }, (_, at) => at)
  describe.each(points)('at point %i of ten', point => {
    // The first and the last in every run.
    const tags = point === 0 || point === 9 ? [] : ['exhaustive']
    it('leaves nothing that could be downloaded, and another makes it once', { tags }, async () => {
      const undisturbed = await fileOf(ready)
      const uuid = await anew()
      const killed = new AbortController()
      let reads = 0
      const dying: ObjectStore = {
        ...server.storage,
        pieces: async function* (key) {
          for await (const piece of server.storage.pieces(key)) {
            // Ten places in the file, each in the middle of writing.
            const size = Math.ceil(piece.length / 10)
            for (let from = 0; from < piece.length; from += size) {
              if (reads++ === point) killed.abort(new Error('killed'))
              yield piece.subarray(from, from + size)
            }
          }
        },
      }
      const { tasks, work } = begun(uuid, dying)
      await tasks.request(uuid, server.actor('bedel-anon'))
      await expect(work(killed.signal)).rejects.toThrow()
      expect(await statusOf(uuid)).toBe('Pending')
      expect((await server.call('bedel-anon', 'GET', `/files/dps/url/xml/${uuid}`)).status).toBe(404)
      await begun(uuid, server.storage).work(new AbortController().signal)
      expect(await statusOf(uuid)).toBe('Success')
      expect(await objectsOf(uuid)).toHaveLength(1)
      expect((await fileOf(uuid)).equals(undisturbed)).toBe(true)
    })
  })

  it('and comes back is not heard any more', async () => {
    const uuid = await anew()
    const { tasks } = begun(uuid, server.storage)
    await tasks.request(uuid, server.actor('bedel-anon'))
    const first = await tasks.start(uuid)
    const second = await tasks.start(uuid)
    if (!first.ok || !second.ok) throw new Error('The task was not begun.')
    const output = { key: 'x/y/pseudonymised.9.xml', size: 1, keyId: 'k' }
    expect((await tasks.made(uuid, first.record.attempt, output)).ok).toBe(false)
    expect((await tasks.giveUp(uuid, first.record.attempt, 'why')).ok).toBe(false)
    expect(await statusOf(uuid)).toBe('Pending')
    await begun(uuid, server.storage).work(new AbortController().signal)
    expect(await statusOf(uuid)).toBe('Success')
  })
})

it('its whole history is taken by the chart of today', async () => {
  const tasks = (await replayed(server)).find(({ chart }) => chart === 'pseudonymisationTask')
  expect(tasks).toMatchObject({ deviations: [] })
  expect(tasks?.events).toBeGreaterThan(5)
})
