import { beforeAll, describe, expect, it } from 'vitest'
import { generateSample } from '../../src/sample/index.ts'
import { withDatabase } from './database.ts'
import { forReading } from './derive.ts'
import { failingRules } from './failureFiles.ts'
import type { FailurePage } from './failures.ts'
import {
  type AnalysisContext,
  deriveFields,
  findStudent,
  listStudents,
  loadRecord,
  ruleFailures,
  runQualityRules,
} from './index.ts'
import { readFragment } from './recordFragment.ts'
import { gatherStudents, withStudents } from './students.ts'
import { analysisContext, ashbyFacts, type StudentRecord, studentRecord } from './testing/studentRecord.ts'

/** The findings of a faulty file by student, held against its text and its failing records. */
let record: StudentRecord
let context: AnalysisContext
const file = Buffer.concat([
  ...generateSample({ provider: '0001', students: 200, faults: 'rules', collection: '23056' }),
])

const all = { ruleCodes: undefined }
const page = { offset: 0, limit: 1000 }

/** Findings by SID, counted from the failing records whose keys name a student. */
const counted = async (): Promise<Map<string, number>> => {
  const counts = new Map<string, number>()
  for (const rule of (await failingRules(context.failuresFolder)).filter(
    ({ keyNames }) => keyNames[0] === 'SID',
  )) {
    const { rows } = await ruleFailures(context, { ruleCode: rule.code, ...page })
    for (const { keys } of rows) {
      const sid = keys[0]?.value ?? ''
      counts.set(sid, (counts.get(sid) ?? 0) + 1)
    }
  }
  return counts
}

describe.each([
  ['a small record', {}],
  ['a large one', { smallBytes: 0 }],
])('students by their findings, of %s (specification 2 §2.9)', (_, limits) => {
  beforeAll(async () => {
    record = await studentRecord()
    context = { ...(await analysisContext()), ...limits }
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

  it('are those whose records fail, most findings first', async () => {
    const { students, total } = await listStudents(context, { search: '', ...all, ...page })
    const byHand = await counted()
    expect(byHand.size).toBeGreaterThan(5)
    expect(total).toBe(students.length)
    // A student may be returned twice under one SID: that is a finding of its own.
    const bySid = new Map<string, number>()
    for (const { identifier, findings } of students)
      bySid.set(identifier ?? '', (bySid.get(identifier ?? '') ?? 0) + findings)
    expect(bySid).toEqual(byHand)
    const numbers = students.map(({ findings }) => findings)
    expect(numbers).toEqual(numbers.toSorted((one, other) => other - one))
  })

  it('have the name, the first course and the blocking rules of their record', async () => {
    const text = file.toString()
    const field = (block: string, name: string) =>
      block.match(new RegExp(`<${name}>([^<]*)</${name}>`))?.[1] ?? ''
    const blocking = record.ruleset.rules.filter(({ kind }) => kind === 'operational').map(({ code }) => code)
    const { students } = await listStudents(context, { search: '', blocking, ...all, ...page })
    const [block = ''] = [...text.matchAll(/<Student>[\s\S]*?<\/Student>/g)]
      .map(([whole]) => whole)
      .filter(whole => students.some(({ identifier }) => identifier === field(whole, 'SID')))
    const found = students.filter(({ identifier }) => identifier === field(block, 'SID'))
    expect(found.map(({ name }) => name)).toContain(`${field(block, 'FNAMES')} ${field(block, 'SURNAME')}`)
    const courses = [...text.matchAll(/<Course>[\s\S]*?<\/Course>/g)].map(([whole]) => whole)
    const course = courses.find(whole => field(whole, 'COURSEID') === field(block, 'COURSEID')) ?? ''
    expect(found.map(one => one.course)).toContain(field(course, 'COURSETITLE') || null)
    const blocked = students.filter(one => one.blocking > 0)
    expect(blocked.length).toBeGreaterThan(0)
    expect(blocked.length).toBeLessThan(students.length)
    for (const one of students) expect(one.blocking).toBeLessThanOrEqual(one.rules)
    // They come first: they have to be corrected.
    expect(students.slice(0, blocked.length)).toEqual(blocked)
  })

  it('are found by SID, NUMHUS and own numbers, also without a finding, and a page at a time', async () => {
    const found = async (search: string) =>
      (await listStudents(context, { search, ...all, ...page })).students.map(({ student }) => student)
    const value = (field: string, nth: number): string =>
      [...file.toString().matchAll(new RegExp(`<${field}>([^<]+)</${field}>`, 'g'))][nth]?.[1] ?? ''
    for (const field of ['SID', 'NUMHUS', 'OWNSTU', 'OWNENGID'])
      expect(await found(value(field, 0).toLowerCase()), field).toContain((await found(value('SID', 0)))[0])
    expect(await found('no such number')).toEqual([])
    expect(await found('%')).toEqual([])
    const { total, students } = await listStudents(context, {
      search: value('SID', 0).slice(2, 10),
      ...all,
      offset: 3,
      limit: 2,
    })
    expect(students).toHaveLength(2)
    expect(total).toBeGreaterThan(5)
  })

  it('are found by the fields of all that lies in their record, however deep', async () => {
    const { ruleset } = record
    const search = ['Student.SID', 'Engagement.NUMHUS', 'ModuleInstance.MODINSTID', 'Course.COURSEID']
    const manifest = { ...ruleset.manifest, students: { identifier: 'SID', search } }
    const strays = await withDatabase(forReading(context), async database => {
      await gatherStudents(database, { ...ruleset, manifest })
      const byPlace = search
        .slice(0, 3)
        .map(name => name.split('.'))
        .map(
          ([entity, field]) =>
            `select s.student, upper(e.${field}) as word from plain.${entity} e asof join temp.known_student s on e._byte >= s.byte where e.${field} is not null`,
        )
      return database.rows(`select k.student from temp.known_student k
        left join (select student, string_agg(distinct word, ' ' order by word) as words from (${byPlace.join(' union all ')}) group by student) p
        using (student) where k.words is distinct from p.words`)
    })
    expect(strays).toEqual([])
  })

  it('tell only of the rules that the reader sees', async () => {
    const rules = await failingRules(context.failuresFolder)
    const one = rules.find(({ keyNames }) => keyNames[0] === 'SID')
    const { students } = await listStudents(context, { search: '', ruleCodes: [one?.code ?? ''], ...page })
    expect(students.reduce((sum, { findings }) => sum + findings, 0)).toBe(one?.records)
    const found = await findStudent(context, { student: students[0]?.student ?? 0, ruleCodes: [] })
    expect(found).toMatchObject({ findings: [], place: { findings: 0, rules: 0 } })
  })

  it('lead to their record in the file, in which each finding has its place', async () => {
    const { students } = await listStudents(context, { search: '', ...all, ...page })
    const entities = new Set(record.tables.map(({ name }) => name))
    const lines = file.toString().split('\n')
    for (const { student, identifier, findings } of students) {
      const found = await findStudent(context, { student, ...all })
      expect(found?.findings).toHaveLength(findings)
      const place = found?.place ?? { line: 0, byte: 0, ending: null }
      const from = Math.max(0, place.byte - 100)
      const read = readFragment(
        {
          head: file.subarray(0, 4096),
          bytes: file.subarray(from, place.ending ?? file.length),
          leadBytes: place.byte - from,
          line: place.line,
          byte: place.byte,
        },
        entities,
      )
      const places = new Map<number, string>()
      const walk = (node: NonNullable<typeof read>): void => {
        places.set(node.byte, node.name)
        expect(lines[node.line - 1]?.indexOf(`<${node.name}>`)).toBe(node.column - 1)
        for (const { name, value, line, column } of node.fields)
          if (value !== '') expect(lines[line - 1]?.slice(column - 1)).toMatch(new RegExp(`^<${name}>`))
        node.children.forEach(walk)
      }
      if (!read) throw new Error('The record is not whole.')
      walk(read)
      expect(read.fields.find(({ name }) => name === 'SID')?.value).toBe(identifier)
      for (const { rule, byte } of found?.findings ?? []) expect(places.get(byte)).toBe(rule.entity)
    }
    expect(await findStudent(context, { student: 999_999, ...all })).toBeUndefined()
  })

  it('are told of a page of failing records', async () => {
    const rule = (await failingRules(context.failuresFolder)).find(({ entity }) => entity === 'Student')
    if (!rule) throw new Error('The sample breaks no rule of students.')
    const pageOf = (asked: Partial<FailurePage> = {}) =>
      ruleFailures(context, { ruleCode: rule.code, ...page, ...asked })
    const { rows, students } = await pageOf()
    expect(students).toHaveLength(rows.length)
    for (const [at, student] of students.entries()) {
      const found = await findStudent(context, { student: student ?? -1, ...all })
      expect(found?.place.byte).toBe(rows[at]?.byte)
    }
    // Sorted and searched for, each row keeps its own.
    const backwards = await pageOf({ sort: { by: 'line', isDescending: true } })
    expect(backwards).toEqual({
      total: rows.length,
      rows: rows.toReversed(),
      students: students.toReversed(),
    })
    const text = rows.at(-1)?.keys[0]?.value ?? ''
    expect(await pageOf({ search: { text, columns: [0] } })).toMatchObject({ students: [students.at(-1)] })
    const atHead = `select student from ${withStudents(context, '(select 0 as byte)')}`
    expect(
      await withDatabase({ ...context, databaseFile: ':memory:' }, database => database.rows(atHead)),
    ).toEqual([{ student: null }])
  })
})
