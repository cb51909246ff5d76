import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RecordWords } from '../../src/domain/record.ts'
import type { RecordNode } from '../../src/domain/wire/students.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { outside, qualityScene, uploads } from './support/qualityScene.ts'

/** The single records behind the quality report: against the last upload, by student and by rule. */
let server: ProcessingServer
let scene: ReturnType<typeof qualityScene>
beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
  scene = qualityScene(server)
  await scene.uploadAll()
})
afterAll(() => server.stop())

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
    expect(lines.slice(1).filter(line => /^"?Still failing"?,/.test(line))).toHaveLength(records.length)
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
  words: RecordWords
  students: { student: number; identifier: string; findings: number; blocking: number }[]
  pagingMetadata: { totalResultsCount: number }
}
interface Found {
  words: RecordWords
  identifier: string
  findings: number
  record: RecordNode
  found: {
    Code: string
    Field: string | null
    Entity: string
    places: { line: number; column: number; Finding: string }[]
  }[]
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
    // Those who block submitting come first; of each kind those with most findings.
    const isBlocking = (one: (typeof students)[number]) => one.blocking > 0
    expect(students.map(isBlocking)).toEqual(
      students.map(isBlocking).toSorted((one, other) => Number(other) - Number(one)),
    )
    for (const some of [students.filter(isBlocking), students.filter(one => !isBlocking(one))]) {
      const counts = some.map(({ findings }) => findings)
      expect(counts).toEqual(counts.toSorted((one, other) => other - one))
    }
    const [first] = students
    expect((await list(`&search=${first?.identifier}`)).students).toContainEqual(first)
    expect((await list('&search=10000001')).pagingMetadata.totalResultsCount).toBe(90)
    expect((await list('&search=nobody')).students).toEqual([])
  })

  it('names the units as the record does, so that the pages need no other answer', async () => {
    const words = { unit: 'student', units: 'students', sub: 'engagement', subs: 'engagements' }
    const { words: listed, students } = await list('')
    expect(listed).toEqual(words)
    expect((await read(students[0]?.student ?? '')).body.words).toEqual(words)
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
          .flatMap((node): { line: number | null; column: number | null; rules: string[] }[] =>
            Field === null ? [node] : node.fields.filter(({ name }) => name === Field),
          )
          .filter(({ rules }) => rules.includes(Code))
          .map(({ line, column }) => ({ line, column }))
        expect(places.map(({ line, column }) => ({ line, column }))).toEqual(at)
        // Each says what is wrong, with the values of the record in it.
        for (const { Finding } of places) expect(Finding).toMatch(/^[A-Z][^{}]+[.]$/)
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
    const ethnic = (found: Found | undefined) => found?.record.fields.find(({ name }) => name === 'ETHNIC')
    expect(ethnic(own)?.value).toMatch(/^\d+$/)
    expect(ethnic(agency)).toMatchObject({
      value: null,
      withheld: 'Withheld: requires the Special category data role',
    })
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
