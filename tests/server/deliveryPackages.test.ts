import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOfPackage } from '../../server/delivery/index.ts'
import { customerPurpose } from '../../server/delivery/packages.ts'
import { problemDocument } from '../../src/domain/wire/common.ts'
import type { DownloadWire } from '../../src/domain/wire/deliveries.ts'
import {
  deliveredRecord,
  deliveryScene,
  details,
  linesOf,
  startDeliveryServer,
} from './support/deliveryScene.ts'
import type { ProcessingServer } from './support/processingServer.ts'
import { filesInZip } from './support/zip.ts'

/* What a package of a delivery holds and who downloads it (specification 1 §2, §6; decisions §13). */

let server: ProcessingServer

/**
 * Keys of pseudonyms that are the same in every run. The number of a student has six digits of its own, so that of two students
 * under two keys it is the same once in a million times, which random keys met now and then.
 */
const givePseudonymKey = async (customer: string, byte: number): Promise<void> => {
  const folder = join(server.dataDir, 'keys/pseudonyms', customerPurpose(customer))
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'fixed.key'), Buffer.alloc(32, byte).toString('hex'))
  await writeFile(join(folder, 'current'), 'fixed')
}

beforeAll(async () => {
  server = await startDeliveryServer()
  for (const [customer, byte] of [
    ['5016', 1],
    ['5101', 2],
  ] as const)
    await givePseudonymKey(customer, byte)
}, 120_000)
afterAll(() => server.stop())

const { create, setState, ask, listed, stateOf, delivered, addressOf, unpacked } = deliveryScene(() => server)

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
      '/deliveries/downloads-log?search=logged',
    )
    expect(body.downloads).toMatchObject([
      { deliveryId: delivery, user: 'Joanna Frost', organisation: 'Office for Higher Education' },
    ])
    const csv = await server.call<string>('bedel-staff', 'GET', '/deliveries/downloads-log?search=logged', {
      accept: 'text/csv',
    })
    expect(csv.body).toContain('Joanna Frost')
  })

  it('is not there for another customer', async () => {
    const { delivery } = await delivered(details({ customerId: '5101', name: 'For teachers' }))
    expect((await server.call('ohe-delivery', 'GET', `/deliveries/${delivery}`)).status).toBe(404)
    expect(
      (await server.call('ohe-delivery', 'POST', `/deliveries/${delivery}/download-request`)).status,
    ).toBe(404)
    expect((await listed('ohe-delivery', '?search=teachers')).map(({ id }) => id)).toEqual([])
  })

  it("holds nothing of another country's providers", async () => {
    const id = randomUUID()
    await create(details({ customerId: '5002', name: 'Wales' }), id)
    await setState(id, 'ENABLED')
    const refused = await ask(id)
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      "None of the customer's providers has a submission at the required status.",
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
    const outside = await get(`bytes=${whole.length}-`)
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${whole.length}`])
    // Every error is a problem document; it is no file to be kept.
    expect([outside.headers.get('content-type'), outside.headers.get('content-disposition')]).toEqual([
      'application/problem+json; charset=utf-8',
      null,
    ])
    expect(problemDocument.parse(JSON.parse(outside.bytes.toString()))).toMatchObject({
      type: '/problems/no-such-range',
      status: 416,
    })
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
    expect(JSON.parse(first.files.get('delivery.json')?.toString() ?? '')).toMatchObject({ keyId: 'fixed' })
    // The other customer of the demonstration has nobody with the role: what is in the store is looked at.
    const key = (await server.storage.list(`5101/${two.delivery}/`))[0] ?? ''
    const chunks: Buffer[] = []
    for await (const chunk of await server.storage.open(key)) chunks.push(chunk as Buffer)
    const second = await filesInZip(Buffer.concat(chunks))
    const columnOf = (of: Map<string, Buffer>, file: string, name: string): string[] => {
      const [header = [], ...rows] = linesOf(of, file)
      expect(header).toContain(name)
      return rows.map(row => row[header.indexOf(name)] ?? '')
    }
    const original = new Set(
      [...deliveredRecord.toString().matchAll(/<(?:SID|NUMHUS|COURSEID|SCSESSIONID)>([^<]+)</g)].map(
        ([, id]) => id,
      ),
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
