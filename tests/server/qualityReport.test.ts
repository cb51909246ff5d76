import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QualityReport, QualityRuleRow } from '../../src/domain/wire/quality.ts'
import { generateSample } from '../../src/sample/index.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/** The quality report beside earlier uploads: a faulty file, one that mends it, and a larger one with faults again. */
let server: ProcessingServer
const uploads = { faulty: randomUUID(), mended: randomUUID(), again: randomUUID() }

const upload = async (submissionId: string, students: number, faults: 'rules' | 'none'): Promise<void> => {
  const content = Buffer.concat([
    ...generateSample({ provider: '0001', students, faults, collection: '23056' }),
  ])
  await server.upload('ashby-submitter', { submissionId, instId: '0001', content })
  await server.reaches(submissionId, 'QUALITY_PROCESSING_COMPLETE')
  server.clock.forward(60_000)
}

beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
  await upload(uploads.faulty, 60, 'rules')
  await upload(uploads.mended, 60, 'none')
  await upload(uploads.again, 90, 'rules')
})
afterAll(() => server.stop())

const report = async (path: string, user = 'ashby-submitter'): Promise<QualityReport> => {
  const { body, status } = await server.call<QualityReport>(user, 'GET', `/submissions/${path}`)
  expect(status).toBe(200)
  return body
}
const last = (id: string, query = ''): Promise<QualityReport> =>
  report(`${id}/validations?limit=-1&against=last${query}`)
const codes = (rows: readonly QualityRuleRow[]) => rows.map(({ Code }) => Code).toSorted()
const outside = ({ validations }: QualityReport) => validations.filter(isOutside)
const isOutside = (row: QualityRuleRow): boolean =>
  [row, ...row.specialistRegulators].some(({ Status }) => Status === '1')
const standing = ({ validations }: QualityReport, name: QualityRuleRow['Standing']) =>
  validations.filter(({ Standing }) => Standing === name)

describe('against the last upload (specification 2 §2.9, decisions §12)', () => {
  it('has nothing to stand beside in a first upload', async () => {
    const first = await last(uploads.faulty)
    expect(first.comparedWith).toBeNull()
    expect(first.uploads.map(({ submissionId }) => submissionId)).toEqual([uploads.faulty])
    expect(standing(first, null)).toHaveLength(first.validations.length)
    expect(outside(first).length).toBeGreaterThan(5)
  })

  it('tells what was mended when nothing fails any more, and what is new after that', async () => {
    const [faulty, mended, again] = [
      await last(uploads.faulty),
      await last(uploads.mended),
      await last(uploads.again),
    ]
    expect(mended.comparedWith?.submissionId).toBe(uploads.faulty)
    expect(again.comparedWith?.submissionId).toBe(uploads.mended)
    const gone = outside(faulty).filter(({ Code }) => !codes(outside(mended)).includes(Code))
    expect(gone.length).toBeGreaterThan(5)
    expect(codes(standing(mended, 'mended'))).toEqual(codes(gone))
    const entered = outside(again).filter(({ Code }) => !codes(outside(mended)).includes(Code))
    expect(codes(standing(again, 'new'))).toEqual(codes(entered))
    const [rule] = standing(mended, 'mended').filter(({ FailureCount }) => FailureCount === 0)
    const before = faulty.validations.find(({ Code }) => Code === rule?.Code)
    expect(rule).toMatchObject({
      PrevFailureCount: before?.FailureCount,
      FailureChange: -(before?.FailureCount ?? 0),
    })
    const now = again.validations.find(({ Code }) => Code === rule?.Code)
    expect(now?.Trend).toEqual([before?.FailureCount, 0, now?.FailureCount])
  })

  it('stands beside every earlier submission with results, and says how each rule went since then', async () => {
    const { body } = await server.call<{ previousSubmissions: { submissionId: string }[] }>(
      'ashby-submitter',
      'GET',
      `/credibility/${uploads.again}/get-previous-submissions/c23056/0001`,
    )
    expect(body.previousSubmissions.map(({ submissionId }) => submissionId)).toEqual([
      uploads.mended,
      uploads.faulty,
    ])
    const compared = await report(`${uploads.again}/validations/compare/${uploads.faulty}?limit=-1`)
    expect(compared.comparedWith?.submissionId).toBe(uploads.faulty)
    const before = new Map((await last(uploads.faulty)).validations.map(row => [row.Code, row]))
    for (const row of compared.validations.filter(isOutside)) {
      const former = before.get(row.Code)
      if (!former || !isOutside(former)) expect(row.Standing).toBe('new')
      else if (row.MeasuredPercent === null)
        expect(row.Standing).toBe(
          row.FailureCount > former.FailureCount
            ? 'worse'
            : row.FailureCount < former.FailureCount
              ? 'better'
              : 'unchanged',
        )
    }
  })

  it('is downloaded as it is seen: the comparison, with what is chosen and nothing else', async () => {
    const csvOf = async (path: string) => {
      const { body } = await server.call<string>('ashby-submitter', 'GET', `/submissions/${path}`, {
        accept: 'text/csv',
      })
      return body.replace('\uFEFF', '').trimEnd().split('\r\n')
    }
    const shown = await last(uploads.mended, '&standing=mended&grouping=entity')
    const [heading, ...lines] = await csvOf(
      `${uploads.mended}/validations?against=last&standing=mended&grouping=entity`,
    )
    expect(heading).toContain('Previous failure,Failure change,Against the previous submission')
    expect(lines.filter(line => line.endsWith(',Mended')).length).toBeGreaterThan(5)
    expect([...new Set(lines.map(line => line.split(',')[0]))]).toEqual(
      shown.validations.map(({ Code }) => Code),
    )
    const entities = shown.validations.map(({ Entity }) => Entity)
    expect(entities).toEqual(entities.toSorted())
    const beside = await csvOf(
      `${uploads.again}/validations/compare/${uploads.faulty}?kind=operational&status=1`,
    )
    const operational = await report(
      `${uploads.again}/validations/compare/${uploads.faulty}?limit=-1&kind=operational&status=1`,
    )
    expect(operational.validations.every(row => row.IsOperational && isOutside(row))).toBe(true)
    expect(new Set(beside.slice(1).map(line => line.split(',')[0])).size).toBe(operational.validations.length)
  })
})

describe('totals (specification 2 §2.9)', () => {
  it('by regulator are those of the report filtered by the regulator', async () => {
    const { body } = await server.call<{
      rows: { header: string; insideTolerance: number; outsideTolerance: number }[]
    }>('ashby-submitter', 'GET', `/submissions/${uploads.again}/failure-summary-table`)
    const { validations } = await last(uploads.again)
    const named = new Map(
      validations.flatMap(row =>
        [row, ...row.specialistRegulators].map(one => [one.RegulatorShortName, one.RegulatorCode]),
      ),
    )
    expect(body.rows.length).toBeGreaterThan(1)
    for (const { header, insideTolerance, outsideTolerance } of body.rows) {
      const counted = async (status: string) =>
        (await report(`${uploads.again}/validations?limit=1&regulator=${named.get(header)}&status=${status}`))
          .pagingMetadata.totalResultsCount
      expect([await counted('0'), await counted('1')]).toEqual([insideTolerance, outsideTolerance])
    }
  })

  it('are those of the reader: a specialist regulator has the rules that name it, and their standing for it', async () => {
    const own = await report(`${uploads.again}/validations?limit=-1&against=last`, 'ttb-analyst')
    expect(own.validations.length).toBeGreaterThan(0)
    expect(new Set(own.validations.map(({ RegulatorCode }) => RegulatorCode)).size).toBe(1)
    for (const row of own.validations)
      expect(['new', 'worse', 'unchanged', 'better'].includes(row.Standing ?? '')).toBe(row.Status === '1')
  })
})
