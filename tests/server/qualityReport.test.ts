import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stageContextOf } from '../../server/pipeline/index.ts'
import { type StatusName, statusOf } from '../../src/domain/status.ts'
import type { KeyFigure, QualityReport, QualityRuleRow } from '../../src/domain/wire/quality.ts'
import type { RecordNode } from '../../src/domain/wire/students.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { isOutside, outside, qualityScene, uploads } from './support/qualityScene.ts'

/**
 * The quality report beside earlier uploads, with its totals, and the single records behind it: against the last upload, by
 * student and by rule.
 */
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
    const operational = await scene.report(
      `${uploads.again}/validations/compare/${uploads.faulty}?limit=-1&kind=operational&status=1`,
    )
    expect(operational.validations.every(row => row.IsOperational && isOutside(row))).toBe(true)
    expect(new Set(beside.slice(1).map(line => line.split(',')[0])).size).toBe(operational.validations.length)
    // As the page saves it.
    await csvOf(`${uploads.mended}/validations?status=0`)
    expect(names).toEqual([
      `QualityRuleComparison.${uploads.mended}.${uploads.faulty}.all`,
      `QualityRuleComparison.${uploads.again}.${uploads.faulty}.outside`,
      `QualityRuleReport.${uploads.mended}.inside`,
    ])
  })
})

describe('record by record against the last upload', () => {
  interface Changed {
    comparedWith: { submissionId: string } | null
    counts: { new: number; still: number; mended: number }
    results: { RowIdentifier: string }[]
    pagingMetadata: { totalResultsCount: number }
  }
  const changes = async (id: string, code: string, kind = 'new') =>
    (
      await server.call<Changed>(
        'ashby-submitter',
        'GET',
        `/submissions/${id}/validations/${code}/changes?kind=${kind}&limit=1000`,
      )
    ).body
  const failing = async (id: string, code: string): Promise<string[]> =>
    (
      await server.call<Changed>(
        'ashby-submitter',
        'GET',
        `/submissions/${id}/validations/${code}?limit=1000`,
      )
    ).body.results.map(({ RowIdentifier }) => RowIdentifier)

  it('tells which records are new, still there and mended, and adds up to what fails', async () => {
    const [rule] = outside(await scene.last(uploads.faulty)).filter(
      ({ MeasuredPercent, FailureCount }) => MeasuredPercent === null && FailureCount > 0,
    )
    const code = rule?.Code ?? ''
    const [first, second, third] = [
      await failing(uploads.faulty, code),
      await failing(uploads.mended, code),
      await failing(uploads.again, code),
    ]
    expect(await changes(uploads.faulty, code)).toMatchObject({
      comparedWith: null,
      counts: { new: first.length, still: 0, mended: 0 },
    })
    const gone = first.filter(record => !second.includes(record))
    expect(gone.length).toBeGreaterThan(0)
    const mended = await changes(uploads.mended, code, 'mended')
    expect(mended.comparedWith?.submissionId).toBe(uploads.faulty)
    expect(mended.results.map(({ RowIdentifier }) => RowIdentifier)).toEqual(gone)
    expect(mended.pagingMetadata.totalResultsCount).toBe(gone.length)
    const { counts } = await changes(uploads.again, code)
    const still = third.filter(record => second.includes(record))
    expect(counts).toEqual({
      new: third.length - still.length,
      still: still.length,
      mended: second.filter(record => !third.includes(record)).length,
    })
  })

  it('knows a record that fails in two uploads, whatever its line is there', async () => {
    // A copy of the first file: everything that failed fails still.
    const copy = randomUUID()
    server.clock.forward(60_000)
    await scene.upload(copy, 90, 'rules')
    const [rule] = outside(await scene.last(copy)).filter(
      ({ MeasuredPercent, FailureCount }) => MeasuredPercent === null && FailureCount > 0,
    )
    const code = rule?.Code ?? ''
    const records = await failing(copy, code)
    const still = await changes(copy, code, 'still')
    expect(still.counts).toEqual({ new: 0, still: records.length, mended: 0 })
    expect(still.results.map(({ RowIdentifier }) => RowIdentifier)).toEqual(records)
    const { body } = await server.call<string>(
      'ashby-submitter',
      'GET',
      `/submissions/${copy}/validations/${code}/changes`,
      { accept: 'text/csv' },
    )
    const lines = body.replace('\uFEFF', '').trimEnd().split('\r\n')
    expect(lines[0]).toMatch(/^"?Since the last upload"?,/)
    expect(lines.slice(1).filter(line => /^"?Still there"?,/.test(line))).toHaveLength(records.length)
    expect(lines).toHaveLength(records.length + 1)
  })

  it('is refused to who reads counts only, and not found for others', async () => {
    const [rule] = outside(await scene.last(uploads.faulty))
    const path = `/submissions/${uploads.again}/validations/${rule?.Code}/changes`
    expect((await server.call('ashby-guest', 'GET', path)).status).toBe(403)
    expect((await server.call('brackley-submitter', 'GET', path)).status).toBe(404)
  })
})

interface Listed {
  students: { student: number; identifier: string; findings: number }[]
  pagingMetadata: { totalResultsCount: number }
}
interface Found {
  identifier: string
  findings: number
  record: RecordNode
  found: { Code: string; Field: string | null; Entity: string; places: { line: number; column: number }[] }[]
}

describe('by student (specification 2 §2.9)', () => {
  const list = async (query: string): Promise<Listed> =>
    (
      await server.call<Listed>(
        'ashby-submitter',
        'GET',
        `/submissions/${uploads.again}/students?limit=1000${query}`,
      )
    ).body
  const read = async (student: number | string) =>
    server.call<Found>('ashby-submitter', 'GET', `/submissions/${uploads.again}/students/${student}`)
  const nodesOf = (node: RecordNode): RecordNode[] => [node, ...node.children.flatMap(nodesOf)]

  it('lists students by their findings, and finds any of them by a number', async () => {
    const { students, pagingMetadata } = await list('')
    expect(pagingMetadata.totalResultsCount).toBe(students.length)
    const counts = students.map(({ findings }) => findings)
    expect(counts).toEqual(counts.toSorted((one, other) => other - one))
    const [first] = students
    expect((await list(`&search=${first?.identifier}`)).students).toContainEqual(first)
    expect((await list('&search=10000001')).pagingMetadata.totalResultsCount).toBe(90)
    expect((await list('&search=nobody')).students).toEqual([])
  })

  it("shows a student's record as the file has it, each finding of each rule at its field", async () => {
    const { validations } = await scene.last(uploads.again)
    const { students } = await list('')
    let seen = 0
    for (const { student, findings } of students) {
      const { body } = await read(student)
      expect(body.found.reduce((sum, { places }) => sum + places.length, 0)).toBe(findings)
      const nodes = nodesOf(body.record)
      for (const { Code, Field, Entity, places } of body.found) {
        expect(validations.find(rule => rule.Code === Code)?.Entity).toBe(Entity)
        const at = nodes
          .filter(({ name }) => name === Entity)
          .flatMap((node): { line: number; column: number; rules: string[] }[] =>
            Field === null ? [node] : node.fields.filter(({ name }) => name === Field),
          )
          .filter(({ rules }) => rules.includes(Code))
          .map(({ line, column }) => ({ line, column }))
        expect(at).toEqual(places)
        seen += places.length
      }
    }
    expect(seen).toBeGreaterThan(10)
    for (const unknown of ['999999', '-1', 'x', '1.5']) expect((await read(unknown)).status).toBe(404)
  })

  it('keeps what is of special category from who may not read it, and the findings that would tell it', async () => {
    const [own, agency] = await Promise.all(
      ['ashby-submitter', 'bedel-analyst'].map(
        async user =>
          (await server.call<Found>(user, 'GET', `/submissions/${uploads.again}/students/3`)).body,
      ),
    )
    const ethnic = (found: Found | undefined) =>
      found?.record.fields.find(({ name }) => name === 'ETHNIC')?.value
    expect(ethnic(own)).toMatch(/^\d+$/)
    expect(ethnic(agency)).toBe('Withheld: needs the role Special category data')
    expect(agency?.found.some(({ Entity }) => Entity === 'Disability')).toBe(false)
  })
})

interface Detail {
  Columns: { Name: string; IsAtFault: boolean; IsOpen: boolean }[]
  results: { LineNumber: number; Student: number | null; Details: { Name: string; Value: string }[] }[]
  pagingMetadata: { totalResultsCount: number }
  Compared: { now: number; before: number | null } | null
  Uploads: { submissionId: string; Failed: number | null }[]
}

describe('one rule (specification 2 §2.10)', () => {
  const rule = 'QR.STUDENT.Student.BIRTHDTE.901.V01'
  const read = async (query: string, code = rule, user = 'ashby-submitter'): Promise<Detail> =>
    (
      await server.call<Detail>(
        user,
        'GET',
        `/submissions/${uploads.again}/validations/${code}?limit=1000${query}`,
      )
    ).body

  it('has a column for each identifier and value, the field at fault marked, and leads to the students', async () => {
    const { Columns, results } = await read('')
    expect(Columns.map(({ Name }) => Name)).toContain('SID')
    for (const { Details, Student } of results) {
      expect(Details.map(({ Name }) => Name)).toEqual(Columns.map(({ Name }) => Name))
      const { body } = await server.call<Found>(
        'ashby-submitter',
        'GET',
        `/submissions/${uploads.again}/students/${Student}`,
      )
      expect(body.identifier).toBe(Details[0]?.Value)
      expect(body.found.map(({ Code }) => Code)).toContain(rule)
    }
    const { Columns: ends } = await read('', 'QR.STUDENT.Leaver.ENGENDDATE.903.V01')
    expect(ends.filter(({ IsAtFault }) => IsAtFault).map(({ Name }) => Name)).toEqual(['ENGENDDATE'])
  })

  it('is sorted and searched over all of its records', async () => {
    const [most] = (await scene.last(uploads.again, '&status=1')).validations.filter(
      ({ MeasuredPercent, FailureCount }) => MeasuredPercent === null && FailureCount > 1,
    )
    const code = most?.Code ?? ''
    const all = await read('', code)
    const first = (found: Detail) => found.results.map(({ Details }) => Details[0]?.Value ?? '')
    expect(first(await read('&sortBy=0&sortOrder=DESC', code))).toEqual(first(all).toSorted().toReversed())
    const lines = (await read('&sortBy=line&sortOrder=DESC', code)).results.map(
      ({ LineNumber }) => LineNumber,
    )
    expect(lines).toEqual(lines.toSorted((one, other) => other - one))
    const wanted = first(all)[1] ?? ''
    const found = await read(`&search=${wanted.toLowerCase()}`, code)
    expect(found.pagingMetadata.totalResultsCount).toBe(first(all).filter(sid => sid === wanted).length)
    expect(new Set(first(found))).toEqual(new Set([wanted]))
    const paged = await server.call<Detail>(
      'ashby-submitter',
      'GET',
      `/submissions/${uploads.again}/validations/${code}?limit=1&offset=1`,
    )
    expect(paged.body.results).toEqual([all.results[1]])
  })

  it('is not searched by what the reader may not see', async () => {
    const religion = 'QR.STUDENT.Student.RELIGION.901.V01'
    const { Columns } = await read('', religion, 'bedel-analyst')
    for (const { Name, IsOpen } of Columns) expect(IsOpen).toBe(Name !== 'RELIGION')
  })

  it('compares whole files by two figures, and tells how it went over the uploads', async () => {
    const found = await read('', 'QR.STUDENT.Engagement.FTE.901.V01')
    expect(found.Compared?.now).toBeGreaterThan(10)
    expect(found.Compared?.before).toBeNull()
    const { Uploads } = await read('')
    expect(Uploads.map(({ submissionId }) => submissionId)).toEqual([
      uploads.faulty,
      uploads.mended,
      uploads.again,
    ])
    expect(Uploads[1]?.Failed).toBe(0)
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
