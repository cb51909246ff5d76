import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre'
import { beforeAll, describe, expect, it } from 'vitest'
import { generateSample } from '../../src/sample/index.ts'
import {
  type AnalysisContext,
  deriveFields,
  failingRules,
  failuresCsv,
  loadRecord,
  runQualityRules,
  splitByField,
} from '../analysis/index.ts'
import {
  analysisContext,
  ashbyFacts,
  type StudentRecord,
  studentRecord,
} from '../analysis/testing/studentRecord.ts'
import { keptView } from '../privacy/index.ts'
import { failuresWorkbook } from './failuresWorkbook.ts'

let record: StudentRecord
let context: AnalysisContext
const file = Buffer.concat([
  ...generateSample({ provider: '0001', students: 120, faults: 'rules', collection: '23056' }),
])

beforeAll(async () => {
  record = await studentRecord()
  context = await analysisContext()
  const { schema, ruleset } = record
  await loadRecord(context, {
    bytes: (async function* () {
      yield file
    })(),
    totalBytes: file.length,
    schema,
    header: ruleset.manifest.header,
    store: ruleset.manifest.columns,
  })
  await deriveFields(context, ruleset, ashbyFacts())
  await runQualityRules(context, ruleset, { facts: ashbyFacts() })
})

const subject = {
  provider: 'University of Ashby (0001)',
  collection: 'Student 2023/24 (23056)',
  fileName: 'ashby.xml',
  submissionId: '00000000-0000-4000-8000-000000000001',
  uploaded: '2026-11-01T10:00:00.000Z',
  made: '2026-11-02T10:00:00.000Z',
  rulesetVersion: '23056_1.0.0',
}

const sheetsOf = async (
  {
    isWhole = true,
    ruleCodes = undefined as string[] | undefined,
    most = undefined as number | undefined,
  } = {},
  source = context,
) => {
  const view = keptView(record.ruleset, isWhole, undefined)
  const content = { source, subject, ruleCodes, view }
  const { sheets } = await readXlsx(
    await buffer(await failuresWorkbook(content, ...(most === undefined ? [] : [most]))),
  )
  return new Map(sheets.map(({ name, rows }) => [name, rows.slice(1)]))
}

/** The same records from the file as CSV: rule and line of each. */
const linesOfCsv = async (): Promise<string[]> => {
  let csv = ''
  for await (const piece of failuresCsv(context, undefined, keptView(record.ruleset, true, undefined)))
    csv += piece
  return [...csv.matchAll(/^"?(QR\.[^,"]+)"?,.*?,"?(\w+)"?,(\d+),/gm)].map(
    ([, rule, entity, line]) => `${entity} ${rule} ${line}`,
  )
}

const placesIn = (sheets: Map<string, unknown[][]>): string[] =>
  [...sheets]
    .filter(([name]) => name !== 'About' && name !== 'Rules')
    .flatMap(([name, rows]) => rows.map(([rule, , , line]) => `${name} ${rule} ${line}`))

describe('a workbook of failing records (decisions §11, specification 2 §2.9)', () => {
  it('has a sheet for each entity with every failing record, and none twice', async () => {
    const sheets = await sheetsOf()
    const expected = await linesOfCsv()
    expect(expected.length).toBeGreaterThan(20)
    expect(placesIn(sheets).toSorted()).toEqual(expected.toSorted())
  })

  it('begins with what it is of, and the rules in words', async () => {
    const sheets = await sheetsOf()
    const about = new Map(sheets.get('About')?.map(([term, value]) => [term, value]))
    const rules = await failingRules(context.failuresFolder)
    const failing = rules.filter(({ records }) => records > 0)
    expect(about.get('Provider')).toBe(subject.provider)
    expect(about.get('Failing records')).toBe(failing.reduce((sum, { records }) => sum + records, 0))
    expect(about.get('Rules with failing records')).toBe(failing.length)
    expect(sheets.get('Rules')?.map(([code, , , , , records]) => [code, records])).toEqual(
      failing.map(({ code, records }) => [code, records]),
    )
  })

  it('withholds special category data where readers may not have them, and says which rules', async () => {
    const disability = 'QR.STUDENT.Disability.DISABILITY.902.V01'
    const rules = await failingRules(context.failuresFolder)
    expect(rules.find(({ code }) => code === disability)?.records).toBeGreaterThan(0)
    const sheets = await sheetsOf({ isWhole: false })
    expect(placesIn(sheets).filter(place => place.includes(disability))).toEqual([])
    const line = sheets.get('Rules')?.find(([code]) => code === disability)
    expect(line?.[6]).toBe('Withheld: requires the Special category data role')
    expect(line?.[5] ?? null).toBeNull()
  })

  it('holds the rules that are asked for alone', async () => {
    const [first] = (await failingRules(context.failuresFolder)).filter(({ records }) => records > 0)
    const sheets = await sheetsOf({ ruleCodes: [first?.code ?? ''] })
    expect([...sheets.keys()]).toEqual(['About', 'Rules', first?.entity])
    expect(placesIn(sheets)).toHaveLength(first?.records ?? 0)
  })

  it('goes on in another sheet where one is full', async () => {
    const whole = await sheetsOf()
    const entity =
      [...whole]
        .filter(([name]) => name !== 'About' && name !== 'Rules')
        .toSorted((one, other) => other[1].length - one[1].length)[0]?.[0] ?? ''
    const parts = await sheetsOf({ most: 3 })
    const [first, second] = [parts.get(entity), parts.get(`${entity} (2)`)]
    expect([first?.length, second?.length]).toEqual([3, 3])
    expect([...(first ?? []), ...(second ?? [])]).toEqual(whole.get(entity)?.slice(0, 6))
  })
})

/** For each line of the file the values of a field, read off the text: its record's own inside one of these, else its student's. */
const valuesByLine = (entity: string, field: string): Map<number, Set<string>> => {
  const values = new Map<number, Set<string>>()
  let ofStudent = new Set<string>()
  let ofRecord: Set<string> | undefined
  file
    .toString()
    .split('\n')
    .forEach((text, at) => {
      if (text.includes('<Student>')) ofStudent = new Set()
      if (text.includes(`<${entity}>`)) ofRecord = new Set()
      const [, value] = new RegExp(`<${field}>([^<]+)<`).exec(text) ?? []
      if (value !== undefined) for (const own of [ofStudent, ofRecord]) own?.add(value)
      values.set(at + 1, ofRecord ?? ofStudent)
      if (text.includes(`</${entity}>`)) ofRecord = undefined
      if (text.includes('</Student>')) ofStudent = new Set()
    })
  return values
}

describe('failing records by department', () => {
  const split = async (entity: string, name: string, most = 200) =>
    splitByField(
      context,
      record.ruleset,
      { entity, name },
      { rules: await failingRules(context.failuresFolder), most },
    )

  it('are in the part of each value that they or their student have, those without one in a part of their own', async () => {
    const given = valuesByLine('StudentCourseSession', 'SCSMODE')
    const expected = (await linesOfCsv()).flatMap(place => {
      const own = [...(given.get(Number(place.split(' ')[2])) ?? [])]
      return (own.length === 0 ? [null] : own).map(value => `${value} ${place}`)
    })
    const parts = await split('StudentCourseSession', 'SCSMODE')
    const found = await Promise.all(
      parts.map(async ({ value, source, records }) => {
        const places = placesIn(await sheetsOf({}, { ...context, ...source }))
        expect(places).toHaveLength(records)
        return places.map(place => `${value} ${place}`)
      }),
    )
    expect(found.flat().toSorted()).toEqual(expected.toSorted())
    expect(parts.length).toBeGreaterThan(2)
    expect(parts.at(-1)?.value).toBeNull()
  })

  it('are refused for a field with more values than there can be departments', async () => {
    await expect(split('Student', 'SID', 20)).rejects.toThrow('The field has')
  })
})
