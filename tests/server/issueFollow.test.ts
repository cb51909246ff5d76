import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { QualityRuleRow } from '../../src/domain/wire/quality.ts'
import { generateSample } from '../../src/sample/index.ts'
import { expectConforming } from './support/conforms.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/** Issues outlive the submission that they were raised from: what later uploads, and an override, make of them. */
let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
})
afterAll(() => server.stop())
afterEach(() => expectConforming(server))

const upload = async (faults: 'rules' | 'none'): Promise<string> => {
  const submissionId = randomUUID()
  const sample = generateSample({ provider: '0001', students: 40, faults, collection: '23056' })
  await server.upload('ashby-submitter', {
    submissionId,
    instId: '0001',
    content: Buffer.concat([...sample]),
  })
  await server.reaches(submissionId, 'QUALITY_PROCESSING_COMPLETE')
  return submissionId
}

const rowsOf = async (submissionId: string): Promise<Map<string, QualityRuleRow>> => {
  const path = `/submissions/${submissionId}/validations?limit=-1`
  const { body } = await server.call<{ validations: QualityRuleRow[] }>('ashby-submitter', 'GET', path)
  return new Map(body.validations.map(row => [row.Code, row]))
}

it('follows to the next upload: data that mend close an issue, data that fail again open it, and an override counts', async () => {
  const first = await upload('rules')
  const faulty = [...(await rowsOf(first)).values()].filter(
    ({ Status, specialistRegulators }) => Status === '1' && specialistRegulators.length === 0,
  )
  const [mended, granted] = faulty.filter(({ Tolerances }) =>
    Tolerances.every(({ toleranceTypeId }) => toleranceTypeId === 2),
  )
  if (!mended || !granted) throw new Error('The sample breaks fewer than two percentages.')
  const raise = async ({ Code, RegulatorCode }: QualityRuleRow): Promise<string> => {
    const body = { validationCode: Code, regulatorCode: RegulatorCode }
    const answer = await server.call<{ id: string }>(
      'ashby-submitter',
      'POST',
      `/submissions/${first}/issues`,
      { body },
    )
    return answer.body.id
  }
  const issues = { mended: await raise(mended), granted: await raise(granted) }
  await server.call('ashby-signoff', 'POST', `/issues/${issues.granted}/override-request`, {
    body: {
      tolerances: granted.Tolerances.map(part => ({ ...part, toleranceFrom: 100 })),
      text: 'All of them are genuine.',
    },
  })
  await server.call('bedel-analyst', 'POST', `/issues/${issues.granted}/approve`, { body: {} })

  // Nothing was signed off last year that the report could be held against: it shades no cell.
  const ofReport = await server.call<{ id: string }>(
    'ashby-submitter',
    'POST',
    `/submissions/${first}/issues`,
    { body: { validationCode: 'SEN1', regulatorCode: '5016', subject: 'report' } },
  )
  const statusOfReport = async (): Promise<string> =>
    (await server.call<{ status: { code: string } }>('ashby-submitter', 'GET', `/issues/${ofReport.body.id}`))
      .body.status.code
  expect(await statusOfReport()).toBe('OPEN')

  const after = async (submissionId: string) => {
    const rows = await rowsOf(submissionId)
    return [mended, granted].map(({ Code }) => {
      const { Status, IsProviderToleranceOverride, issue } = rows.get(Code)!
      return [Status, IsProviderToleranceOverride, issue?.status.code]
    })
  }
  expect(await after(first)).toEqual([
    ['1', false, 'OPEN'],
    ['0', true, 'OVERRIDE_GRANTED'],
  ])
  expect(await after(await upload('none'))).toEqual([
    ['0', false, 'DATA_CORRECTED'],
    ['0', true, 'OVERRIDE_GRANTED'],
  ])
  expect(await statusOfReport()).toBe('DATA_CORRECTED')
  expect(await after(await upload('rules'))).toEqual([
    ['1', false, 'OPEN'],
    ['0', true, 'OVERRIDE_GRANTED'],
  ])
  const { body } = await server.call<{
    figures: { isOutside: boolean }[]
    history: { event: string; by: string }[]
  }>('ashby-submitter', 'GET', `/issues/${issues.mended}`)
  expect(body.figures.map(({ isOutside }) => isOutside)).toEqual([true, false, true])
  expect(body.history.slice(2).map(({ event, by }) => [event, by])).toEqual([
    ['RESULTS_INSIDE', 'Bedel'],
    ['RESULTS_OUTSIDE', 'Bedel'],
  ])
}, 240_000)
