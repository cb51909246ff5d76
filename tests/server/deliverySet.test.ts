import { randomUUID } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOfSet } from '../../server/delivery/index.ts'
import type { SubmissionWire } from '../../src/domain/wire/submissions.ts'
import { generateSample } from '../../src/sample/index.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { filesInZip } from './support/zip.ts'

/* The files that are delivered of a submission: made once its processing is complete, told by TSV_READY (decisions §13). */

let server: ProcessingServer
const submissionId = randomUUID()
const content = Buffer.concat([
  ...generateSample({ provider: '0001', students: 60, faults: 'rules', collection: '23056' }),
])
beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
  await server.upload('ashby-submitter', { submissionId, instId: '0001', content })
  await server.reaches(submissionId, 'QUALITY_PROCESSING_COMPLETE')
}, 120_000)
afterAll(() => server.stop())

const location = async () =>
  (await server.call<SubmissionWire>('ashby-guest', 'GET', `/submissions/${submissionId}`)).body
    .tsvDeliveryLocation
const ask = (user: string, uuid = submissionId) =>
  server.call<{ url: string }>(user, 'POST', '/files/delivery-set/download', {
    body: { submissionUuid: uuid },
  })

const unpacked = async (): Promise<{ folder: string; files: Map<string, Buffer> }> => {
  const { status, body } = await ask('ashby-signoff')
  expect(status).toBe(200)
  const zip = Buffer.from(await (await fetch(new URL(body.url, server.origin))).arrayBuffer())
  const files = await filesInZip(zip)
  const folder = await mkdtemp(join(tmpdir(), 'bedel-set-'))
  for (const [name, bytes] of files) await writeFile(join(folder, name), bytes)
  return { folder, files }
}

describe('the delivery files of a processed submission', () => {
  it('are told once, to the provider, the agency and the regulators', async () => {
    await expect.poll(location, { timeout: 30_000 }).not.toBeNull()
    const recipients = await server.inSystem(async tx => {
      const { rows } = await sql<{ inst_id: string }>`select inst_id from live_message
        where payload ->> 'type' = 'TSV_READY' and payload ->> 'submissionId' = ${submissionId} order by inst_id`.execute(
        tx,
      )
      return rows.map(({ inst_id }) => inst_id)
    })
    expect(recipients).toEqual(['0001', '5016', '5101', 'bedel'].filter(id => recipients.includes(id)))
    expect(recipients).toEqual(expect.arrayContaining(['0001', '5016', 'bedel']))
  })

  it('verify against their manifest, and hold each record of the file once', async () => {
    const { folder, files } = await unpacked()
    expect(await faultsOfSet(folder)).toEqual([])
    const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '')
    expect(manifest).toMatchObject({ collection: '23056', instId: '0001', submissionId })
    const rowsOf = (name: string) =>
      manifest.files.find(({ file }: { file: string }) => file.includes(`_${name}_`))?.rows
    const elements = (name: string) => content.toString().split(`<${name}>`).length - 1
    for (const entity of [
      'StudentCourseSession',
      'ModuleInstance',
      'StudyLocation',
      'Disability',
      'FundingBody',
    ])
      expect([entity, rowsOf(entity)]).toEqual([entity, elements(entity)])
    expect(rowsOf('StudentEngagement')).toBe(elements('Engagement'))
    expect(rowsOf('ModuleInstance')).toBeGreaterThan(100)
  })

  it('are sorted by their key, whatever the order of the file', async () => {
    const { files } = await unpacked()
    for (const [name, bytes] of files) {
      if (!name.endsWith('.tsv')) continue
      const [header = '', ...rows] = bytes.toString().slice(0, -1).split('\n')
      const width = header.split('\t').length
      expect(rows.every(row => row.split('\t').length === width)).toBe(true)
      const keys = rows.map(row =>
        row
          .split('\t')
          .slice(0, name.includes('_Disability_') ? 2 : 3)
          .join('\t'),
      )
      expect(keys).toEqual(keys.toSorted())
    }
  })

  it('are not found before they are made, and each download leaves a line of audit', async () => {
    const { rows } = await server.inSystem(tx =>
      sql<{
        count: number
      }>`select count(*)::int as count from audit_line where action = 'DELIVERY_SET_DOWNLOADED'`.execute(tx),
    )
    expect(rows[0]?.count).toBe(2)
    const other = randomUUID()
    await server.place({ id: other, instId: '0002' }, 'QUALITY_PROCESSING_COMPLETE')
    expect((await ask('brackley-signoff', other)).status).toBe(404)
  })
})
