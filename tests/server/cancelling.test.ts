import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ObjectStore } from '../../server/storage/index.ts'
import type { JobWithRows } from '../../src/domain/wire/jobs.ts'
import type { DpsProvider, DpsSubmission } from '../../src/domain/wire/pseudonymisation.ts'
import { generateSample } from '../../src/sample/index.ts'
import { replayed } from './support/conforms.ts'
import { deliveryScene, details } from './support/deliveryScene.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/*
 * Deliveries and pseudonymisations are jobs that can be cancelled (decisions §10 "Jobs"), while they wait and while they are made:
 * by whoever may have them made, at once, with nothing of them left or offered, and so that they can be started anew.
 */

let server: ProcessingServer
/** While it is set, the store takes nothing of an output: whoever makes it waits until that is stopped. */
let isHeld = false
const [held, stopped]: [string[], string[]] = [[], []]
const hold = (key: string, content: Readable): Promise<never> => {
  held.push(key)
  return new Promise((_, reject) =>
    content.once('error', error => {
      stopped.push(key)
      reject(error)
    }),
  )
}

const [earlier, latest] = [randomUUID(), randomUUID()]

beforeAll(async () => {
  server = await startProcessingServer({
    worker: true,
    store: (folder): ObjectStore => ({
      ...folder,
      put: (key, content, hash) =>
        isHeld && /\/(?:delivery|pseudonymised)\.\d+\./.test(key)
          ? hold(key, content)
          : folder.put(key, content, hash),
    }),
  })
  for (const submissionId of [earlier, latest]) {
    const content = Buffer.concat([
      ...generateSample({ provider: '0001', students: 12, faults: 'none', collection: '23056' }),
    ])
    await server.upload('ashby-submitter', { submissionId, instId: '0001', content })
    await server.reaches(submissionId, 'QUALITY_PROCESSING_COMPLETE')
    server.clock.forward(60_000)
  }
}, 120_000)
afterAll(() => server.stop())

/** Until the store is given the output of this attempt. */
const isBeingMade = (key: string) => expect.poll(() => held, { timeout: 30_000 }).toContain(key)
/** Until whoever makes it has stopped. */
const isStopped = (key: string) => expect.poll(() => stopped, { timeout: 30_000 }).toContain(key)
/** What an attempt has left whose process died between storing its output and saying so. */
const leave = async (key: string): Promise<void> => {
  isHeld = false
  await server.storage.put(key, Readable.from([Buffer.from('a part')]))
}
const jobsOf = async (queue: string, id: string): Promise<string[]> =>
  (
    await server.look<{
      states: string[] | null
    }>(`select array_agg(state::text order by created_on) as states
      from pgboss.job where name = '${queue}' and data::text like '%${id}%' and not data ? 'removes'`)
  ).states ?? []
const audited = async (action: string, subject: string): Promise<string[]> =>
  (
    await server.look<{
      actors: string[] | null
    }>(`select array_agg(actor_id order by id) as actors from audit_line
      where action = '${action}' and subject = '${subject}' and outcome = 'done'`)
  ).actors ?? []

describe('a delivery', () => {
  const { create, setState, ask, listed, stateOf, settled } = deliveryScene(() => server)
  const cancel = (id: string, user = 'bedel-admin') =>
    server.call<{ detail?: string }>(user, 'POST', `/deliveries/${id}/cancel`)
  const packageOf = (id: string, attempt = 1) => `5016/${id}/delivery.${attempt}.zip`
  const configured = async (of: Parameters<typeof details>[0] = {}): Promise<string> => {
    const id = randomUUID()
    await create(details(of), id)
    await setState(id, 'ENABLED')
    return id
  }
  const told = async (id: string): Promise<string[]> =>
    (
      await server.look<{ told: string[] }>(`select array_agg(payload ->> 'state' order by sequence) as told
        from live_message where inst_id = '5016' and payload ->> 'deliveryId' = '${id}'`)
    ).told

  it('that waits leaves the queue, and one that is made is stopped; of neither is anything left', async () => {
    const configuration = await configured()
    const [made, waiting] = [randomUUID(), randomUUID()]
    isHeld = true
    await ask(configuration, made)
    await isBeingMade(packageOf(made))
    await ask(configuration, waiting)
    expect((await stateOf(waiting)).state).toBe('WAITING')

    expect((await cancel(waiting, 'bedel-staff')).status).toBe(403)
    expect([await cancel(waiting), await cancel(waiting)].map(({ status }) => status)).toEqual([204, 204])
    expect(await stateOf(waiting)).toMatchObject({
      state: 'CANCELLED',
      cancelledBy: 'Ruth Calloway',
      cancelledUtc: server.clock.now().toISOString(),
      mayCancel: false,
    })
    expect(await jobsOf('delivery.package', waiting)).toEqual(['cancelled'])
    expect(await audited('DELIVERY_CANCEL', waiting)).toEqual(['bedel-admin'])
    expect(await told(waiting)).toEqual(['WAITING', 'CANCELLED'])

    await leave(packageOf(made))
    expect((await cancel(made)).status).toBe(204)
    expect((await stateOf(made)).state).toBe('CANCELLED')
    const file = await server.call<{ detail: string }>(
      'ohe-delivery',
      'POST',
      `/deliveries/${made}/download-request`,
    )
    expect([file.status, file.body.detail]).toEqual([409, 'The delivery was cancelled.'])
    await isStopped(packageOf(made))
    await expect.poll(() => server.storage.list(`5016/${made}/`), { timeout: 30_000 }).toEqual([])
    expect(await jobsOf('delivery.package', made)).toEqual(['cancelled'])
    expect(await told(made)).toEqual(['WAITING', 'WORKING', 'CANCELLED'])
    expect(await audited('DELIVERY_GIVEN_UP', made)).toEqual([])

    const anew = randomUUID()
    expect((await ask(configuration, anew)).status).toBe(202)
    await settled(anew, 'READY')
    const late = await cancel(anew)
    expect([late.status, late.body.detail]).toEqual([
      409,
      '"Cancel" is not possible while the delivery is "Ready".',
    ])
    // Nobody has made what waited: the worker has come by since.
    expect(held).toEqual([packageOf(made)])
  }, 60_000)

  it('is cancelled as a job by who may cancel it', async () => {
    const id = randomUUID()
    isHeld = true
    await ask(await configured(), id)
    const end = async (user: string) => (await server.call(user, 'POST', `/jobs/${id}/cancel`)).status
    expect([await end('ohe-delivery'), await end('bedel-staff'), await end('bedel-admin')]).toEqual([
      403, 403, 204,
    ])
    expect((await server.call<JobWithRows>('ohe-delivery', 'GET', `/jobs/${id}`)).body).toMatchObject({
      status: { id: 40 },
      state: 'CANCELLED',
      counts: { LEFT: 1 },
      mayCancel: false,
    })
    isHeld = false
  })

  it('is offered to be cancelled by who may, and leads only those to its configuration who see that', async () => {
    const configuration = await configured({ name: 'Offered' })
    const id = randomUUID()
    isHeld = true
    await ask(configuration, id)
    const seenBy = async (user: string) =>
      (await listed(user, '?search=offered')).map(one => [one.mayCancel, one.configurationId])
    expect(await seenBy('bedel-admin')).toEqual([[true, configuration]])
    expect(await seenBy('bedel-staff')).toEqual([[false, configuration]])
    expect(await seenBy('ohe-delivery')).toEqual([[false, undefined]])
    await cancel(id)
    isHeld = false
    expect(await seenBy('bedel-admin')).toEqual([[false, configuration]])
    await server.call('bedel-admin', 'DELETE', `/delivery-configurations/${configuration}`)
    expect(await seenBy('bedel-admin')).toEqual([[false, undefined]])
    expect((await cancel(randomUUID())).status).toBe(404)
  })

  it('of a schedule is not made again that day, and its submissions are delivered with the next one', async () => {
    await configured({ name: 'Every day', schedule: 'DAILY' })
    const own = () => listed('bedel-staff', '?search=every')
    isHeld = true
    await server.processing.tell()
    const [first] = await own()
    expect((await cancel(first?.id ?? '')).status).toBe(204)
    isHeld = false
    await server.processing.tell()
    expect((await own()).map(({ state }) => state)).toEqual(['CANCELLED'])
    server.clock.forward(86_400_000)
    await server.processing.tell()
    const [next] = await own()
    expect(next?.submissions).toBe(1)
    await settled(next?.id ?? '', 'READY')
  }, 60_000)
})

describe('a pseudonymisation', () => {
  const send = (action: 'run' | 'cancel', uuid: string, user = 'bedel-anon') =>
    server.call<{ detail?: string }>(user, 'POST', `/submissions/${action}-dps-task/${uuid}`)
  const taskOf = async (uuid: string, user = 'bedel-anon'): Promise<DpsSubmission | undefined> => {
    const { body } = await server.call<{ results: DpsProvider[] }>(
      user,
      'GET',
      '/submissions/get-dps-submissions',
    )
    return body.results.flatMap(({ submissions }) => submissions).find(one => one.uuid === uuid)
  }
  const outputOf = (uuid: string, attempt = 1) => `0001/${uuid}/pseudonymised.${attempt}.xml`
  const outputsOf = async (uuid: string) =>
    (await server.storage.list(`0001/${uuid}/`)).filter(key => key.includes('pseudonymised'))

  it('that waits leaves the queue, and one that is made is stopped; of neither is anything left', async () => {
    isHeld = true
    await send('run', earlier)
    await isBeingMade(outputOf(earlier))
    await send('run', latest)
    expect((await taskOf(latest))?.mayCancel).toBe(true)
    expect((await taskOf(latest, 'bedel-admin'))?.mayCancel).toBe(false)

    expect((await send('cancel', latest, 'bedel-admin')).status).toBe(403)
    expect([await send('cancel', latest), await send('cancel', latest)].map(({ status }) => status)).toEqual([
      204, 204,
    ])
    expect(await taskOf(latest)).toMatchObject({
      dpsFileStatus: null,
      cancelledBy: server.actor('bedel-anon').name,
      cancelledUtc: server.clock.now().toISOString(),
      mayCancel: false,
    })
    expect(await jobsOf('pseudonymisation', latest)).toEqual(['cancelled'])
    expect(await audited('PSEUDONYMISATION_CANCEL', latest)).toEqual(['bedel-anon'])

    await leave(outputOf(earlier))
    expect((await send('cancel', earlier)).status).toBe(204)
    expect((await server.call('bedel-anon', 'GET', `/files/dps/url/xml/${earlier}`)).status).toBe(404)
    await isStopped(outputOf(earlier))
    await expect.poll(() => outputsOf(earlier), { timeout: 30_000 }).toEqual([])
    expect(await audited('PSEUDONYMISATION_GIVEN_UP', earlier)).toEqual([])
    expect(await audited('PSEUDONYMISATION_START', latest)).toEqual([])
  }, 60_000)

  it('is cancelled as a job by who may cancel it, and found by nobody else', async () => {
    isHeld = true
    await send('run', latest)
    const job = async () => (await server.call<JobWithRows>('bedel-anon', 'GET', `/jobs/${latest}`)).body
    const end = async (user: string) => (await server.call(user, 'POST', `/jobs/${latest}/cancel`)).status
    expect((await job()).mayCancel).toBe(true)
    expect([await end('bedel-staff'), await end('bedel-admin'), await end('bedel-anon')]).toEqual([
      404, 403, 204,
    ])
    expect(await job()).toMatchObject({
      status: { id: 40 },
      state: 'CANCELLED',
      counts: { LEFT: 1 },
      rows: [{ state: 'LEFT' }],
    })
    isHeld = false
  })

  it('is asked for anew, and told to the agency at each turn', async () => {
    expect((await send('run', earlier)).status).toBe(202)
    await expect.poll(async () => (await taskOf(earlier))?.dpsFileStatus, { timeout: 30_000 }).toBe('Success')
    expect(await taskOf(earlier)).toMatchObject({ cancelledBy: null, cancelledUtc: null })
    expect(await outputsOf(earlier)).toEqual([outputOf(earlier, 2)])
    expect((await send('cancel', earlier)).body.detail).toBe(
      '"Cancel" is not possible while the task is "Anonymised".',
    )
    const { told } = await server.look<{ told: (string | null)[] }>(`
      select array_agg(payload ->> 'dpsFileStatus' order by sequence) as told from live_message
      where payload ->> 'type' = 'DPS_STATUS' and payload ->> 'submissionId' = '${earlier}'`)
    expect(told).toEqual(['Pending', null, 'Pending', 'Success'])
  }, 60_000)

  it('that nobody has asked for cannot be cancelled', async () => {
    const id = randomUUID()
    await server.place({ id, instId: '0002' }, 'APPROVED')
    const refused = await send('cancel', id)
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      '"Cancel" is not possible while the task is "Not requested".',
    ])
    expect((await send('cancel', randomUUID())).status).toBe(404)
  })
})

it('the histories are taken by the charts of today', async () => {
  const charts = await replayed(server)
  const own = charts.filter(({ chart }) => chart === 'delivery' || chart === 'pseudonymisationTask')
  expect(own.map(({ deviations }) => deviations)).toEqual([[], []])
})
