import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { runCommand } from '../../scripts/validate/command.ts'
import { type StatusName, statusOf } from '../../src/domain/status.ts'
import type { CollectionWire } from '../../src/domain/wire/collections.ts'
import type { QualityReport } from '../../src/domain/wire/quality.ts'
import type { UserEventType } from '../../src/machines/submission-lifecycle/index.ts'
import { generateStaff } from '../../src/sample/staff.ts'
import { gesturesAt } from './support/gestures.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { giveTo, publisher, schemaForm } from './support/published.ts'

/*
 * A second record, from nothing to the signed-off submission, by the calls of the screens (decisions §17): an agency publishes its
 * schema and ruleset, makes the stream available, and collects it. It has no students, transfers and lists.
 */

const root = join(import.meta.dirname, '../..')
const ruleset = async (): Promise<Record<string, string>> => {
  const folder = join(root, 'rulesets/staff/24025_1.0.0')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return Object.fromEntries(
    await Promise.all(
      files.map(async file => [file.slice(folder.length + 1), await readFile(file, 'utf8')] as const),
    ),
  )
}

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
})
afterAll(() => server.stop())

const as = <T>(user: string, method: string, path: string, body?: unknown) =>
  server.call<T>(user, method, path, body === undefined ? {} : { body })

/** Sends what a person does, with the status to which it leads. */
const does = async (user: string, type: UserEventType, id: string, to: StatusName): Promise<void> => {
  const gesture = gesturesAt({ instId: '0001', collectionId: 'c24025', reference: '24025', mode: 'live' })[
    type
  ]
  const { method, path, body } = gesture.make(id, statusOf(to).id)
  const answer = await as(user, method, path, body)
  expect([type, answer.status, answer.body]).toEqual([
    type,
    expect.toSatisfy(code => code < 300),
    answer.body,
  ])
}

/** The offline check of the same file, with the package of the published specification, finds what the portal's report says (decisions §17). */
const checksTheSame = async (content: Buffer, { validations }: QualityReport): Promise<void> => {
  const { id } = await server.look<{ id: number }>(
    "select specification_id as id from collection where reference = '24025'",
  )
  const answer = await fetch(`${server.origin}/api/specifications/${id}/package`, {
    headers: { authorization: `Bearer ${await server.tokenOf('ashby-signoff')}` },
  })
  expect(answer.status).toBe(200)
  const folder = await mkdtemp(join(tmpdir(), 'bedel-staff-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [file, packed] = [join(folder, 'staff.xml'), join(folder, 'specification.zip')]
  await writeFile(file, content)
  await writeFile(packed, Buffer.from(await answer.arrayBuffer()))
  const { code, out } = await runCommand([file, '--package', packed, '--json'], new AbortController().signal)
  expect(code).toBe(1)
  const { rules } = JSON.parse(out[0] ?? '')
  expect(rules.run).toBe(validations.length)
  expect(
    rules.failing.map(({ ruleCode, status, failureCount, populationCount }: Record<string, unknown>) => [
      ruleCode,
      status,
      failureCount,
      populationCount,
    ]),
  ).toEqual(
    validations
      .filter(({ FailureCount }) => FailureCount > 0)
      .map(one => [one.Code, Number(one.Status), one.FailureCount, one.PopulationCount]),
  )
}

it('a staff file goes from upload through its rules and reports to sign-off', async () => {
  const publish = publisher(server)
  const xsd = await readFile(join(root, 'schemas/staff/24025_1_0_0.xsd'), 'utf8')
  const schema = await publish.schema(schemaForm(xsd))
  expect([schema.status, schema.body.version]).toEqual([200, '24025_1_0_0'])
  const published = await publish.ruleset(await ruleset())
  expect([published.status, published.body.version]).toEqual([200, '24025_1.0.0'])
  await as('bedel-admin', 'PUT', `/specifications/schemas/${schema.body.id}/state`, { stateId: 2 })
  await as('bedel-admin', 'PUT', '/streams/025/available')
  const made = await as<CollectionWire>('bedel-admin', 'POST', '/collections', {
    reference: '24025',
    name: 'Staff 2024/25',
    streamId: '025',
    referencePeriodStart: '2024-08-01',
    referencePeriodEnd: '2025-07-31',
  })
  expect([made.status, made.body.record]).toEqual([200, null])
  await giveTo(server, '24025', published.body)
  const open = await as<CollectionWire>('bedel-admin', 'PUT', '/collections/24025/state', { stateId: 3 })
  expect([open.status, open.body.record]).toEqual([
    200,
    {
      id: 'staff',
      name: 'Staff',
      words: {
        unit: 'member of staff',
        units: 'members of staff',
        sub: 'contract',
        subs: 'contracts',
      },
      parts: ['counts'],
    },
  ])

  const id = randomUUID()
  const staff = Buffer.from(generateStaff({ provider: '0001', members: 120, faults: 'rules' }))
  await server.upload('ashby-signoff', {
    submissionId: id,
    instId: '0001',
    collectionId: 'c24025',
    content: staff,
  })
  await server.reaches(id, 'QUALITY_PROCESSING_COMPLETE')
  const figures = await as<{ students: { of: string; now: number } }>(
    'ashby-signoff',
    'GET',
    `/submissions/${id}/key-figures`,
  )
  expect(figures.body.students).toMatchObject({ of: 'Members of staff', now: 120 })
  const report = await as<QualityReport>('ashby-signoff', 'GET', `/submissions/${id}/validations`)
  expect(report.body.validations.map(({ Code }) => Code).toSorted()).toHaveLength(10)
  // The sample leaves every fifth fixed-term contract without an end.
  expect(report.body.validations.flatMap(({ Code, Status }) => (Status === '1' ? [Code] : []))).toEqual([
    'QR.STAFF.Contract.CONEND.902.V01',
  ])
  await checksTheSame(staff, report.body)
  const listed = await as<{ reports: { CollectionReportCode: string }[] }>(
    'ashby-signoff',
    'GET',
    `/collection-reports/${id}/reports`,
  )
  expect(listed.body.reports.map(({ CollectionReportCode }) => CollectionReportCode)).toEqual([
    'FREQCOUNT',
    'COMPARISON',
  ])

  // Submissions are taken once the reference period has ended.
  server.clock.forward(Date.parse('2025-09-01T12:00:00Z') - server.clock.now().getTime())
  await does('ashby-signoff', 'SUBMIT', id, 'AGENCY_APPROVAL')
  await does('bedel-analyst', 'APPROVE', id, 'SC_APPROVAL')
  await does('ohe-analyst', 'APPROVE', id, 'APPROVED')
  await does('ashby-signoff', 'REQUEST_SIGN_OFF', id, 'PROVIDER_SIGNOFF')
  await does('bedel-admin', 'SIGN_OFF', id, 'SIGNED_OFF')
  await server.reaches(id, 'HISTORY_DATA_PASSED')
}, 180_000)
