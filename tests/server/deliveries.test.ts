import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDeliveries } from '../../server/delivery/deliveries.ts'
import { users } from '../../server/identity/demonstration.ts'
import type { DeliveryWire } from '../../src/domain/wire/deliveries.ts'
import { replayed } from './support/conforms.ts'
import { deliveredRecord, deliveryScene, details, startDeliveryServer } from './support/deliveryScene.ts'
import type { ProcessingServer } from './support/processingServer.ts'

/*
 * What customers get of their providers' records (specification 1 §2, §6; decisions §13): who may configure it, that a field of
 * a special category has its reason, deliveries by schedule and on request. Packages: deliveryPackages.test.ts.
 */

let server: ProcessingServer
beforeAll(async () => {
  server = await startDeliveryServer()
}, 120_000)
afterAll(() => server.stop())

const { create, setState, ask, listed, settled, delivered } = deliveryScene(() => server)

describe('who may', () => {
  it('configures is the administrator alone; deliveries are seen by the agency and by data-delivery', async () => {
    for (const { id } of users) {
      const answers = await Promise.all([
        server.call(id, 'GET', '/delivery-configurations'),
        create(details({ name: `of ${id}` }), randomUUID(), id),
        server.call(id, 'GET', '/deliveries'),
        server.call(id, 'POST', `/deliveries/${randomUUID()}/download-request`),
        server.call(id, 'GET', '/deliveries/downloads-log'),
      ])
      const isAgency = id.startsWith('bedel-')
      const isCustomer = id === 'ohe-delivery'
      expect([id, ...answers.map(({ status }) => status)]).toEqual([
        id,
        isAgency ? 200 : 403,
        id === 'bedel-admin' ? 200 : 403,
        isAgency || isCustomer ? 200 : 403,
        isCustomer ? 404 : 403,
        isAgency ? 200 : 403,
      ])
    }
  })
})

describe('a configuration', () => {
  it('is disabled at first; nothing is made by it until it is enabled', async () => {
    const id = randomUUID()
    const { body } = await create(details(), id)
    expect(body.state).toBe('DISABLED')
    expect((await create(details(), id)).body).toEqual(body)
    const refused = await ask(id)
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'The configuration is disabled. Enable it first.',
    ])
    expect((await setState(id, 'ENABLED')).body.state).toBe('ENABLED')
    expect((await setState(id, 'ENABLED')).status).toBe(409)
    const gone = await server.call('bedel-admin', 'DELETE', `/delivery-configurations/${id}`)
    expect(gone.status).toBe(204)
    const asked = await server.call<{ detail: string }>(
      'bedel-admin',
      'GET',
      `/delivery-configurations/${id}`,
    )
    expect([asked.status, asked.body.detail]).toEqual([410, expect.stringMatching(/^Ruth Calloway deleted /)])
    expect((await ask(id)).status).toBe(410)
  })

  it('needs a reason for each field of a special category, and names of fields that there are', async () => {
    const files = [{ file: 'Disability', columns: [] }]
    const without = await create(details({ of: { files } }))
    expect([without.status, without.body.detail]).toEqual([
      409,
      'Every special category field needs a reason.',
    ])
    const reasons = [{ file: 'Disability', column: 'Disability.DISABILITY', reason: 'Statistics of access' }]
    expect((await create(details({ of: { files, reasons } }))).status).toBe(200)
    for (const body of [
      details({ of: { files: [{ file: 'Nothing', columns: [] }] } }),
      details({ of: { files: [{ file: 'StudentEngagement', columns: ['Student.NOTHING'] }] } }),
      details({ customerId: '0001' }),
      details({ collectionReference: '99999' }),
    ])
      expect((await create(body)).status).toBe(422)
  })

  it('shows the first rows of a file, and withholds what the reader may not read', async () => {
    const {
      customerId,
      collectionReference,
      content: of,
    } = details({
      of: { files: [{ file: 'StudentEngagement', columns: ['Student.ETHNIC', 'Student.SEXID'] }] },
    })
    const body = { customerId, collectionReference, content: of, file: 'StudentEngagement' }
    const preview = (user: string) =>
      server.call<{
        submissions: number
        rows: number
        columns: { name: string; withheld?: string }[]
        cells: (string | null)[][]
      }>(user, 'POST', '/delivery-configurations/preview', { body })
    const { body: shown } = await preview('bedel-admin')
    expect(shown.submissions).toBe(1)
    expect(shown.rows).toBeGreaterThanOrEqual(60)
    expect(shown.cells).toHaveLength(10)
    const at = (name: string) => shown.columns.findIndex(column => column.name === name)
    expect(shown.columns[at('Student.ETHNIC')]?.withheld).toContain('Special category data')
    expect(shown.cells.every(row => row[at('Student.ETHNIC')] === null)).toBe(true)
    expect(shown.columns[at('Student.SEXID')]?.withheld).toBeUndefined()
    expect(shown.cells.every(row => /^\d+$/.test(row[at('Student.SEXID')] ?? ''))).toBe(true)
  })
})

describe('the list', () => {
  /** Lets a delivery hold a submission of another provider as well, one that no later delivery takes. */
  const withSubmissionOf = async (instId: string, delivery: string): Promise<void> => {
    const submission = randomUUID()
    await server.place({ id: submission, instId }, 'UPLOADED')
    await server.inSystem(tx =>
      sql`insert into delivery_submission (delivery_id, ordinal, submission_id, inst_id)
        values (${delivery}::uuid, 99, ${submission}::uuid, ${instId})`.execute(tx),
    )
  }
  const read = async (user: string, query = '') =>
    (
      await server.call<{
        deliveries: DeliveryWire[]
        collections: { reference: string; name: string }[]
        providers: { instId: string; name: string }[]
      }>(user, 'GET', `/deliveries?limit=100${query}`)
    ).body
  let [ofOne, ofTwo, ofTeachers] = ['', '', '']
  beforeAll(async () => {
    ofOne = (await delivered(details({ name: 'Of one' }))).delivery
    ofTwo = (await delivered(details({ name: 'Of two' }))).delivery
    await withSubmissionOf('0002', ofTwo)
    ofTeachers = (await delivered(details({ customerId: '5101', name: 'Of teachers' }))).delivery
    await withSubmissionOf('0004', ofTeachers)
  }, 60_000)

  it('names the provider of a delivery, or says how many there are', async () => {
    const { deliveries } = await read('ohe-delivery')
    const found = (id: string) => {
      const { providers, provider } = deliveries.find(one => one.id === id) ?? {}
      return { providers, provider }
    }
    expect(found(ofOne)).toEqual({
      providers: 1,
      provider: { instId: '0001', name: 'University of Ashby' },
    })
    expect(found(ofTwo)).toEqual({ providers: 2, provider: null })
  })

  it('is filtered by provider and by collection, in what the reader sees', async () => {
    const found = async (user: string, query: string) =>
      (await read(user, query)).deliveries
        .map(({ id }) => id)
        .filter(id => [ofOne, ofTwo, ofTeachers].includes(id))
    expect(await found('ohe-delivery', '&instId=0002')).toEqual([ofTwo])
    expect((await found('ohe-delivery', '&instId=0001')).toSorted()).toEqual([ofOne, ofTwo].toSorted())
    expect(await found('ohe-delivery', '&instId=0004')).toEqual([])
    expect(await found('bedel-staff', '&instId=0004')).toEqual([ofTeachers])
    expect(await found('ohe-delivery', '&instId=0002&collectionReference=23056')).toEqual([ofTwo])
    expect(await found('ohe-delivery', '&instId=0002&collectionReference=22056')).toEqual([])
    expect((await server.call('ohe-delivery', 'GET', '/deliveries?instId=a%20b')).status).toBe(422)
  })

  it('offers the collections and providers of the deliveries that its reader sees, and no others', async () => {
    const offered = async (user: string) => {
      const { collections, providers } = await read(user, '&instId=0002')
      return [collections.map(({ reference }) => reference), providers.map(({ instId }) => instId)]
    }
    expect(await offered('ohe-delivery')).toEqual([['23056'], ['0002', '0001']])
    expect(await offered('bedel-staff')).toEqual([['23056'], ['0002', '0004', '0001']])
  })
})

describe('a schedule', () => {
  it('makes one delivery a day of what was never delivered, tells the customer, and removes it after 90 days, also where a process ended before it could', async () => {
    const id = randomUUID()
    await create(details({ name: 'Every day', schedule: 'DAILY' }), id)
    await setState(id, 'ENABLED')
    await Promise.all([server.processing.tell(), server.processing.tell()])
    const own = () => listed('bedel-staff', '?search=every')
    expect(await own()).toHaveLength(1)
    const [first] = await own()
    await settled(first?.id ?? '', 'READY')
    const { body } = await server.call<{ notices: { title: string }[] }>('ohe-delivery', 'GET', '/notices')
    expect(body.notices.map(({ title }) => title)).toContainEqual(
      expect.stringContaining('delivery Every day is ready'),
    )

    const next = randomUUID()
    await server.upload('ashby-submitter', { submissionId: next, instId: '0001', content: deliveredRecord })
    await server.reaches(next, 'QUALITY_PROCESSING_COMPLETE')
    await server.processing.tell()
    expect(await own()).toHaveLength(1)
    server.clock.forward(86_400_000)
    await server.processing.tell()
    expect(await own()).toHaveLength(2)
    await settled((await own())[0]?.id ?? '', 'READY')
    server.clock.forward(86_400_000)
    await server.processing.tell()
    expect(await own()).toHaveLength(2)

    server.clock.forward(90 * 86_400_000)
    const packages = async () => (await server.storage.list('5016/')).filter(key => key.includes('delivery'))
    const dying = createDeliveries({
      db: server.db,
      clock: server.clock,
      queue: { enqueueDelivery: async () => undefined, withdrawMaking: async () => undefined },
      store: { remove: () => Promise.reject(new Error('The process ends here.')) },
      partitions: { sweep: async () => undefined },
    })
    const kept = await packages()
    await expect(dying.look()).rejects.toThrow('The process ends here.')
    expect(await packages()).toEqual(kept)
    await server.processing.tell()
    const states = (await listed('bedel-staff', '?limit=100')).map(({ state }) => state)
    expect(new Set(states)).toEqual(new Set(['EXPIRED']))
    // As jobs they had come to their end before.
    const { ends } = await server.look<{ ends: number }>(`select count(*)::int as ends from live_message
      where inst_id = '5016' and payload ->> 'jobId' = '${first?.id}' and payload ->> 'state' = 'COMPLETED'`)
    expect(ends).toBe(1)
    expect(await packages()).toEqual([])
    const refused = await server.call<{ detail: string }>(
      'ohe-delivery',
      'POST',
      `/deliveries/${first?.id}/download-request`,
    )
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'The delivery was removed at the end of the retention period.',
    ])
  })
})

it('its whole history, and that of the configurations, is taken by the charts of today', async () => {
  const charts = (await replayed(server)).filter(({ chart }) => chart.startsWith('delivery'))
  expect(charts.map(({ chart, deviations }) => [chart, deviations])).toEqual([
    ['deliveryConfiguration', []],
    ['delivery', []],
  ])
  for (const { events } of charts) expect(events).toBeGreaterThan(10)
})

it('a delivery that another attempt has taken over keeps what that one has made', async () => {
  const { delivery } = await delivered(details({ name: 'Taken over' }))
  const { rows } = await server.inSystem(tx =>
    sql<{ key: string }>`select object_key as key from delivery where id = ${delivery}::uuid`.execute(tx),
  )
  const late = await server.processing.deliveries.made(delivery, 0, {
    key: 'late',
    size: 1,
    packed: {
      delivery,
      name: '',
      customer: '',
      collection: '',
      format: 'TSV',
      isPseudonymised: false,
      keyId: null,
      sets: [],
    },
  })
  expect(late.ok).toBe(false)
  const after = await server.inSystem(tx =>
    sql<{ key: string }>`select object_key as key from delivery where id = ${delivery}::uuid`.execute(tx),
  )
  expect(after.rows).toEqual(rows)
})
