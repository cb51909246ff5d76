import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { generateSample } from '../../src/sample/index.ts'
import { literal, withDatabase } from './database.ts'
import { failingRules } from './failureFiles.ts'
import { writeFirstFailures } from './firstFailures.ts'
import {
  type AnalysisContext,
  deriveFields,
  type FailingRule,
  firstFailures,
  firstFailuresFile,
  isFirstPage,
  loadRecord,
  ruleFailures,
  runQualityRules,
} from './index.ts'
import { analysisContext, ashbyFacts, chunksOf, studentRecord } from './testing/studentRecord.ts'

/** A faulty file in which every student is too old besides. */
const file = Buffer.from(
  Buffer.concat([
    ...generateSample({ provider: '0001', students: 150, faults: 'rules', collection: '23056' }),
  ])
    .toString()
    .replaceAll(/<BIRTHDTE>[^<]*</g, '<BIRTHDTE>1850-01-01<'),
)

describe.each([
  ['a small record', {}],
  ['a large one', { smallBytes: 0 }],
])('the first failing records of each rule, of %s', (_, limits) => {
  let context: AnalysisContext
  let rules: FailingRule[]
  let first: Uint8Array
  beforeAll(async () => {
    const { schema, ruleset } = await studentRecord()
    context = { ...(await analysisContext()), ...limits }
    await loadRecord(context, {
      bytes: chunksOf(file),
      totalBytes: 1,
      schema,
      header: ruleset.manifest.header,
      store: ruleset.manifest.columns,
    })
    await deriveFields(context, ruleset, ashbyFacts())
    await runQualityRules(context, ruleset, { facts: ashbyFacts() })
    rules = await failingRules(context.failuresFolder)
    first = await readFile(join(context.failuresFolder, firstFailuresFile))
  })

  it('are those that a query of all of them gives, whichever page it is', async () => {
    expect(rules.length).toBeGreaterThan(10)
    for (const { code: ruleCode } of rules) {
      const { total, rows, students } = await ruleFailures(context, { ruleCode, offset: 0, limit: 100 })
      for (const [offset, limit] of [
        [0, 10],
        [0, 100],
        [10, 10],
        [90, 10],
      ] as const)
        expect(firstFailures(first, { ruleCode, offset, limit }), ruleCode).toEqual({
          total,
          rows: rows.slice(offset, offset + limit),
          students: students.slice(offset, offset + limit),
        })
    }
  })

  it('are all that a rule has which finds no more', async () => {
    const few = rules.filter(({ records }) => records < 100)
    expect(few.length).toBeGreaterThan(5)
    for (const { code: ruleCode, records } of few)
      for (const offset of [0, 200])
        expect(firstFailures(first, { ruleCode, offset, limit: 1000 })).toMatchObject({
          total: records,
          rows: { length: offset === 0 ? records : 0 },
        })
  })

  it('are not what a page is read from that goes beyond them', () => {
    const many = rules.filter(({ records }) => records > 100)
    expect(many.length).toBeGreaterThan(0)
    for (const { code: ruleCode } of many)
      for (const [offset, limit] of [
        [0, 101],
        [91, 10],
        [100, 10],
      ] as const)
        expect(firstFailures(first, { ruleCode, offset, limit })).toBeUndefined()
  })

  it('are not what a search or another order is read from', () => {
    const page = { ruleCode: 'any', offset: 0, limit: 10 }
    expect(isFirstPage(page)).toBe(true)
    expect(isFirstPage({ ...page, offset: 90 })).toBe(true)
    expect(isFirstPage({ ...page, offset: 100 })).toBe(false)
    expect(isFirstPage({ ...page, search: { text: 'a', columns: [0] } })).toBe(false)
    expect(isFirstPage({ ...page, sort: { by: 'line', isDescending: true } })).toBe(false)
    // An empty search looks for nothing.
    expect(isFirstPage({ ...page, search: { text: '', columns: [0] } })).toBe(true)
  })

  it('say that a rule without a line has none', () => {
    for (const ruleCode of ['NONE', rules[1]?.code.slice(0, -1) ?? '', ''])
      expect(firstFailures(first, { ruleCode, offset: 0, limit: 10 })).toEqual({
        total: 0,
        rows: [],
        students: [],
      })
    expect(firstFailures(new Uint8Array(0), { ruleCode: 'NONE', offset: 0, limit: 10 })?.total).toBe(0)
  })
})

it('a rule whose first records are too long to be kept twice has none of them', async () => {
  const context = await analysisContext()
  await mkdir(context.failuresFolder, { recursive: true })
  const named = { requirement: '', entity: 'Student', keyNames: [], detailNames: ['NOTE'], file: '1.parquet' }
  const rules = [
    { ...named, code: 'LONG', number: 1, records: 20 },
    { ...named, code: 'SHORT', number: 2, records: 20 },
  ]
  await withDatabase({ ...context, databaseFile: ':memory:' }, async database => {
    await database.run(`copy (select r.rule, i + 1 as n, i as "row", i as line, i as byte, []::varchar[] as keys, [repeat('x', r.size)] as details
      from (values (1, 10_000), (2, 10)) r(rule, size), range(20) t(i)) to ${literal(join(context.failuresFolder, '1.parquet'))}`)
    await writeFirstFailures(database, context.failuresFolder, rules)
  })
  const file = await readFile(join(context.failuresFolder, firstFailuresFile))
  expect(file.length).toBeLessThan(10_000)
  expect(firstFailures(file, { ruleCode: 'LONG', offset: 0, limit: 10 })).toBeUndefined()
  expect(firstFailures(file, { ruleCode: 'SHORT', offset: 10, limit: 10 })).toMatchObject({
    total: 20,
    rows: { length: 10, 0: { line: 10, details: [{ name: 'NOTE', value: 'xxxxxxxxxx' }] } },
  })
})
