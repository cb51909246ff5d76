import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { sampleFile } from './support/sampleFile.ts'

/*
 * That a record has a field of special category, or that it has none, tells as much as the value: two disabilities mean that
 * there is one, since the codes for none and for not known stand alone. Whoever may not read the values gets the same answer of
 * two students who differ only in that (issue 9 §3, privacy matrix).
 */

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
})
afterAll(() => server.stop())

/** Who reads records without special category data. */
const readers = ['bedel-admin', 'bedel-analyst', 'ohe-analyst']
const whole = ['bedel-special', 'ashby-signoff']

const special = 'Withheld: requires the Special category data role'
const withheldFields = /\s*<(ETHNIC|GENDERID|RELIGION|SEXORT)>\d+<\/\1>/g
const disabilities = /\s*<Disability>\s*<DISABILITY>\d+<\/DISABILITY>\s*<\/Disability>/g

const text = sampleFile({ faults: 'rules' }).toString()
const students = [...text.matchAll(/<Student>[\s\S]*?<\/Student>/g)].map(([record]) => record)
/** A student who has all of these fields. */
const number = students.findIndex(
  record => record.match(withheldFields)?.length === 4 && disabilities.test(record),
)
const record = students[number] ?? ''
const sid = /<SID>(\d+)</.exec(record)?.[1] ?? ''

/** The file with another record of the student. */
const withRecord = (change: (record: string) => string): Buffer =>
  Buffer.from(text.replace(record, () => change(record)))

const send = async (content: Buffer, status: Parameters<ProcessingServer['reaches']>[1]): Promise<string> => {
  const submissionId = randomUUID()
  server.clock.forward(60_000)
  await server.upload('ashby-submitter', { submissionId, instId: '0001', content })
  await server.reaches(submissionId, status)
  return submissionId
}

describe('of two students who differ only in special category data', () => {
  const ids: string[] = []
  beforeAll(async () => {
    const disability = (code: number) => `<Disability><DISABILITY>${code}</DISABILITY></Disability>`
    for (const change of [
      (one: string) =>
        one
          .replace(disabilities, '')
          .replace('<Engagement>', `${disability(51)}\n${disability(55)}<Engagement>`),
      (one: string) => one.replace(disabilities, '').replace(withheldFields, ''),
    ])
      ids.push(await send(withRecord(change), 'QUALITY_PROCESSING_COMPLETE'))
  }, 60_000)

  const answers = (user: string, path: string) =>
    Promise.all(
      ids.map(async id => (await server.call<unknown>(user, 'GET', `/submissions/${id}/${path}`)).body),
    )

  it.each(readers)('%s gets one answer, in which each withheld field and record stands once', async user => {
    const [one, other] = await answers(user, `students/${number + 1}`)
    expect(one).toEqual(other)
    const { record: shown } = one as {
      record: {
        fields: { name: string; value: string | null; line: number | null }[]
        children: { name: string }[]
      }
    }
    for (const name of ['ETHNIC', 'GENDERID', 'RELIGION', 'SEXORT'])
      expect(shown.fields.filter(field => field.name === name)).toEqual([
        { name, value: null, withheld: special, line: null, column: null, rules: [] },
      ])
    expect(shown.fields.find(({ name }) => name === 'SID')).toMatchObject({ value: sid })
    expect(shown.children.filter(({ name }) => name === 'Disability')).toEqual([
      {
        name: 'Disability',
        withheld: special,
        line: null,
        column: null,
        fields: [],
        rules: [],
        children: [],
      },
    ])
    const [list, otherList] = await answers(user, 'students?limit=1000')
    expect(list).toEqual(otherList)
  })

  it.each(whole)('%s reads what each of them has', async user => {
    const [one, other] = await answers(user, `students/${number + 1}`)
    expect(one).not.toEqual(other)
  })
})

describe('a finding that tells of special category data by being listed', () => {
  it.each([
    ['a disability without a code', disabilities, '<Disability></Disability>', 'is missing'],
    [
      'a religion in the wrong place',
      /<\/SURNAME>/,
      '</SURNAME><RELIGION>20</RELIGION>',
      'repeated or stands',
    ],
    ['an element that is misspelt', /<SEXID>/, '<DISABILTY>51</DISABILTY><SEXID>', 'is not known'],
    ['a value that is none', withheldFields, '<ETHNIC>X12</ETHNIC>', special],
  ])('says what is at fault, and not in whose record: %s', async (_, found, instead, said) => {
    let isFirst = true
    const first = (one: string) =>
      one.replace(found, all => {
        if (!isFirst) return all
        isFirst = false
        return instead
      })
    const id = await send(withRecord(first), 'SCHEMA_CHECK_FAILED')
    const path = `/submissions/${id}/schemachecks`
    const answers = async (user: string) => {
      const { body } = await server.call<{ schemaChecks: { LineNumber: number; Error: string }[] }>(
        user,
        'GET',
        path,
      )
      const csv = await server.call<string>(user, 'GET', path, { accept: 'text/csv' })
      return { body, text: `${JSON.stringify(body)}\n${csv.body}` }
    }
    for (const user of whole) expect((await answers(user)).text).toContain(sid)
    const { body: submission } = await server.call<{ failureReason: string }>(
      'ashby-guest',
      'GET',
      `/submissions/${id}`,
    )
    expect(submission.failureReason).toMatch(/^[\d,]+ schema errors?\.$/)
    for (const user of readers) {
      const { body, text: answer } = await answers(user)
      expect(body.schemaChecks.map(({ Error: words }) => words)).toContainEqual(expect.stringContaining(said))
      expect(body.schemaChecks.every(({ LineNumber }) => LineNumber === 0)).toBe(true)
      expect(answer).not.toContain(sid)
    }
  })
})
