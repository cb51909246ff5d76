import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { SchemaFailureGroup } from '../../src/domain/wire/quality.ts'
import { generateSample, type SampleOptions } from '../../src/sample/index.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import {
  allCells,
  checked,
  disability,
  elsewhere,
  faulty,
  type Given,
  missingBirth,
  type Person,
  people,
  type Request,
  records,
  rulePath,
  tried,
} from './support/recordAccess.ts'
import { sheetsIn, workbookMade } from './support/workbooks.ts'
import { filesInZip } from './support/zip.ts'

/*
 * Who gets single records, fields and files of them, call by call, and how an answer says what it withholds. What is expected of
 * each call stands in support/recordAccess.ts; that no other call gives any is shown by recordCalls.test.ts and
 * disclosure.test.ts.
 */

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
  const leaving = sample({ provider: '0003', students: 120, researchersMoveTo: '0001' })
  for (const [, sid = ''] of leaving.toString().matchAll(/<SID>(\d+)</g)) identifiers.add(sid)
  await server.upload('cardigan-signoff', { submissionId: elsewhere, instId: '0003', content: leaving })
  await server.reaches(elsewhere, 'QUALITY_PROCESSING_COMPLETE')
  for (const [id, options, isOvt] of [
    [checked, { students: 156, faults: 'rules', researchersMoveTo: '0002' }, false],
    [faulty, { students: 300, faults: 'schema' }, false],
    [tried, { students: 60, faults: 'rules' }, true],
  ] as const) {
    const content = sample(options)
    for (const [, sid = ''] of content.toString().matchAll(/<SID>(\d+)</g)) identifiers.add(sid)
    await server.upload(isOvt ? 'ashby-ovt' : 'ashby-submitter', {
      submissionId: id,
      instId: '0001',
      content,
      isOvt,
    })
    await server.reaches(id, 'QUALITY_PROCESSING_COMPLETE', 'SCHEMA_CHECK_FAILED')
    server.clock.forward(60_000)
  }
  const agreed = await server.call(
    'ashby-signoff',
    'PUT',
    `/collection-reports/pgr-transfers-in/${faulty}?instId=0003`,
  )
  expect(agreed.status).toBe(200)
  // The delivery files are made beside.
  await vi.waitFor(
    async () => {
      const { body } = await server.call('ashby-signoff', 'GET', `/submissions/${checked}`)
      expect(body.tsvDeliveryLocation).not.toBeNull()
    },
    { timeout: 30_000, interval: 200 },
  )
}, 120_000)
afterAll(() => server.stop())

const sample = (
  options: Pick<SampleOptions, 'students'> &
    Partial<Pick<SampleOptions, 'provider' | 'faults' | 'researchersMoveTo'>>,
): Buffer => Buffer.concat([...generateSample({ provider: '0001', collection: '23056', ...options })])

/** Every student identifier of the files. */
const identifiers = new Set<string>()

/** Names the Teacher Training Board. */
const traineesAge = 'QR.STUDENT.Student.BIRTHDTE.904.V01'
const special = 'Withheld: requires the Special category data role'

const textAt = async (address: string): Promise<string> => {
  const file = Buffer.from(await (await fetch(new URL(address, server.origin))).arrayBuffer())
  if (file.includes('xl/workbook.xml')) return JSON.stringify([...(await sheetsIn(file))])
  if (file.subarray(0, 2).toString() !== 'PK') return file.toString()
  return [...(await filesInZip(file)).values()].join('\n')
}

const ask = async (user: string, { method = 'GET', path, accept, body, isAddress, workbook }: Request) => {
  if (workbook) await workbookMade(server, user, workbook)
  const answer = await server.call<unknown>(user, method, path, {
    body,
    ...(accept === undefined ? {} : { accept }),
  })
  const plain = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
  if (answer.status !== 200 || !isAddress) return { status: answer.status, text: plain }
  const { url, data } = (typeof answer.body === 'string' ? { url: plain.trim() } : answer.body) as {
    url?: string
    data?: string
  }
  return { status: 200, text: await textAt(url ?? data ?? '') }
}

const holdsRecord = (text: string): boolean => [...identifiers].some(one => text.includes(one))

const given = async (user: string, request: Request): Promise<Given> => {
  const { status, text } = await ask(user, request)
  if (status === 403) {
    expect(text).toMatch(/Withheld: requires the |You do not have a valid role/)
    expect(holdsRecord(text)).toBe(false)
    return 'refused'
  }
  if (status === 404) return 'absent'
  expect([status, text.slice(0, 200)]).toEqual([200, expect.any(String)])
  const isRecord = holdsRecord(text)
  const isSilent = !text.includes(special)
  return isRecord ? (isSilent ? 'given' : 'ordinary') : isSilent ? 'counts' : 'withheld'
}

it('finds a submission of the other mode neither by its id nor as the latest of online validation', async () => {
  const found = async (path: string) => {
    const { status, body } = await server.call('bedel-admin', 'GET', `/submissions/ovt/${path}`)
    return [status, body.uuid ?? null]
  }
  expect(await found(tried)).toEqual([200, tried])
  expect(await found(checked)).toEqual([404, null])
  expect(await found('latest/c23056/0001')).toEqual([200, tried])
  expect(await found('latest/c23056/0003')).toEqual([404, null])
})

it.each(['schemachecks', 'validations', `validations/${missingBirth}`, 'summary', 'failure-summary-table'])(
  'finds %s of a submission of the other mode at neither address (decisions §12)',
  async what => {
    const statusOf = async (path: string) =>
      (await server.call('bedel-admin', 'GET', `/submissions/${path}/${what}`)).status
    expect(await Promise.all([checked, `ovt/${tried}`].map(statusOf))).toEqual([200, 200])
    expect(await Promise.all([tried, `ovt/${checked}`].map(statusOf))).toEqual([404, 404])
  },
)

describe('records of students', () => {
  const requests = Object.entries(records).flatMap(([call, list]) =>
    list.map(([what, request, expected, options]) => ({ call, what, request, expected, options })),
  )
  describe.each(requests)('$call, $what', ({ request, expected, options = {} }) => {
    it('each person gets what is decided', options, async () => {
      const answers: Partial<Record<Person, Given>> = {}
      for (const person of Object.keys(people) as Person[]) answers[person] = await given(person, request())
      expect(answers).toEqual(expected)
    })
  })
})

describe('what is taken out of it', () => {
  const lines = async (person: Person) => {
    const { rows } = await server.inSystem(tx =>
      sql<{ action: string; call: string | null }>`
        select action, detail->>'call' as call from audit_line
        where actor_id = ${person} and subject = any(${[checked, faulty, tried, elsewhere]}::text[]) and outcome = 'done'
        order by id`.execute(tx),
    )
    return rows
  }

  it('leaves a line of audit that names the call and the submission; what a page shows leaves none', async () => {
    const wrong: string[] = []
    const named = new Set<string>()
    for (const [call, list] of Object.entries(records))
      for (const [what, request, expected] of list) {
        const person = (Object.keys(people) as Person[]).find(one =>
          ['given', 'ordinary'].includes(expected[one]),
        )
        if (!person) continue
        const asked = request()
        const isTaken = asked.accept !== undefined || asked.isAddress === true || call.startsWith('download')
        const before = await lines(person)
        await ask(person, asked)
        const left = (await lines(person)).slice(before.length)
        for (const one of left) named.add(`${one.action} ${one.call ?? ''}`.trim())
        if (left.length > 0 !== isTaken) wrong.push(`${call}, ${what}`)
      }
    expect(wrong).toEqual([])
    expect([...named]).toEqual(
      expect.arrayContaining([
        'RECORDS_DOWNLOADED GET /submissions/{id}/validations/{validationId}',
        'RECORDS_DOWNLOADED POST /files/download-all-quality-rule-failures',
        'RECORDS_DOWNLOADED POST /files/downloadRequest',
        'WORKBOOK_DOWNLOADED',
        'DELIVERY_SET_DOWNLOADED',
      ]),
    )
  }, 60_000)

  it('leaves none where every record is withheld', async () => {
    const before = await lines('bedel-analyst')
    await ask('bedel-analyst', { path: rulePath(checked, disability), accept: 'text/csv' })
    expect(await lines('bedel-analyst')).toEqual(before)
  })
})

describe('what is withheld', () => {
  const findingsFor = async (user: string) => {
    const { body } = await server.call<{
      schemaChecks: {
        LineNumber: number
        Column: number
        Error: string
        Code: string
        Details: { path: string; value: string | null; ids: { value: string }[] }
      }[]
      groups: SchemaFailureGroup[]
      withheld?: string
      pagingMetadata: { totalResultsCount: number }
    }>(user, 'GET', `/submissions/${faulty}/schemachecks?limit=101`)
    return body
  }

  it('stands in the cell: in value, words, keys and path of a finding, and the others are as they are', async () => {
    const whole = await findingsFor('ashby-submitter')
    const seen = await findingsFor('bedel-admin')
    const of = ({ schemaChecks }: typeof whole, field: string) =>
      schemaChecks.find(({ Details }) => Details.path.endsWith(`/${field}`))
    expect(of(whole, 'ETHNIC')).toMatchObject({ Details: { value: 'X12' } })
    // Who stands there has such a value, or a disability: that is not told either.
    for (const field of ['ETHNIC', 'DISABILITY']) {
      const found = of(seen, field)
      expect(found).toMatchObject({ LineNumber: 0, Column: 0, Error: special, Details: { value: special } })
      expect(holdsRecord(JSON.stringify(found))).toBe(false)
    }
    for (const field of ['SEXID', 'BIRTHDTE']) expect(of(seen, field)).toEqual(of(whole, field))
    expect(seen).not.toHaveProperty('withheld')
    expect(await findingsFor('bedel-special')).toEqual(whole)
  })

  it('is said of the whole list to those who read counts, with the number of findings', async () => {
    const whole = await findingsFor('ashby-submitter')
    expect(await findingsFor('bedel-staff')).toMatchObject({
      schemaChecks: [],
      withheld: 'Withheld: requires the Administrator, Analyst or Special category data role',
      pagingMetadata: { totalResultsCount: whole.pagingMetadata.totalResultsCount },
    })
    expect(await findingsFor('ashby-guest')).toMatchObject({
      schemaChecks: [],
      withheld: 'Withheld: requires the Submitter or Sign-off role',
    })
    expect(await findingsFor('ttb-analyst')).toMatchObject({
      schemaChecks: [],
      withheld: 'Withheld: you can see only the rules and reports that name your organisation',
    })
  })

  it('leaves fields and counts of schema errors to everyone, without values or places', async () => {
    const whole = await findingsFor('ashby-submitter')
    const counts = ({ groups }: typeof whole) => groups.map(({ code, place, count }) => [code, place, count])
    for (const user of ['ashby-guest', 'bedel-staff', 'ttb-analyst', 'bedel-admin']) {
      const seen = await findingsFor(user)
      expect(counts(seen)).toEqual(counts(whole))
      if (user !== 'bedel-admin')
        for (const { places, characters, example } of seen.groups)
          expect([places, characters, example]).toEqual([[], [], null])
    }
    const { groups } = await findingsFor('bedel-admin')
    expect(groups.find(({ place }) => place.endsWith('/ETHNIC'))).toMatchObject({
      places: [],
      example: { LineNumber: 0, Error: special, Details: { value: special } },
    })
  })

  it('is not quoted in the reason that everybody reads', async () => {
    const { body } = await server.call<{ failureReason: string }>(
      'ashby-guest',
      'GET',
      `/submissions/${faulty}`,
    )
    expect(body.failureReason).toMatch(/^\d+ schema errors; the first is on line [\d,]+\.$/)
  })

  it('stands in a CSV for a whole rule, and once for each such rule in the file with all of them', async () => {
    const csv = await ask('bedel-analyst', { path: rulePath(checked, disability), accept: 'text/csv' })
    expect(csv.text.replace('\uFEFF', '').trim()).toBe(special)
    const all = await ask('bedel-analyst', {
      method: 'POST',
      path: '/files/download-all-quality-rule-failures',
      body: { submissionUuid: checked },
      isAddress: true,
    })
    const lines = all.text.trim().split('\r\n')
    const said = lines.filter(line => line.includes(special))
    expect(
      said.every(
        line =>
          line.startsWith('QR.STUDENT.Disability.') ||
          /^QR\.STUDENT\.Student\.(ETHNIC|RELIGION)\./.test(line),
      ),
    ).toBe(true)
    expect(said.filter(line => line.startsWith(disability))).toHaveLength(1)
    expect(lines.length).toBeGreaterThan(said.length + 10)
  })

  it('is in no finding, in any output: the sentence alone would tell that a student has a disability', async () => {
    const sentence = /has code [^—]+ and another disability record\./
    const { body } = await server.call<{ results: { Student: number }[] }>(
      'ashby-submitter',
      'GET',
      rulePath(checked, disability),
    )
    const workbook = { submissionUuid: checked }
    const download = { method: 'POST', body: workbook, isAddress: true }
    const requests: Request[] = [
      { path: rulePath(checked, disability) },
      { path: rulePath(checked, disability), accept: 'text/csv' },
      { path: `/submissions/${checked}/students/${body.results[0]?.Student}` },
      { ...download, path: '/files/download-all-quality-rule-failures' },
      { ...download, path: '/files/workbooks/download', workbook },
    ]
    for (const request of requests) {
      expect((await ask('ashby-submitter', request)).text).toMatch(sentence)
      expect((await ask('bedel-analyst', request)).text).not.toContain('and another disability record.')
    }
  })

  it('is the list of a rule on special category data, whose figures are given', async () => {
    const { body } = await server.call<{ Failures: number; results: unknown[]; withheld?: string }>(
      'ohe-analyst',
      'GET',
      rulePath(checked, disability),
    )
    expect(body).toMatchObject({ results: [], withheld: special })
    expect(body.Failures).toBeGreaterThan(0)
  })
})

describe('a specialist regulator', () => {
  it('reads the rules that name it, with its own figures, and the report that names it', async () => {
    const { body } = await server.call<{
      validations: { Code: string; RegulatorCode: string; specialistRegulators: unknown[] }[]
    }>('ttb-analyst', 'GET', `/submissions/${checked}/validations?limit=-1`)
    expect(body.validations.map(({ Code }) => Code.split('.').slice(2, 5).join('.')).toSorted()).toEqual([
      'Course.TTCID.901',
      'Course.TTCID.902',
      'Engagement.ENTRYRTE.901',
      'Engagement.LEADSCHOOL.901',
      'Engagement.TRN.901',
      'EntryQualificationAward.EntryProfile.902',
      'Student.BIRTHDTE.904',
    ])
    expect(
      body.validations.every(row => row.RegulatorCode === '5101' && row.specialistRegulators.length === 0),
    ).toBe(true)
    expect((await ask('ttb-analyst', { path: rulePath(checked, traineesAge) })).status).toBe(200)

    const { body: summary } = await server.call<{ insideTolerance: number; outsideTolerance: number }>(
      'ttb-analyst',
      'GET',
      `/submissions/${checked}/summary`,
    )
    expect(summary.insideTolerance + summary.outsideTolerance).toBe(7)
    const reports = await server.call<{ chapters: { reports: { ReportCode: string }[] }[] }>(
      'ttb-analyst',
      'GET',
      `/credibility/${checked}/get-reports/0001`,
    )
    expect(
      reports.body.chapters.flatMap(chapter => chapter.reports).map(({ ReportCode }) => ReportCode),
    ).toEqual(['ITT1'])
    const statusOf = async (path: string) => (await ask('ttb-analyst', { path })).status
    expect(await statusOf(`/credibilityapi/credibilityreport/ITT1/${checked}`)).toBe(200)
    expect(await statusOf(`/credibilityapi/credibilityreport/ITT1/${checked}/${allCells}`)).toBe(200)
    expect(await statusOf(`/credibilityapi/credibilityreport/SEN1/${checked}`)).toBe(404)
    expect(await statusOf(`/collection-reports/frequency-counts/${checked}`)).toBe(404)
    const additional = await server.call('ttb-analyst', 'GET', `/collection-reports/${checked}/reports`)
    expect(additional.body).toEqual({ reports: [] })
  })
})
