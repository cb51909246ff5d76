import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBConnection } from '@duckdb/node-api'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { generateSample } from '../../src/sample/index.ts'
import { type Database, literal, quoted, withDatabase } from './database.ts'
import { holdsRecords } from './derive.ts'
import { failingRecords, failingRules } from './failureFiles.ts'
import {
  type AnalysisContext,
  countRulesOn,
  deriveFields,
  loadRecord,
  type RuleResult,
  runQualityRules,
} from './index.ts'
import { analysisContext, ashbyFacts, type StudentRecord, studentRecord } from './testing/studentRecord.ts'

/*
 * What the analysis of one file gave when its rows were still loaded as CSV into the database: values of every table, derived
 * fields included, all failing records, and the result of each rule.
 */
interface Kept {
  tables: Record<string, [rows: number, md5: string]>
  failures: [rows: number, md5: string]
  rules: Record<string, (string | number | null)[]>
}
let kept: Kept
let record: StudentRecord
let context: AnalysisContext
let results: RuleResult[]
/** How the statements of the rules ended. */
let ended: PromiseSettledResult<unknown>[]

async function* sample(): AsyncGenerator<Uint8Array> {
  yield* generateSample({ provider: '0001', students: 400, faults: 'rules', collection: '23056' })
}

/** Rows of a source and a hash over all their values as text, in whatever order rows and columns come. */
const fingerprint = async (database: Database, source: string): Promise<[number, string]> => {
  const columns = (await database.rows(`describe ${source}`))
    .map(({ column_name }) => String(column_name))
    .sort()
  const values = columns.map(column => `coalesce(cast(${quoted(column)} as varchar), '∅')`)
  const { total, md5 } = await database.row(
    `select count(*) as total, md5(string_agg(line, chr(10) order by line)) as md5
      from (select concat_ws('|', ${values.join(', ')}) as line from (${source}))`,
  )
  return [Number(total), String(md5)]
}

const areTheSame = (_: string, limits: { smallBytes?: number; parts?: number; threads?: number }) => {
  beforeAll(async () => {
    kept = JSON.parse(await readFile(join(import.meta.dirname, 'testing/results23056.json'), 'utf8'))
    record = await studentRecord()
    context = { ...(await analysisContext()), ...limits }
    const { schema, ruleset } = record
    await loadRecord(context, {
      bytes: sample(),
      totalBytes: 1,
      schema,
      header: ruleset.manifest.header,
      store: ruleset.manifest.columns,
    })
    await deriveFields(context, ruleset, ashbyFacts())
    const run = vi.spyOn(DuckDBConnection.prototype, 'run')
    results = await runQualityRules(context, ruleset, { facts: ashbyFacts() })
    ended = await Promise.allSettled(run.mock.results.map(({ value }) => value))
    run.mockRestore()
  })

  test('every table has the same values as ever, its derived fields included', async () => {
    const { tables, ruleset } = record
    const names = [...tables, ...ruleset.derivedEntities].map(({ name }) => name)
    const found = await withDatabase({ ...context, readOnly: true }, async database => {
      const prints: Kept['tables'] = {}
      for (const name of names) {
        const print = await fingerprint(database, `from ${quoted(name)}`)
        if (print[0] > 0) prints[name] = print
      }
      return prints
    })
    expect(found).toEqual(kept.tables)
  })

  test('the database says whether it needs the files', () => {
    expect(holdsRecords(context)).toBe(!('smallBytes' in limits))
  })

  test('the database of a small record is small, as every stage that follows takes it from the store', async () => {
    const { size } = await stat(context.databaseFile)
    expect('smallBytes' in limits || size < 3_000_000).toBe(true)
  })

  test('every rule has the same result as ever', () => {
    const found = Object.groupBy(results, ({ ruleCode }) => ruleCode)
    const lines = Object.entries(found).map(([code, rows = []]) => [
      code,
      [
        rows[0]?.populationCount,
        rows[0]?.failureCount,
        rows[0]?.measuredPercent,
        ...rows.map(({ regulatorCode, status }) => `${regulatorCode} ${status}`),
      ],
    ])
    expect(Object.fromEntries(lines)).toEqual(kept.rules)
  })

  test('no statement of its rules is refused and made up for by others', () => {
    expect(ended.filter(({ status }) => status === 'rejected')).toEqual([])
    expect(ended.length).toBeGreaterThan(0)
  })

  test('the same records as ever are kept for the rules that they fail', async () => {
    const rules = await failingRules(context.failuresFolder)
    const union = rules.map(
      rule =>
        `select ${literal(rule.code)} as rule, ${literal(rule.entity)} as entity, "row", line, byte, keys, details from ${failingRecords(context.failuresFolder, [rule])}`,
    )
    const found = await withDatabase({ ...context, databaseFile: ':memory:' }, database =>
      fingerprint(database, union.join(' union all ')),
    )
    expect(found).toEqual(kept.failures)
  })

  test('the records of a rule are numbered from 1 in the order of the file', async () => {
    const rules = await failingRules(context.failuresFolder)
    const { misplaced } = await withDatabase({ ...context, databaseFile: ':memory:' }, database =>
      database.row(
        `select count(*) as misplaced from (
          select n, row_number() over (partition by rule order by "row") as place from ${failingRecords(context.failuresFolder, rules)}
        ) where n <> place`,
      ),
    )
    expect(misplaced).toBe(0)
  })

  test('a rule is held against no record that it does not look at, also beside rules of the same records', async () => {
    const rows = 'from plain."Student" as "Student"'
    const rule = (code: string, population: string, fails: string) => ({
      ...record.ruleset.rules[0]!,
      code,
      condition: { population, fails },
      rowsSql: rows,
      measure: null,
      countSql: `select count(*) as "populationCount", count(*) filter (where fails) as "failureCount", null::double as "measuredPercent" from (select (${fails}) as fails ${rows} where (${population}))`,
      inParts: null,
    })
    const [populationCount] = kept.tables.Student!
    const counted = await countRulesOn(context, [
      rule('all', 'true', 'Student.SID is null'),
      // Names are no numbers.
      rule('none', 'Student.SID is null', 'cast(Student.SURNAME as integer) > 5'),
      rule('unknown', 'true', 'null'),
      rule('faulty', 'true', 'cast(Student.SURNAME as integer) > 5'),
    ])
    expect(counted).toMatchObject([
      { populationCount, failureCount: 0 },
      { populationCount: 0, failureCount: 0 },
      { populationCount, failureCount: 0 },
      { fault: expect.stringContaining('onver') },
    ])
  })
}

describe.each([
  ['a small record, held in the database', {}],
  ['one that is too large for its rules, looked at in parts', { smallBytes: 0, parts: 3 }],
])('%s', areTheSame)

// The files of a record that is looked at in parts are read as those of this one are.
describe.each([
  ['a large one, read from its files', { smallBytes: 0 }],
  ['a large one, on one connection', { smallBytes: 0, threads: 1 }],
])('%s', { tags: ['exhaustive'] }, areTheSame)
