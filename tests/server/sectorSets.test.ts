import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faultsOfPackage } from '../../server/delivery/index.ts'
import { type StatusName, statusOf } from '../../src/domain/status.ts'
import type { DeliveryWithSets } from '../../src/domain/wire/deliveries.ts'
import type { UserEventType } from '../../src/machines/submission-lifecycle/index.ts'
import { generateSample } from '../../src/sample/index.ts'
import { deliveryContent } from '../support/deliveryContent.ts'
import { gestures } from './support/gestures.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { filesInZip } from './support/zip.ts'

/*
 * One Parquet set of a whole collection, partitioned by provider and made incrementally (decisions §13): every chosen submission
 * is in each delivery, and what has not changed since the last one is not made again.
 */

let server: ProcessingServer
const fileOf = (provider: string, students: number, seed = 1) =>
  Buffer.concat([...generateSample({ provider, students, faults: 'none', collection: '23056', seed })])

const send = async (user: string, instId: string, content: Buffer): Promise<string> => {
  const submissionId = randomUUID()
  await server.upload(user, { submissionId, instId, content })
  await server.reaches(submissionId, 'QUALITY_PROCESSING_COMPLETE')
  return submissionId
}

beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
}, 120_000)
afterAll(() => server.stop())

const configure = async (
  over: { schedule?: string; isPseudonymised?: boolean; name?: string; standing?: string } = {},
): Promise<string> => {
  const {
    schedule = 'ON_REQUEST',
    isPseudonymised = false,
    name = 'The sector',
    standing = 'PROCESSED',
  } = over
  const id = randomUUID()
  const files = [
    { file: 'StudentEngagement', columns: ['Student.BIRTHDTE', 'Engagement.Z_FTE'] },
    { file: 'ModuleInstance', columns: [] },
  ]
  const content = {
    files,
    reasons: [],
    standing,
    countries: [],
    levels: [],
    isPseudonymised,
    format: 'SECTOR',
  }
  const body = { id, name, customerId: '5016', collectionReference: '23056', schedule, content }
  const made = await server.call('bedel-admin', 'POST', '/delivery-configurations', { body })
  expect(made.status).toBe(200)
  await server.call('bedel-admin', 'PATCH', `/delivery-configurations/${id}/state`, {
    body: { state: 'ENABLED' },
  })
  return id
}

const shown = async (id: string): Promise<DeliveryWithSets> =>
  (await server.call<DeliveryWithSets>('bedel-staff', 'GET', `/deliveries/${id}`)).body
const ready = (id: string) =>
  expect.poll(async () => (await shown(id)).state, { timeout: 60_000 }).toBe('READY')

const delivered = async (configuration: string): Promise<DeliveryWithSets> => {
  const id = randomUUID()
  await server.call('bedel-admin', 'POST', `/delivery-configurations/${configuration}/deliveries`, {
    body: { id },
  })
  await ready(id)
  return shown(id)
}

/** The package, unpacked. */
const unpacked = async (id: string): Promise<{ folder: string; names: string[] }> => {
  const { body } = await server.call<{ url: string }>(
    'ohe-delivery',
    'POST',
    `/deliveries/${id}/download-request`,
  )
  const answer = await fetch(new URL(body.url, server.origin))
  const files = await filesInZip(Buffer.from(await answer.arrayBuffer()))
  const folder = await mkdtemp(join(tmpdir(), 'bedel-sector-'))
  for (const [name, bytes] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), bytes)
  }
  return { folder, names: [...files.keys()].sort() }
}

const partitions = (configuration: string): Promise<string[]> => server.storage.list(`5016/${configuration}/`)
const written = async (key: string): Promise<number> =>
  (await stat(join(server.dataDir, 'store', 'objects', key))).mtimeMs

it('holds each provider in a folder of its own, is read as one table, and takes over what has not changed', async () => {
  const ashby = await send('ashby-submitter', '0001', fileOf('0001', 30))
  const brackley = await send('brackley-submitter', '0002', fileOf('0002', 20))
  const configuration = await configure()
  const first = await delivered(configuration)
  expect(first.sets.map(({ instId, submissionId, files }) => [instId, submissionId, files])).toEqual([
    ['0001', ashby, []],
    ['0002', brackley, []],
  ])
  const { folder, names } = await unpacked(first.id)
  expect(names).toHaveLength(5)
  for (const name of names.filter(one => one !== 'delivery.json'))
    expect(name).toMatch(/^UKPRN=\d{8}\/(?:StudentEngagement|ModuleInstance)\.parquet$/)
  expect(await faultsOfPackage(folder)).toEqual([])

  const connection = await (await DuckDBInstance.create()).connect()
  const reader = await connection.runAndReadAll(
    `select UKPRN, count(*)::int as records, bool_and(cast(UKPRN as varchar) = "Engagement.Z_UKPRN") as own,
      any_value(typeof("Student.BIRTHDTE")) as born
     from read_parquet('${folder}/*/StudentEngagement.parquet', hive_partitioning = true) group by 1`,
  )
  const rows = reader.getRowObjectsJS()
  connection.closeSync()
  expect(rows).toHaveLength(2)
  for (const row of rows) expect(row).toMatchObject({ own: true, born: 'DATE' })
  expect(rows.reduce((sum, { records }) => sum + Number(records), 0)).toBeGreaterThanOrEqual(50)

  const before = await partitions(configuration)
  expect(before).toHaveLength(2)
  const kept = before.find(key => key.includes(ashby)) ?? ''
  const at = await written(kept)
  const next = await send('brackley-submitter', '0002', fileOf('0002', 25, 2))
  const second = await delivered(configuration)
  expect(second.sets.map(({ submissionId }) => submissionId)).toEqual([ashby, next])
  expect(second.sets[0]).toEqual(first.sets[0])
  expect(await written(kept)).toBe(at)
  expect(await faultsOfPackage((await unpacked(second.id)).folder)).toEqual([])

  const changed = await server.call('bedel-admin', 'PUT', `/delivery-configurations/${configuration}`, {
    body: {
      name: 'The sector',
      customerId: '5016',
      collectionReference: '23056',
      schedule: 'ON_REQUEST',
      content: { ...deliveryContent, files: [{ file: 'StudentEngagement', columns: [] }], format: 'SECTOR' },
    },
  })
  expect(changed.status).toBe(200)
  const third = await delivered(configuration)
  expect((await unpacked(third.id)).names).toHaveLength(3)
  expect(await partitions(configuration)).not.toContain(kept)
})

it('is told to its customer by a mail that says what it holds, where it is, and until when', async () => {
  await server.call('ohe-delivery', 'GET', '/notices/mail')
  await server.asOwner(`update person set email = 'data@ohe.example' where user_id = 'ohe-delivery'`)
  await server.call('ohe-delivery', 'PUT', '/notices/mail', { body: { kinds: ['deliveryReady'] } })
  const { id, rows } = await delivered(await configure({ name: 'By mail' }))
  await server.processing.tell()
  const mail = await server.look<{ address: string; subject: string; text: string }>(
    `select address, subject, text from mail where subject like '%By mail%'`,
  )
  expect([mail.address, mail.subject]).toEqual([
    'data@ohe.example',
    'Ready to download: By mail, Student 2023/24',
  ])
  const [what, holds, until, where, check, change] = mail.text.split('\n\n')
  expect(what).toBe('The delivery By mail of Student 2023/24 is ready for Office for Higher Education.')
  expect(holds).toMatch(
    new RegExp(`^It contains ${rows} rows from 2 providers in one file of [0-9.]+ kB\\.$`),
  )
  // 90 days from the first of October.
  expect(until).toBe('You can download it until 30/12/2024. It is then removed.')
  expect(where).toBe(`Download it in the portal: https://portal.example/delivery/${id}`)
  expect(check).toContain('SHA-256')
  expect(change).toContain('https://portal.example/account')
})

it('makes a partition anew that is damaged and as long as before', async () => {
  const configuration = await configure({ name: 'Damaged' })
  const first = await delivered(configuration)
  const [key = ''] = await partitions(configuration)
  const path = join(server.dataDir, 'store', 'objects', key)
  const bytes = await readFile(path)
  bytes.fill(0xaa, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 16)
  await writeFile(path, bytes)
  const second = await delivered(configuration)
  expect(await faultsOfPackage((await unpacked(second.id)).folder)).toEqual([])
  expect(second.sets).toEqual(first.sets)
  expect((await readFile(path)).equals(bytes)).toBe(false)
})

it('is made by its schedule when the chosen submissions are others, whole', async () => {
  const configuration = await configure({ schedule: 'SIGNED_OFF', name: 'By schedule' })
  const own = async (): Promise<{ id: string }[]> =>
    (await server.call<{ deliveries: { id: string }[] }>('bedel-staff', 'GET', '/deliveries?search=schedule'))
      .body.deliveries
  await server.processing.tell()
  expect(await own()).toHaveLength(1)
  await ready((await own())[0]?.id ?? '')
  await server.processing.tell()
  expect(await own()).toHaveLength(1)
  await send('ashby-submitter', '0001', fileOf('0001', 31, 3))
  server.clock.forward(1000)
  await server.processing.tell()
  const [latest] = await own()
  await ready(latest?.id ?? '')
  expect((await shown(latest?.id ?? '')).sets.map(({ instId }) => instId)).toEqual(['0001', '0002'])
  expect(await partitions(configuration)).toHaveLength(3)
})

it('of pseudonymised records has one pseudonym for one identifier, and none of the file', async () => {
  const configuration = await configure({ isPseudonymised: true, name: 'Pseudonymised' })
  const { id } = await delivered(configuration)
  const { folder } = await unpacked(id)
  expect(await faultsOfPackage(folder)).toEqual([])
  const original = new Set(
    [
      ...fileOf('0001', 31, 3)
        .toString()
        .matchAll(/<SID>([^<]+)</g),
    ].map(([, sid]) => sid),
  )
  const connection = await (await DuckDBInstance.create()).connect()
  const reader = await connection.runAndReadAll(
    `select "Student.SID" as sid, count(distinct UKPRN)::int as providers, bool_and("Student.SID" in
      (select "Student.SID" from read_parquet('${folder}/*/StudentEngagement.parquet'))) as linked
     from read_parquet('${folder}/*/ModuleInstance.parquet', hive_partitioning = true) group by 1`,
  )
  const rows = reader.getRowObjectsJS()
  connection.closeSync()
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.filter(({ sid, linked }) => original.has(String(sid)) || linked !== true)).toEqual([])
})

it('by its schedule takes what has been signed off, and goes on taking it once its history is kept', async () => {
  await configure({ schedule: 'SIGNED_OFF', standing: 'SIGNED_OFF', name: 'Of the signed off' })
  const submissionId = await send('ashby-submitter', '0001', fileOf('0001', 32, 4))
  const decide = async (user: string, type: UserEventType, expected: StatusName) => {
    const { method, path, body } = gestures[type].make(submissionId, statusOf(expected).id)
    expect((await server.call(user, method as 'POST', path, { body })).status).toBeLessThan(300)
  }
  await decide('ashby-signoff', 'SUBMIT', 'AGENCY_APPROVAL')
  await decide('bedel-analyst', 'APPROVE', 'SC_APPROVAL')
  await decide('ohe-analyst', 'APPROVE', 'APPROVED')
  await decide('ashby-signoff', 'REQUEST_SIGN_OFF', 'PROVIDER_SIGNOFF')
  await decide('bedel-admin', 'SIGN_OFF', 'SIGNED_OFF')
  await server.reaches(submissionId, 'HISTORY_DATA_PASSED')
  await server.processing.tell()
  const { body } = await server.call<{ deliveries: { id: string }[] }>(
    'bedel-staff',
    'GET',
    '/deliveries?search=Of%20the%20signed%20off',
  )
  expect(body.deliveries).toHaveLength(1)
  const id = body.deliveries[0]?.id ?? ''
  await ready(id)
  expect((await shown(id)).sets.map(({ instId }) => instId)).toEqual(['0001'])
})

it('keeps no partition longer than the packages that hold it', async () => {
  server.clock.forward(91 * 86_400_000)
  await server.processing.tell()
  const left = (await server.storage.list('5016/')).filter(key => key.includes('partition.'))
  const { rows } = await server.inSystem(async tx => ({
    rows: await tx.selectFrom('submission').select('id').where('has_stored_file', '=', true).execute(),
  }))
  // The schedule has made its set again with the same look; those on request are gone.
  expect(left.filter(key => !rows.some(({ id }) => key.includes(id)))).toEqual([])
  expect(new Set(left.map(key => key.split('/')[1])).size).toBeLessThanOrEqual(1)
})

it('takes over no part that was made before its ruleset was found to keep an identifier', async () => {
  const configuration = await configure({ name: 'Kept identifier', isPseudonymised: true })
  await delivered(configuration)
  // As a release reads it that does not let through any more what the one before it did (`recordTreatment`).
  const { ruleset } = await server.specifications.load({
    schemaVersion: '23056_1_0_0',
    rulesetVersion: '23056_1.0.0',
  })
  const { pseudonymisation } = ruleset
  ruleset.pseudonymisation = undefined
  try {
    const id = randomUUID()
    await server.call('bedel-admin', 'POST', `/delivery-configurations/${configuration}/deliveries`, {
      body: { id },
    })
    await expect.poll(async () => (await shown(id)).state, { timeout: 60_000 }).toBe('FAILED')
    expect((await shown(id)).reason).toContain('leaves an identifier unchanged')
  } finally {
    ruleset.pseudonymisation = pseudonymisation
  }
})
