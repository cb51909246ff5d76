import { watch } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { RowWriter } from 'bedel-record/rows'
import { expect, test } from 'vitest'
import { keptView } from '../privacy/index.ts'
import { type Database, shareFile, withDatabase } from './database.ts'
import { computeDerived, readWithRoom } from './derive.ts'
import { deriveFields, failuresCsv, loadRecord, runQualityRules, summaryOf } from './index.ts'
import { createRecordFiles } from './recordFiles.ts'
import type { DerivedField } from './ruleset/ruleset.ts'
import { createPlainViews, createViews } from './tables.ts'
import { analysisContext, ashbyFacts, chunksOf, exampleFile, studentRecord } from './testing/studentRecord.ts'

const rows = 100_000
const tables = [
  { name: 'Student', parent: null, columns: ['SID', 'SURNAME'], keys: ['SID'] },
  { name: 'Engagement', parent: 'Student', columns: ['NUMHUS'], keys: ['NUMHUS'] },
]

const field = (name: string, level: number, sql: string, from: string): DerivedField => ({
  file: `${name}.yaml`,
  lineOf: () => 1,
  name,
  entity: 'Engagement',
  description: name,
  published: true,
  sql,
  from,
  level,
  derived: [],
  examples: [],
})

/** Fields whose values tell whose they are, by joins that several threads finish in any order. */
const joined = 'from plain."Engagement" join plain."Student" on "Student"._row = "Engagement"._parent'
const derivedFields = [
  field('Z_NAME', 0, `"Student".SURNAME || repeat('.', 200)`, joined),
  field('Z_OWN', 0, '"Engagement"._row', 'from plain."Engagement"'),
  field('Z_BOTH', 1, `Z_NAME || Z_OWN`, 'from "Engagement"'),
]

test('every derived value stands beside its record, whatever the threads do and however much is spilled', async () => {
  const context = await analysisContext()
  const files = createRecordFiles(context.recordsFolder)
  const writer = new RowWriter(tables, { kindOf: () => 'text', write: files.write })
  const add = (table: number, parent: number, row: number, values: readonly string[]): void => {
    const opened = writer.open(table, parent, row, row)
    for (const [column, value] of values.entries()) writer.text(table, column, value)
    writer.close(table, opened)
  }
  for (let row = 1; row <= rows; row++) {
    add(0, 0, row, [`${row}`, `N${row}`])
    // Parents are scattered, so that the join has no order of its own.
    add(1, ((row * 7919) % rows) + 1, row, [`E${row}`])
  }
  writer.end()
  files.close()
  let hasSpilled = false
  const watcher = watch(context.workFolder, (_, name) => {
    hasSpilled ||= name?.startsWith('spill-') ?? false
  })
  const options = { ...context, databaseFile: join(context.workFolder, 'test.duckdb') }
  // From 96 MB on nothing is spilled; below 44 four threads find no room beside each other, and slow ones need some more.
  await withDatabase({ ...options, threads: 4, memoryMb: 64 }, async database => {
    await createPlainViews(database, tables)
    await createViews(database, tables)
    await database.transaction(() =>
      computeDerived(database, { derivedFields, derivedEntities: [] }, null, () => {}),
    )
    expect(
      await database.row(
        `select count(*) as all, count(*) filter (where Z_OWN = _row and Z_NAME = 'N' || _parent || repeat('.', 200) and Z_BOTH = Z_NAME || _row) as right from "Engagement"`,
      ),
    ).toEqual({ all: rows, right: rows })
  }).finally(() => watcher.close())
  expect(hasSpilled).toBe(true)
})

test('what finds no room on the threads of a worker is read once more on one; another fault is told at once', async () => {
  const context = await analysisContext()
  const source = { ...context, databaseFile: join(context.workFolder, 'read.duckdb'), threads: 2 }
  await withDatabase(source, database => database.run('create table t as select 1 as n'))
  const asked: number[] = []
  const crowdedOn = (fault: string) => async (database: Database) => {
    const { threads } = await database.row("select current_setting('threads')::int as threads")
    asked.push(Number(threads))
    if (threads === 2) throw new Error(fault)
    return database.row('select n from t')
  }
  expect(await readWithRoom(source, crowdedOn('Out of Memory Error: no room'))).toEqual({ n: 1 })
  await expect(readWithRoom(source, crowdedOn('Binder Error: unknown'))).rejects.toThrow('unknown')
  expect(asked).toEqual([2, 1, 2])
})

test('the database of a small record is whole in its file, and stays open for those who read it next', async () => {
  const record = await studentRecord()
  const { schema, ruleset } = record
  const context = { ...(await analysisContext()), kept: shareFile() }
  const bytes = exampleFile(record)
  await loadRecord(context, {
    bytes: chunksOf(bytes),
    totalBytes: bytes.length,
    schema,
    header: ruleset.manifest.header,
    store: ruleset.manifest.columns,
  })
  await deriveFields(context, ruleset, ashbyFacts())
  const { kept, ...alone } = context
  const counted = await summaryOf(alone, ruleset)
  expect(counted.studentCount).toBe(1)
  expect((await readdir(dirname(context.databaseFile))).sort()).toEqual([
    'holds-records',
    'submission.duckdb',
  ])

  await rm(context.databaseFile)
  expect(await summaryOf(context, ruleset)).toEqual(counted)
  await runQualityRules(context, ruleset, { facts: ashbyFacts() })
  const failures = await Array.fromAsync(failuresCsv(context, undefined, keptView(ruleset, true, undefined)))
  expect(failures.join('')).toMatch(/^rule,/i)
  await kept.close()
  await expect(summaryOf(context, ruleset)).rejects.toThrow()
})
