import { randomUUID } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DeliveryWithSets } from '../../src/domain/wire/deliveries.ts'
import { generateSample } from '../../src/sample/index.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { filesInZip } from './support/zip.ts'

/*
 * What a customer delivered to opens with the tools that it has: DuckDB, and readers that take TSV as pandas does with
 * `sep='\t', quoting=QUOTE_NONE, encoding='utf-8'`. Both forms say the same: types, what is not there, and letters of every language.
 */

const surname = 'Ó Séaghdha-Łuczak'
let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
  const plain = Buffer.concat([
    ...generateSample({ provider: '0001', students: 40, faults: 'none', collection: '23056' }),
  ]).toString()
  const content = Buffer.from(plain.replace(/<SURNAME>[^<]*<\/SURNAME>/, `<SURNAME>${surname}</SURNAME>`))
  const submissionId = randomUUID()
  await server.upload('ashby-submitter', { submissionId, instId: '0001', content })
  await server.reaches(submissionId, 'QUALITY_PROCESSING_COMPLETE')
}, 120_000)
afterAll(() => server.stop())

const columns = [
  'Student.SURNAME',
  'Student.BIRTHDTE',
  'Student.SEXID',
  'Engagement.Z_FTE',
  'Leaver.ENGENDDATE',
]

/** The one file of a delivery in this form, on the disk. */
const fileAs = async (format: 'TSV' | 'PARQUET' | 'SECTOR'): Promise<{ path: string; bytes: Buffer }> => {
  const [id, delivery] = [randomUUID(), randomUUID()]
  const content = {
    files: [{ file: 'StudentEngagement', columns }],
    reasons: [],
    standing: 'PROCESSED',
    countries: [],
    levels: [],
    isPseudonymised: false,
    format,
  }
  const body = {
    id,
    name: format,
    customerId: '5016',
    collectionReference: '23056',
    schedule: 'ON_REQUEST',
    content,
  }
  const made = await server.call<{ detail?: string; errors?: unknown }>(
    'bedel-admin',
    'POST',
    '/delivery-configurations',
    { body },
  )
  expect([made.status, made.body.errors]).toEqual([200, undefined])
  const enabled = { body: { state: 'ENABLED' } }
  await server.call('bedel-admin', 'PATCH', `/delivery-configurations/${id}/state`, enabled)
  const request = { body: { id: delivery } }
  await server.call('bedel-admin', 'POST', `/delivery-configurations/${id}/deliveries`, request)
  const state = async () =>
    (await server.call<DeliveryWithSets>('bedel-staff', 'GET', `/deliveries/${delivery}`)).body.state
  await expect.poll(state, { timeout: 60_000 }).toBe('READY')
  const { body: given } = await server.call<{ url: string }>(
    'ohe-delivery',
    'POST',
    `/deliveries/${delivery}/download-request`,
  )
  const zip = Buffer.from(await (await fetch(new URL(given.url, server.origin))).arrayBuffer())
  const [name = '', bytes = Buffer.alloc(0)] =
    [...(await filesInZip(zip))].find(([one]) => !one.endsWith('.json')) ?? []
  const path = join(await mkdtemp(join(tmpdir(), 'bedel-reader-')), name.split('/').at(-1) ?? '')
  await writeFile(path, bytes)
  return { path, bytes }
}

type Cells = (string | null)[][]

const read = async (sql: string): Promise<{ names: string[]; types: string[]; cells: Cells }> => {
  const connection = await (await DuckDBInstance.create()).connect()
  const reader = await connection.runAndReadAll(sql)
  const [names, types] = [reader.columnNames(), reader.columnTypes().map(String)]
  connection.closeSync()
  return {
    names,
    types,
    cells: reader.getRowsJson().map(row => row.map(cell => (cell === null ? null : String(cell)))),
  }
}

it('says the same in every form, by every reader: types, nulls and letters', async () => {
  const [tsv, parquet, sector] = [await fileAs('TSV'), await fileAs('PARQUET'), await fileAs('SECTOR')]

  // As pandas: bytes are UTF-8 without a mark, nothing is quoted, what is empty is missing.
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(tsv.bytes)
  const [header = [], ...rows] = text
    .replace(/\n$/, '')
    .split('\n')
    .map(line => line.split('\t'))
  expect(header[0]).toBe('Engagement.Z_UKPRN')
  expect(text).not.toMatch(/[\r"\uFEFF]/)
  expect(new Set(rows.map(row => row.length))).toEqual(new Set([header.length]))
  const plain: Cells = rows.map(row => row.map(cell => (cell === '' ? null : cell)))

  const byDuckDb = await read(
    `select * from read_csv('${tsv.path}', delim = '\t', quote = '', escape = '', header = true, all_varchar = true, nullstr = '')`,
  )
  expect(byDuckDb.names).toEqual(header)
  expect(byDuckDb.cells).toEqual(plain)

  const typed = await read(`select * from read_parquet('${parquet.path}')`)
  expect(typed.names).toEqual(header)
  expect(Object.fromEntries(typed.names.map((name, at) => [name, typed.types[at]]))).toMatchObject({
    'Student.SID': 'VARCHAR',
    'Student.SURNAME': 'VARCHAR',
    'Student.BIRTHDTE': 'DATE',
    'Leaver.ENGENDDATE': 'DATE',
  })
  const asText = await read(
    `select ${header.map(name => `cast("${name}" as varchar) as "${name}"`).join(', ')} from read_parquet('${parquet.path}')`,
  )
  expect(asText.cells).toEqual(plain)
  expect((await read(`select * from read_parquet('${sector.path}')`)).cells).toEqual(typed.cells)

  const at = (name: string) => plain.map(row => row[header.indexOf(name)])
  expect(at('Student.SURNAME')).toContain(surname)
  // Of students who go on there is no end; of those who have left there is.
  expect(at('Leaver.ENGENDDATE')).toContain(null)
  expect(at('Leaver.ENGENDDATE').some(day => day !== null)).toBe(true)
})
