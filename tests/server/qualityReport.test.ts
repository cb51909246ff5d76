import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stageContextOf } from '../../server/pipeline/index.ts'
import { type StatusName, statusOf } from '../../src/domain/status.ts'
import type { KeyFigure, QualityReport, QualityRuleRow } from '../../src/domain/wire/quality.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { isOutside, outside, qualityScene, uploads } from './support/qualityScene.ts'

/** The quality report beside earlier uploads, with its totals. */
let server: ProcessingServer
let scene: ReturnType<typeof qualityScene>
beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
  scene = qualityScene(server)
  await scene.uploadAll()
})
afterAll(() => server.stop())

const codes = (rows: readonly QualityRuleRow[]) => rows.map(({ Code }) => Code).toSorted()
const standing = ({ validations }: QualityReport, name: QualityRuleRow['Standing']) =>
  validations.filter(({ Standing }) => Standing === name)

describe('against the last upload (specification 2 §2.9, decisions §12)', () => {
  it('has nothing to stand beside in a first upload', async () => {
    const first = await scene.last(uploads.faulty)
    expect(first.comparedWith).toBeNull()
    expect(first.uploads.map(({ submissionId }) => submissionId)).toEqual([uploads.faulty])
    expect(standing(first, null)).toHaveLength(first.validations.length)
    expect(outside(first).length).toBeGreaterThan(5)
  })

  it('has additional reports that say what is in them', async () => {
    const { body } = await server.call<{
      reports: {
        CollectionReportCode: string
        Contents?: { name: string; total: number; before?: number }[]
      }[]
      comparedWithUtc?: string
    }>('ashby-submitter', 'GET', `/collection-reports/${uploads.again}/reports`)
    const contentsOf = (code: string) =>
      body.reports.find(report => report.CollectionReportCode === code)?.Contents ?? []
    expect(contentsOf('CONPOP').map(({ name }) => name)).toEqual(['Missing', 'Found', 'New'])
    expect(contentsOf('FREQCOUNT').map(({ name }) => name)).toEqual(['Coded fields', 'Codes that occur'])
    for (const { total } of contentsOf('FREQCOUNT')) expect(total).toBeGreaterThan(10)
    // Beside the upload before it, as that one's own list gives it.
    const { body: earlier } = await server.call<typeof body>(
      'ashby-submitter',
      'GET',
      `/collection-reports/${uploads.mended}/reports`,
    )
    expect(body.comparedWithUtc).toMatch(/^\d{4}-/)
    for (const { CollectionReportCode: code, Contents = [] } of earlier.reports)
      expect([code, contentsOf(code).map(({ before }) => before)]).toEqual([
        code,
        Contents.map(({ total }) => total),
      ])
  })

  it('tells what was mended when nothing fails any more, and what is new after that', async () => {
    const [faulty, mended, again] = [
      await scene.last(uploads.faulty),
      await scene.last(uploads.mended),
      await scene.last(uploads.again),
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
    const compared = await scene.report(`${uploads.again}/validations/compare/${uploads.faulty}?limit=-1`)
    expect(compared.comparedWith?.submissionId).toBe(uploads.faulty)
    const before = new Map((await scene.last(uploads.faulty)).validations.map(row => [row.Code, row]))
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
    const names: string[] = []
    const csvOf = async (path: string) => {
      const { body, headers } = await server.call<string>('ashby-submitter', 'GET', `/submissions/${path}`, {
        accept: 'text/csv',
      })
      names.push(/filename="(.+)\.\d{14}\.csv"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? '')
      return body.replace('\uFEFF', '').trimEnd().split('\r\n')
    }
    const shown = await scene.last(uploads.mended, '&standing=mended&grouping=entity')
    const [heading, ...lines] = await csvOf(
      `${uploads.mended}/validations?against=last&standing=mended&grouping=entity`,
    )
    expect(heading).toContain('Previous failure,Failure change,Change since previous submission')
    expect(lines.filter(line => line.endsWith(',Fixed')).length).toBeGreaterThan(5)
    expect([...new Set(lines.map(line => line.split(',')[0]))]).toEqual(
      shown.validations.map(({ Code }) => Code),
    )
    const entities = shown.validations.map(({ Entity }) => Entity)
    expect(entities).toEqual(entities.toSorted())
    const beside = await csvOf(
      `${uploads.again}/validations/compare/${uploads.faulty}?kind=operational&status=1`,
    )
    const operational = await scene.report(
      `${uploads.again}/validations/compare/${uploads.faulty}?limit=-1&kind=operational&status=1`,
    )
    expect(operational.validations.every(row => row.IsOperational && isOutside(row))).toBe(true)
    expect(new Set(beside.slice(1).map(line => line.split(',')[0])).size).toBe(operational.validations.length)
    // A rule that measures the whole file has its value and change, and no failures.
    const [titles = '', ...every] = await csvOf(`${uploads.mended}/validations`)
    const of = (line: string, title: string) => line.split(',')[titles.split(',').indexOf(title)]
    const all = await scene.last(uploads.mended)
    const measured = all.validations.filter(({ Tolerances }) =>
      Tolerances.some(({ toleranceTypeId }) => toleranceTypeId === 3),
    )
    expect(measured.length).toBeGreaterThan(0)
    for (const row of measured) {
      const line = every.find(text => text.startsWith(`${row.Code},`)) ?? ''
      expect([of(line, 'Population'), of(line, 'Failure'), of(line, 'Change')]).toEqual([
        '',
        '',
        String(row.MeasuredPercent ?? ''),
      ])
    }
    names.pop()
    // As the page saves it.
    await csvOf(`${uploads.mended}/validations?status=0`)
    expect(names).toEqual([
      `QualityRuleComparison.${uploads.mended}.${uploads.faulty}.all`,
      `QualityRuleComparison.${uploads.again}.${uploads.faulty}.outside`,
      `QualityRuleReport.${uploads.mended}.inside`,
    ])
  })
})

describe("against last year's signed-off submission", () => {
  const signedOff = randomUUID()
  beforeAll(async () => {
    await server.place({ id: signedOff, instId: '0001', collectionId: 'c22056' }, 'SIGNED_OFF')
    // The rules of last year were of another version, and one more record failed each.
    await server.asOwner(`update submission set student_count = 55, file_name = 'last year.xml' where id = '${signedOff}';
      insert into quality_rule_result (submission_id, inst_id, code, ordinal, name, outside, operational, population_count,
        failure_count, result)
      select '${signedOff}', inst_id, replace(code, '.V01', '.V00'), ordinal, name, outside, operational, population_count,
        failure_count + 1, jsonb_set(replace(result::text, '.V01"', '.V00"')::jsonb, '{rows}', (
          select jsonb_agg(jsonb_set(r, '{failureCount}', to_jsonb((r ->> 'failureCount')::int + 1)))
          from jsonb_array_elements(replace(result::text, '.V01"', '.V00"')::jsonb -> 'rows') r))
      from quality_rule_result where submission_id = '${uploads.faulty}'`)
  })

  it('is offered beside the earlier uploads, and compared rule by rule', async () => {
    const { body } = await server.call<{ lastYear: object | null }>(
      'ashby-submitter',
      'GET',
      `/credibility/${uploads.faulty}/get-previous-submissions/c23056/0001`,
    )
    expect(body.lastYear).toMatchObject({
      submissionId: signedOff,
      fileName: 'last year.xml',
      collectionName: expect.stringContaining('2022'),
    })
    const compared = await scene.report(`${uploads.faulty}/validations/compare/${signedOff}?limit=-1`)
    expect(compared.comparedWith).toMatchObject({ submissionId: signedOff, fileName: 'last year.xml' })
    const [failing] = outside(compared).filter(({ MeasuredPercent }) => MeasuredPercent === null)
    expect(failing).toMatchObject({
      Standing: 'better',
      FailureChange: -1,
      PrevFailureCount: (failing?.FailureCount ?? 0) + 1,
    })
  })

  it('is the same one to the reports, and none to either while it is amended', async () => {
    await server.asOwner(`insert into report (submission_id, inst_id, kind, code, title, failure_count, content)
      select '${signedOff}', '0001', 'history', code, code, 0, '{"key": "x"}' from unnest(array['HISTORY', 'CELLS']) as c (code)`)
    const ofPage = async () =>
      (
        await server.call<{ lastYear: { submissionId: string } | null }>(
          'ashby-submitter',
          'GET',
          `/credibility/${uploads.faulty}/get-previous-submissions/c23056/0001`,
        )
      ).body.lastYear?.submissionId
    const ofReports = async () =>
      (await server.inSystem(tx => stageContextOf(tx, { id: uploads.faulty, instId: '0001' }))).previous
        ?.submissionId
    const both = async () => [await ofPage(), await ofReports()]
    expect(await both()).toEqual([signedOff, signedOff])
    const is = (status: StatusName, isLatest: boolean) =>
      server.asOwner(
        `update submission set status_id = ${statusOf(status).id}, is_latest = ${isLatest} where id = '${signedOff}'`,
      )
    await is('RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT', true)
    expect(await both()).toEqual([undefined, undefined])
    await is('SIGNED_OFF', false)
    expect(await both()).toEqual([undefined, undefined])
    await is('SIGNED_OFF', true)
    await server.asOwner(`delete from report where submission_id = '${signedOff}'`)
  })

  it('stands beside the number of students and what rules measure of the whole file', async () => {
    const figuresOf = async (id: string) =>
      (
        await server.call<{ lastYear: object; students: KeyFigure; measured: KeyFigure[] }>(
          'ashby-submitter',
          'GET',
          `/submissions/${id}/key-figures`,
        )
      ).body
    const first = await figuresOf(uploads.faulty)
    expect(first.lastYear).toMatchObject({ submissionId: signedOff })
    expect(first.students).toEqual({ code: null, of: 'Students', now: 60, before: null, lastYear: 55 })
    // Not what rules measure as a share, or as missing.
    expect(first.measured.map(({ of }) => of).toSorted()).toEqual([
      'FTE of all engagements',
      'Full-time undergraduate entrants',
    ])
    const third = await figuresOf(uploads.again)
    expect(third.students).toMatchObject({ now: 90, before: 60, lastYear: 55 })
    const fte = (figures: KeyFigure[]) => figures.find(({ of }) => of === 'FTE of all engagements')
    const before = fte((await figuresOf(uploads.mended)).measured)
    expect(before?.now).toBeGreaterThan(0)
    expect(fte(third.measured)?.before).toBe(before?.now)
    expect(fte(third.measured)?.now).toBeGreaterThan(before?.now ?? 0)
  })

  it('is shown to nobody of another provider', async () => {
    const { status } = await server.call(
      'brackley-submitter',
      'GET',
      `/submissions/${uploads.again}/validations/compare/${signedOff}`,
    )
    expect(status).toBe(404)
  })
})

describe('totals (specification 2 §2.9)', () => {
  it('by regulator are those of the report filtered by the regulator', async () => {
    const { body } = await server.call<{
      rows: { header: string; insideTolerance: number; outsideTolerance: number }[]
    }>('ashby-submitter', 'GET', `/submissions/${uploads.again}/failure-summary-table`)
    const { validations } = await scene.last(uploads.again)
    const named = new Map(
      validations.flatMap(row =>
        [row, ...row.specialistRegulators].map(one => [one.RegulatorShortName, one.RegulatorCode]),
      ),
    )
    expect(body.rows.length).toBeGreaterThan(1)
    for (const { header, insideTolerance, outsideTolerance } of body.rows) {
      const counted = async (status: string) =>
        (
          await scene.report(
            `${uploads.again}/validations?limit=1&regulator=${named.get(header)}&status=${status}`,
          )
        ).pagingMetadata.totalResultsCount
      expect([await counted('0'), await counted('1')]).toEqual([insideTolerance, outsideTolerance])
    }
  })

  it('are those of the reader: a specialist regulator has the rules that name it, and their standing for it', async () => {
    const own = await scene.report(`${uploads.again}/validations?limit=-1&against=last`, 'ttb-analyst')
    expect(own.validations.length).toBeGreaterThan(0)
    expect(new Set(own.validations.map(({ RegulatorCode }) => RegulatorCode)).size).toBe(1)
    for (const row of own.validations)
      expect(['new', 'worse', 'unchanged', 'better'].includes(row.Standing ?? '')).toBe(row.Status === '1')
  })
})
