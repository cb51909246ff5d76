import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { users } from '../../server/identity/demonstration.ts'
import type { CredibilityReport } from '../../src/domain/wire/reports.ts'
import { generateSample } from '../../src/sample/index.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/* The reference file of staff and expenditure, and the Cost Centre Analysis that shows it (reference §5.3, decisions §12). */

let server: ProcessingServer
const submissionId = randomUUID()
beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
  const content = Buffer.concat([...generateSample({ provider: '0001', students: 30, collection: '23056' })])
  await server.upload('ashby-submitter', { submissionId, instId: '0001', content })
  await server.reaches(submissionId, 'QUALITY_PROCESSING_COMPLETE')
}, 120_000)
afterAll(() => server.stop())

const path = '/collections/23056/cost-centres'
const send = (user: string, csv: string) =>
  server.call<{ detail?: string; faults?: { line: number }[] }>(user, 'PUT', path, { body: { csv } })
const head = 'INSTID,COSTCN,STAFFFTE,EXPENDITURE'
const report = async (user = 'ashby-submitter') =>
  (await server.call<CredibilityReport>(user, 'GET', `/credibilityapi/credibilityreport/CCA/${submissionId}`))
    .body
const totals = async (user?: string) =>
  (await report(user)).Tabs[0]?.DataRows.at(-1)
    ?.filter(({ Id }) => Id.startsWith('* blank'))
    .map(({ DataValues }) => DataValues?.TopLeft?.Value ?? null)

it('is sent by administrators and read by the agency', async () => {
  for (const { id } of users.filter(({ id }) => id !== 'supplier')) {
    const isAgency = id.startsWith('bedel')
    expect([id, (await server.call(id, 'GET', path)).status]).toEqual([id, isAgency ? 200 : 403])
    expect([id, (await send(id, 'nothing')).status]).toEqual([id, id === 'bedel-admin' ? 422 : 403])
  }
})

it('is taken whole or not at all; every report shows it at once, downloads too', async () => {
  expect(await totals()).toEqual([null, null, null, null])
  const faulty = await send('bedel-admin', `${head}\n0001,101,x,1\n0001,999,1,1\n`)
  expect([faulty.status, faulty.body.faults?.map(({ line }) => line)]).toEqual([422, [2]])
  expect((await send('bedel-admin', `${head}\nnobody,101,1,1\n`)).body.detail).toContain(
    'Provider nobody not found',
  )
  expect(await totals()).toEqual([null, null, null, null])
  const codes =
    (await report()).Tabs[0]?.DataRows.map(([first]) => first?.Id.replace('row', '')).filter(code =>
      /^\d{3}$/.test(code ?? ''),
    ) ?? []
  const csv = [head, ...codes.map(code => `0001,${code},10,1000`), '0002,101,5,5'].join('\n')
  expect(await send('bedel-admin', csv)).toMatchObject({
    status: 200,
    body: { costCentres: codes.length + 1, providers: 2, sentBy: server.actor('bedel-admin').name },
  })
  const [staff, money, perStaff, perStudent] = (await totals()) ?? []
  expect([staff, money]).toEqual([
    (codes.length * 10).toLocaleString('en-GB', { minimumFractionDigits: 1 }),
    (codes.length * 1000).toLocaleString('en-GB'),
  ])
  expect(Number(perStaff)).toBeGreaterThan(0)
  expect(Number((perStudent ?? '').replaceAll(',', ''))).toBeGreaterThan(0)
  expect(await totals('ohe-analyst')).toEqual(await totals())
  const file = await server.call<string>('ashby-submitter', 'POST', '/files/acr/url/CCA/csv', {
    body: { submissionUuid: submissionId, reportCode: 'CCA' },
  })
  expect(file.body).toContain('Staff but no students in this cost centre.')
  const back = await server.call<string>('bedel-staff', 'GET', path, { accept: 'text/csv' })
  expect(back.body.replace('\uFEFF', '').trim().split('\r\n').at(-1)).toBe('0002,101,5,5')
})
