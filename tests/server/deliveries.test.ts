import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDeliveries } from '../../server/delivery/deliveries.ts'
import { faultsOfPackage } from '../../server/delivery/index.ts'
import { users } from '../../server/identity/demonstration.ts'
import type { DeliveryWire, DownloadWire } from '../../src/domain/wire/deliveries.ts'
import { generateSample } from '../../src/sample/index.ts'
import { replayed } from './support/conforms.ts'
import { deliveryScene, details, linesOf } from './support/deliveryScene.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { filesInZip } from './support/zip.ts'

/*
 * What customers get of their providers' records (specification 1 §2, §6; decisions §13): who may configure it, that a field of
 * a special category has its reason, packages by schedule and on request, whose providers they hold, who downloads them.
 */

let server: ProcessingServer
const submissionId = randomUUID()
const content = Buffer.concat([
  ...generateSample({ provider: '0001', students: 60, faults: 'none', collection: '23056' }),
])

beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
  await server.upload('ashby-submitter', { submissionId, instId: '0001', content })
  await server.reaches(submissionId, 'QUALITY_PROCESSING_COMPLETE')
}, 120_000)
afterAll(() => server.stop())

const { create, setState, ask, listed, stateOf, settled, delivered, addressOf, unpacked } = deliveryScene(
  () => server,
)

describe('who may', () => {
  it('configures is the administrator alone; deliveries are seen by the agency and by data-delivery', async () => {
    for (const { id } of users) {
      const answers = await Promise.all([
        server.call(id, 'GET', '/delivery-configurations'),
        create(details({ name: `of ${id}` }), randomUUID(), id),
        server.call(id, 'GET', '/deliveries'),
        server.call(id, 'GET', `/deliveries/${randomUUID()}/file`),
        server.call(id, 'GET', '/delivery-downloads'),
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
    expect((await create(details({ name: 'Again' }), id)).body.name).toBe('Funding return')
    const refused = await ask(id)
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'The configuration is disabled. Enable it first.',
    ])
    expect((await setState(id, 'ENABLED')).body.state).toBe('ENABLED')
    expect((await setState(id, 'ENABLED')).status).toBe(409)
    const gone = await server.call('bedel-admin', 'DELETE', `/delivery-configurations/${id}`)
    expect(gone.status).toBe(204)
    expect((await server.call('bedel-admin', 'GET', `/delivery-configurations/${id}`)).status).toBe(404)
    expect((await ask(id)).status).toBe(404)
  })

  it('needs a reason for each field of a special category, and names of fields that there are', async () => {
    const files = [{ file: 'Disability', columns: [] }]
    const without = await create(details({ of: { files } }))
    expect([without.status, without.body.detail]).toEqual([
      409,
      'Each field of a special category needs a reason.',
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

describe('a package', () => {
  it('holds the chosen files and fields of the customer alone, and verifies', async () => {
    const { delivery } = await delivered(details())
    const { folder, files } = await unpacked(delivery)
    expect(await faultsOfPackage(folder)).toEqual([])
    const [header, ...rows] = linesOf(files, 'StudentEngagement')
    expect(header).toEqual([
      'Engagement.Z_UKPRN',
      'Student.SID',
      'Engagement.NUMHUS',
      'Student.BIRTHDTE',
      'Engagement.Z_FTE',
    ])
    expect(rows.length).toBeGreaterThanOrEqual(60)
    const { sets, ...shown } = await stateOf(delivery)
    expect(sets.map(({ instId, files: [file] }) => [instId, file?.rows])).toEqual([['0001', rows.length]])
    expect(shown).toMatchObject({ submissions: 1, rows: rows.length, requestedBy: 'Ruth Calloway' })
    await writeFile(join(folder, '0001', 'manifest.json'), '{}')
    expect(await faultsOfPackage(folder)).toHaveLength(1)
  })

  it('is seen by its customer and the agency, downloaded by the customer alone, each time with a line', async () => {
    const { delivery } = await delivered(details({ name: 'Logged' }))
    expect((await listed('ohe-delivery')).map(({ id }) => id)).toContain(delivery)
    const [asAgency] = await listed('bedel-staff', '?search=logged')
    expect(asAgency?.downloadRefusal).toBe('You do not have a valid role for this.')
    await addressOf(delivery)
    const { body } = await server.call<{ downloads: DownloadWire[] }>(
      'bedel-staff',
      'GET',
      '/delivery-downloads?search=logged',
    )
    expect(body.downloads).toMatchObject([
      { deliveryId: delivery, user: 'Joanna Frost', organisation: 'Office for Higher Education' },
    ])
    const csv = await server.call<string>('bedel-staff', 'GET', '/delivery-downloads?search=logged', {
      accept: 'text/csv',
    })
    expect(csv.body).toContain('Joanna Frost')
  })

  it('is not there for another customer', async () => {
    const { delivery } = await delivered(details({ customerId: '5101', name: 'For teachers' }))
    expect((await server.call('ohe-delivery', 'GET', `/deliveries/${delivery}`)).status).toBe(404)
    expect((await server.call('ohe-delivery', 'GET', `/deliveries/${delivery}/file`)).status).toBe(404)
    expect((await listed('ohe-delivery', '?search=teachers')).map(({ id }) => id)).toEqual([])
  })

  it("holds nothing of another country's providers", async () => {
    const id = randomUUID()
    await create(details({ customerId: '5002', name: 'Wales' }), id)
    await setState(id, 'ENABLED')
    const refused = await ask(id)
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      "No submission of the customer's providers is as far as the configuration asks for.",
    ])
  })

  it('has only rows of the chosen levels', async () => {
    const one = await delivered(details({ name: 'All' }))
    const all = linesOf((await unpacked(one.delivery)).files, 'StudentEngagement').length - 1
    const two = await delivered(details({ name: 'Research', of: { levels: ['PGR'] } }))
    const some = linesOf((await unpacked(two.delivery)).files, 'StudentEngagement').length - 1
    expect(some).toBeGreaterThan(0)
    expect(some).toBeLessThan(all)
  })

  it('is given from any byte on', async () => {
    const { delivery } = await delivered(details({ name: 'In pieces' }))
    const address = await addressOf(delivery)
    const whole = Buffer.from(await (await fetch(address)).arrayBuffer())
    const get = async (range: string) => {
      const answer = await fetch(address, { headers: { range } })
      return {
        status: answer.status,
        bytes: Buffer.from(await answer.arrayBuffer()),
        headers: answer.headers,
      }
    }
    const rest = await get('bytes=100-')
    expect([rest.status, rest.bytes.equals(whole.subarray(100))]).toEqual([206, true])
    expect(rest.headers.get('content-range')).toBe(`bytes 100-${whole.length - 1}/${whole.length}`)
    expect((await get('bytes=10-19')).bytes).toEqual(whole.subarray(10, 20))
    expect((await get('bytes=-7')).bytes).toEqual(whole.subarray(-7))
    expect((await get(`bytes=${whole.length}-`)).status).toBe(416)
    expect((await get('bytes=5-2')).status).toBe(200)
    expect((await get('lines=1-2')).bytes.length).toBe(whole.length)
  })

  it('as Parquet has values of their types, and the same rows', async () => {
    const { delivery } = await delivered(details({ name: 'Typed', of: { format: 'PARQUET' } }))
    const { folder, files } = await unpacked(delivery)
    expect(await faultsOfPackage(folder)).toEqual([])
    const name = [...files.keys()].find(one => one.endsWith('.parquet')) ?? ''
    const connection = await (await DuckDBInstance.create()).connect()
    const reader = await connection.runAndReadAll(`select * from read_parquet('${join(folder, name)}')`)
    expect(reader.columnNames()).toContain('Student.BIRTHDTE')
    const types = reader.columnTypes().map(String)
    const typeOf = (column: string) => types[reader.columnNames().indexOf(column)]
    expect([typeOf('Student.BIRTHDTE'), typeOf('Student.SID')]).toEqual(['DATE', 'VARCHAR'])
    expect(typeOf('Engagement.Z_FTE')).toMatch(/^(?:DOUBLE|DECIMAL)/)
    expect(reader.currentRowCount).toBe((await stateOf(delivery)).rows)
    connection.closeSync()
  })
})

describe('pseudonymised packages', () => {
  const files = [
    {
      file: 'StudentEngagement',
      columns: ['Student.SURNAME', 'Student.BIRTHDTE', 'Student.SEXID', 'Engagement.Z_LEVEL5'],
    },
    { file: 'StudentCourseSession', columns: ['StudentCourseSession.COURSEID', 'Course.COURSEID'] },
  ]
  const made = (customerId: string) =>
    delivered(details({ customerId, name: `Research ${customerId}`, of: { files, isPseudonymised: true } }))

  it('of two customers cannot be joined on any identifier, nor with the file; within one the links hold', async () => {
    const [one, two] = [await made('5016'), await made('5101')]
    const first = await unpacked(one.delivery)
    expect(await faultsOfPackage(first.folder)).toEqual([])
    // The other customer of the demonstration has nobody with the role: what is in the store is looked at.
    const key = (await server.storage.list(`5101/${two.delivery}/`))[0] ?? ''
    const chunks: Buffer[] = []
    for await (const chunk of await server.storage.open(key)) chunks.push(chunk as Buffer)
    const second = filesInZip(Buffer.concat(chunks))
    const columnOf = (of: Map<string, Buffer>, file: string, name: string): string[] => {
      const [header = [], ...rows] = linesOf(of, file)
      expect(header).toContain(name)
      return rows.map(row => row[header.indexOf(name)] ?? '')
    }
    const original = new Set(
      [...content.toString().matchAll(/<(?:SID|NUMHUS|COURSEID|SCSESSIONID)>([^<]+)</g)].map(([, id]) => id),
    )
    for (const [file, name] of [
      ['StudentEngagement', 'Student.SID'],
      ['StudentEngagement', 'Engagement.NUMHUS'],
      ['StudentCourseSession', 'StudentCourseSession.SCSESSIONID'],
      ['StudentCourseSession', 'Course.COURSEID'],
    ] as const) {
      const [mine, theirs] = [columnOf(first.files, file, name), new Set(columnOf(second, file, name))]
      expect([name, mine.filter(id => theirs.has(id) || original.has(id))]).toEqual([name, []])
    }
    const students = new Set(columnOf(first.files, 'StudentEngagement', 'Student.SID'))
    expect(
      columnOf(first.files, 'StudentCourseSession', 'Student.SID').filter(id => !students.has(id)),
    ).toEqual([])
    const [header = []] = linesOf(first.files, 'StudentEngagement')
    expect(header).not.toContain('Student.SURNAME')
    expect(
      columnOf(first.files, 'StudentEngagement', 'Student.BIRTHDTE').every(day => day.endsWith('-01-01')),
    ).toBe(true)
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
      expect.stringContaining('the delivery Every day is ready'),
    )

    const next = randomUUID()
    await server.upload('ashby-submitter', { submissionId: next, instId: '0001', content })
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
    expect(await packages()).toEqual([])
    const refused = await server.call<{ detail: string }>(
      'ohe-delivery',
      'GET',
      `/deliveries/${first?.id}/file`,
    )
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'The delivery has been kept for its time, and was removed.',
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
