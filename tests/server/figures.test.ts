import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { generateSample } from '../../src/sample/index.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/** What one page shows of a submission comes from several calls; here they have to agree, and hold nothing untrue. */
let server: ProcessingServer
const id = randomUUID()
beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
  const content = Buffer.concat(
    await Array.fromAsync(
      generateSample({ provider: '0001', students: 30, faults: 'rules', collection: '23056' }),
      piece => Buffer.from(piece),
    ),
  )
  await server.upload('ashby-submitter', { submissionId: id, instId: '0001', content })
  await server.reaches(id, 'QUALITY_PROCESSING_COMPLETE')
})
afterAll(() => server.stop())

const get = async <T>(path: string, user = 'ashby-submitter'): Promise<T> =>
  (await server.call<T>(user, 'GET', path)).body

interface Counts {
  insideTolerance: number
  outsideTolerance: number
}

it('counts each rule once, inside or outside tolerance, in the summary, the lists and the history', async () => {
  const summary = await get<Counts & { credibilityIssues: number }>(`/submissions/${id}/summary`)
  const listed = async (status: string) =>
    (
      await get<{ pagingMetadata: { totalResultsCount: number } }>(
        `/submissions/${id}/validations?limit=1${status}`,
      )
    ).pagingMetadata.totalResultsCount
  const all = await listed('')
  expect(summary.outsideTolerance).toBeGreaterThan(0)
  expect([await listed('&status=1'), await listed('&status=0')]).toEqual([
    summary.outsideTolerance,
    summary.insideTolerance,
  ])
  expect(summary.insideTolerance + summary.outsideTolerance).toBe(all)

  const { rows } = await get<{ rows: Counts[] }>(`/submissions/${id}/failure-summary-table`)
  const results = rows.reduce((sum, row) => sum + row.insideTolerance + row.outsideTolerance, 0)
  const { validations } = await get<{ validations: { specialistRegulators: unknown[] }[] }>(
    `/submissions/${id}/validations?limit=-1`,
  )
  expect(results).toBe(
    validations.reduce((sum, { specialistRegulators }) => sum + 1 + specialistRegulators.length, 0),
  )

  const { events } = await get<{ events: { event: string; detail: Record<string, unknown> }[] }>(
    `/submissions/${id}/lifecycle`,
    'bedel-staff',
  )
  expect(events.find(({ event }) => event === 'QUALITY_RULES_PASSED')?.detail).toMatchObject({
    rules: all,
    outside: summary.outsideTolerance,
  })
})

it('names every blocker of the specification, also where none stands', async () => {
  const { submissionStatuses } = await get<{ submissionStatuses: Record<string, unknown> }>(
    `/submissions/${id}/commit-allowed-status`,
  )
  expect(Object.keys(submissionStatuses).toSorted()).toEqual([
    'isNotLatest',
    'notCollectionEndDate',
    'openIssues',
    'operationalFailures',
    'pgrTransferConsentGiven',
    'ruleFailures',
  ])
  const { facts } = await get<{ facts: { blockers: Record<string, unknown> } }>(`/submissions/${id}`)
  expect(facts.blockers).toMatchObject({ pgrTransferConsentGiven: false })
})

it('counts the open issues of the provider in the report, the commit status and the monitoring page', async () => {
  const rows = async () =>
    (
      await get<{
        validations: {
          Code: string
          RegulatorCode: string
          issue: { id: string; status: { name: string } } | null
        }[]
      }>(`/submissions/${id}/validations?status=1&limit=-1`)
    ).validations
  const counts = async () => {
    const { submissionStatuses } = await get<{ submissionStatuses: { openIssues: number } }>(
      `/submissions/${id}/commit-allowed-status`,
    )
    const { submissions } = await get<{
      submissions: { provider: { instId: string; issueCount: number } }[]
    }>('/collections/23056/submissions', 'bedel-staff')
    return [
      submissionStatuses.openIssues,
      ...submissions
        .filter(({ provider }) => provider.instId !== '0002')
        .map(({ provider }) => [provider.instId, provider.issueCount]),
    ]
  }
  const others = [
    ['0003', 0],
    ['0004', 0],
  ]
  expect((await counts()).toSorted()).toEqual([0, ['0001', 0], ...others].toSorted())
  const [first, second] = await rows()
  expect(first?.issue).toBeNull()
  const raised: string[] = []
  for (const rule of [first, second]) {
    const { status, body } = await server.call<{ id: string }>(
      'ashby-submitter',
      'POST',
      `/submissions/${id}/issues`,
      { body: { validationCode: rule?.Code, regulatorCode: rule?.RegulatorCode } },
    )
    expect(status).toBe(200)
    raised.push(body.id)
  }
  expect((await counts()).toSorted()).toEqual([2, ['0001', 2], ...others].toSorted())
  expect((await rows())[0]?.issue).toMatchObject({ id: raised[0], status: { name: 'Open' } })
  await server.call('ashby-submitter', 'POST', `/issues/${raised[0]}/withdraw`, { body: {} })
  expect((await counts())[0]).toBe(1)
  expect((await rows())[0]?.issue).toMatchObject({ status: { name: 'Withdrawn', isOpen: false } })
})

it('tells operators of the collection: submissions by status, disk use, and days to the deadline', async () => {
  await server.asOwner("update collection set submission_deadline = '2024-10-15' where id = 'c23056'")
  await server.place({ id: randomUUID(), instId: '0002' }, 'APPROVED')
  const figures = await (await fetch(`${server.origin}/metrics`)).text()
  expect(figures).toContain('submissions{collection="23056",status="QUALITY_PROCESSING_COMPLETE"} 1\n')
  expect(figures).toContain('submissions{collection="23056",status="APPROVED"} 1\n')
  const today = server.clock.now()
  const days = Math.round(
    (Date.UTC(2024, 9, 15) - Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate())) /
      86_400_000,
  )
  expect(figures).toContain(`days_to_deadline{collection="23056"} ${days}\n`)
  const { file } = await server.look<{ file: number }>(
    `select file_size::float8 as file from submission where id = '${id}'`,
  )
  const [, bytes] = /^collection_bytes\{collection="23056"\} (\d[\d.e+]*)$/m.exec(figures) ?? []
  expect(Number(bytes)).toBeGreaterThan(file)
})
