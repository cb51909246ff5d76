import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { allCalls } from '../../server/http/openapi.ts'
import type { Call } from '../../src/domain/wire/call.ts'
import { generateSample, type SampleOptions } from '../../src/sample/index.ts'
import { deliveryScene, details } from './support/deliveryScene.ts'
import { addIssue, addNotice } from './support/foreignScene.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { allCells, missingBirth } from './support/recordAccess.ts'

/*
 * Every list that is given in pages counts all of its rows, whichever page is asked for: an address may name a page past
 * the end, because a row has gone or because somebody wrote it there.
 */

let server: ProcessingServer
const [earlier, checked, faulty, tried, triedFaulty, elsewhere] = Array.from({ length: 6 }, () =>
  randomUUID(),
)
let webhookId = ''

const sample = (options: Partial<SampleOptions> & { students: number }): Buffer =>
  Buffer.concat([...generateSample({ provider: '0001', collection: '23056', faults: 'none', ...options })])

beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
  const moving = { provider: '0003', students: 120, researchersMoveTo: '0001' }
  for (const [submissionId = '', user, instId, content] of [
    [elsewhere, 'cardigan-signoff', '0003', sample(moving)],
    [faulty, 'ashby-submitter', '0001', sample({ students: 300, faults: 'schema' })],
    [earlier, 'ashby-submitter', '0001', sample({ students: 60 })],
    [
      checked,
      'ashby-submitter',
      '0001',
      sample({ students: 156, faults: 'rules', researchersMoveTo: '0002' }),
    ],
    [tried, 'ashby-ovt', '0001', sample({ students: 60, faults: 'rules' })],
    [triedFaulty, 'ashby-ovt', '0001', sample({ students: 300, faults: 'schema' })],
  ] as const) {
    await server.upload(user, { submissionId, instId, content, isOvt: user === 'ashby-ovt' })
    await server.reaches(submissionId, 'QUALITY_PROCESSING_COMPLETE', 'SCHEMA_CHECK_FAILED')
    server.clock.forward(60_000)
  }
  const done = async (method: string, path: string, body?: unknown) => {
    const answer = await server.call<Record<string, Record<string, string>>>('ashby-signoff', method, path, {
      body,
    })
    expect([path, answer.status]).toEqual([path, 200])
    return answer.body
  }
  await done('PUT', `/collection-reports/pgr-transfers-in/${checked}?instId=0003`)
  const webhook = {
    name: 'Records office',
    url: 'https://ashby.example/hook',
    events: ['submission.declined'],
  }
  webhookId = (await done('POST', '/suppliers/webhooks', webhook)).webhook?.id ?? ''
  expect(
    (await server.call('ashby-signoff', 'POST', `/suppliers/webhooks/${webhookId}/test`)).status,
  ).toBeLessThan(300)
  await addIssue(server, { submissionId: checked ?? '', instId: '0001' })
  await addNotice(server, '0001')
  const { delivery } = await deliveryScene(() => server).delivered(details())
  await server.asOwner(`insert into delivery_download (delivery_id, customer_id, downloaded_utc, user_id, user_name, organisation_id)
    values ('${delivery}', '5016', now(), 'ohe-delivery', 'Test', '5016')`)
}, 120_000)
afterAll(() => server.stop())

interface List {
  as: string
  path: () => string
  query?: string
  /** Where the answer has its rows and the count of all of them. */
  rows: string
  total: string
}
const list = (as: string, path: () => string, rows: string, total: string, query?: string): List => ({
  as,
  path,
  rows,
  total,
  ...(query === undefined ? {} : { query }),
})
const results = 'pagingMetadata.totalResultsCount'
const count = 'pagingMetadata.total'
const filtered = 'pagingMetadata.filteredTotal'

/** Each paged call, by its name, at a list that has rows. A new one fails the first test until it is in here. */
const lists: Record<string, List> = {
  listCollections: list('bedel-admin', () => '/collections', 'collections', count),
  listActivityLog: list(
    'bedel-admin',
    () => '/collections/activity-log',
    'activityLogs',
    count,
    'collectionReference=23056',
  ),
  listProviderActivityLog: list(
    'ashby-submitter',
    () => '/providers/0001/activity-log',
    'activityLogs',
    count,
    'collectionReference=23056',
  ),
  listSchemaChecks: list(
    'ashby-submitter',
    () => `/submissions/${faulty}/schemachecks`,
    'schemaChecks',
    results,
  ),
  listOvtSchemaChecks: list(
    'ashby-ovt',
    () => `/submissions/ovt/${triedFaulty}/schemachecks`,
    'schemaChecks',
    results,
  ),
  listValidations: list(
    'ashby-submitter',
    () => `/submissions/${checked}/validations`,
    'validations',
    results,
  ),
  listOvtValidations: list(
    'ashby-ovt',
    () => `/submissions/ovt/${tried}/validations`,
    'validations',
    results,
  ),
  compareValidations: list(
    'ashby-submitter',
    () => `/submissions/${checked}/validations/compare/${earlier}`,
    'validations',
    results,
  ),
  getRecordChanges: list(
    'ashby-submitter',
    () => `/submissions/${checked}/validations/${missingBirth}/changes`,
    'results',
    results,
  ),
  getValidation: list(
    'ashby-submitter',
    () => `/submissions/${checked}/validations/${missingBirth}`,
    'results',
    results,
  ),
  getOvtValidation: list(
    'ashby-ovt',
    () => `/submissions/ovt/${tried}/validations/${missingBirth}`,
    'results',
    results,
  ),
  listStudents: list('ashby-submitter', () => `/submissions/${checked}/students`, 'students', results),
  listIssues: list('ashby-submitter', () => '/issues', 'issues', results),
  listNotices: list('ashby-submitter', () => '/notices', 'notices', results),
  listTasks: list('ashby-signoff', () => '/tasks', 'tasks', results),
  getDrilldown: list(
    'ashby-submitter',
    () => `/credibilityapi/credibilityreport/SEN1/${checked}/${allCells}`,
    'DrillDown.Data',
    'PagingMetadata.Total',
  ),
  getSurveyPopulation: list(
    'ashby-submitter',
    () => `/collection-reports/nss/${checked}`,
    'rows',
    'total',
    'tab=Excluded%20by%20code',
  ),
  listTransfersOut: list(
    'ashby-submitter',
    () => `/collection-reports/pgr-transfers-out/download-data/${checked}/0002`,
    'rows',
    'total',
  ),
  listTransfersIn: list(
    'ashby-submitter',
    () => `/collection-reports/pgr-transfers-in/download-data/${checked}/0003`,
    'rows',
    'total',
  ),
  listReprocessFiles: list('bedel-admin', () => '/collection-reports/iris/reprocess-files', 'files', count),
  compareAllReports: list(
    'ashby-submitter',
    () => `/collection-reports/comparison/${checked}`,
    'figures',
    'total',
    `previousSubmissionId=${earlier}`,
  ),
  listAuditLines: list('bedel-admin', () => '/audit-lines', 'lines', results),
  listDeliveries: list('bedel-admin', () => '/deliveries', 'deliveries', count),
  listDownloads: list('bedel-admin', () => '/deliveries/downloads-log', 'downloads', count),
  listJobs: list('bedel-admin', () => '/jobs', 'jobs', count),
  listDpsSubmissions: list(
    'bedel-anon',
    () => '/submissions/get-dps-submissions',
    'results',
    'metadata.resultsCount',
  ),
  listSpecificationRules: list('bedel-admin', () => '/specifications/1/validations', 'validations', filtered),
  listDerivedFields: list('bedel-admin', () => '/specifications/1/derived-fields', 'derivedFields', filtered),
  listPublishedRules: list(
    'ashby-submitter',
    () => '/specification/23056/rules',
    'rules',
    'paging.filteredTotal',
  ),
  listPublishedFields: list(
    'ashby-submitter',
    () => '/specification/23056/dictionary',
    'fields',
    'paging.filteredTotal',
  ),
  listPublishedDerived: list(
    'ashby-submitter',
    () => '/specification/23056/derived-fields',
    'derivedFields',
    'paging.filteredTotal',
  ),
  listWebhookDeliveries: list(
    'ashby-signoff',
    () => `/suppliers/webhooks/${webhookId}/deliveries`,
    'deliveries',
    results,
  ),
}

/** Lists last year's signed-off record, which takes long to make, by the function that also lists getSurveyPopulation. */
const sameAsAnother = ['getExpectedPopulation']

const parametersOf = ({ query }: Call): string[] =>
  query ? Object.keys(z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }).properties ?? {}) : []
const paged = allCalls().filter(
  ({ name, call }) =>
    parametersOf(call).some(one => one === 'offset' || one === 'page') && !sameAsAnother.includes(name),
)

const at = (body: unknown, path: string): unknown =>
  path.split('.').reduce((part, name) => (part as Record<string, unknown> | undefined)?.[name], body)

describe('a list in pages', () => {
  it('is known here, whichever call gives it', () => {
    expect(Object.keys(lists).toSorted()).toEqual(paged.map(({ name }) => name).toSorted())
  })

  it.each(paged)(
    'of $name counts all its rows on its first page, its last page and past its end',
    async ({ name, call }) => {
      const { as, path, query = '', rows, total } = lists[name] ?? expect.fail(name)
      const page = async (from: number) => {
        const parameters = parametersOf(call).includes('page')
          ? `page=${from + 1}&pageSize=1`
          : `offset=${from}&limit=1`
        const { status, body } = await server.call(as, 'GET', `${path()}?${query}&${parameters}`)
        expect([status, body]).toEqual([200, expect.anything()])
        return { rows: (at(body, rows) as unknown[]).length, total: at(body, total) }
      }
      const first = await page(0)
      const all = Number(first.total)
      expect(first).toEqual({ rows: 1, total: expect.any(Number) })
      expect(all).toBeGreaterThan(0)
      expect(await page(all - 1)).toEqual({ rows: 1, total: all })
      expect(await page(all)).toEqual({ rows: 0, total: all })
      expect(await page(99_999)).toEqual({ rows: 0, total: all })
    },
  )
})

describe('a read of one mode', () => {
  const calls = allCalls().filter(
    ({ call }) =>
      call.method === 'GET' && call.path.startsWith('/submissions/') && call.path.includes('{id}'),
  )
  const paths: string[] = calls.map(({ call }) => call.path)
  const ofValidation = paths.filter(path => path.startsWith('/submissions/ovt/'))
  /** The same read of the other mode, as specification 2 §7.2 has it. */
  const ofLive = ofValidation.map(path => path.replace('/ovt/', '/')).filter(path => paths.includes(path))
  const statusOf = async (user: string, path: string, id = '') => {
    const named = path
      .replace('{id}', id)
      .replace('{validationId}', missingBirth)
      .replace('{previousId}', earlier ?? '')
    return (await server.call(user, 'GET', named)).status
  }

  it('finds files of that mode', async () => {
    expect(ofValidation.length).toBeGreaterThan(5)
    expect(ofLive.length).toBeGreaterThan(5)
    for (const path of ofValidation)
      expect([path, await statusOf('ashby-ovt', path, tried)]).toEqual([path, 200])
    for (const path of ofLive)
      expect([path, await statusOf('ashby-submitter', path, checked)]).toEqual([path, 200])
  })

  it('does not find a file of the other mode', async () => {
    for (const path of ofValidation)
      expect([path, await statusOf('ashby-ovt', path, checked)]).toEqual([path, 404])
    for (const path of ofLive)
      expect([path, await statusOf('ashby-submitter', path, tried)]).toEqual([path, 404])
    expect(await statusOf('ashby-ovt', '/submissions/{id}', tried)).toBe(404)
    // What is about live submissions alone finds nothing of a validated file either.
    for (const path of paths.filter(one => !ofValidation.includes(one)))
      expect([path, await statusOf('ashby-submitter', path, tried)]).not.toEqual([path, 200])
  })
})
