import { cp, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { literal, withDatabase } from './database.ts'
import { createFailureWriter } from './failureFiles.ts'
import { deriveFields, loadRuleset, ruleFailures, runQualityRules } from './index.ts'
import type { Rule, Ruleset } from './ruleset/ruleset.ts'
import { loadExample } from './testing/loadedExample.ts'
import { analysisContext, ashbyFacts, type StudentRecord, studentRecord } from './testing/studentRecord.ts'

const base = '23056_1.0.0'
const code = 'StudentCourseSession.SHARED.001'

/**
 * The student record's ruleset with one rule alone. It is shown with a course that the manifest links by a name without its table:
 * the rule's own entity has a field of that name too, but only where its condition reads it.
 */
const withSharedName = async (): Promise<StudentRecord> => {
  const record = await studentRecord(base)
  const folder = await mkdtemp(join(tmpdir(), 'shared-'))
  await cp(record.ruleset.folder, join(folder, base), { recursive: true })
  const manifest = join(folder, base, 'ruleset.yaml')
  const link = '  - { from: LatestSession, to: LastCourse, table: Course, on: LastCourse._row = Z_COURSEROW }'
  await writeFile(
    manifest,
    (await readFile(manifest, 'utf8')).replace('\nfunctions:\n', `${link}\n\nfunctions:\n`),
  )
  await mkdir(join(folder, 'next/rules'), { recursive: true })
  await writeFile(
    join(folder, 'next/ruleset.yaml'),
    `base: ${base}\nversion: 23056_9.0.0\nschema: 23056_1_0_0.xsd\n`,
  )
  await writeFile(
    join(folder, `next/rules/${code}.V01.yaml`),
    JSON.stringify({
      code,
      version: 'V01',
      name: 'A name of two tables',
      requirement: 'A session must have a course.',
      finding: 'The session has no course.',
      entity: 'StudentCourseSession',
      kind: 'quality',
      population: 'true',
      failure: 'StudentCourseSession.Z_COURSEROW is not null',
      details: ['LastCourse.COURSEID'],
      tolerance: '0%',
      examples: [{ passes: {} }, { fails: {} }],
    }),
  )
  const ruleset = await loadRuleset(join(folder, 'next'), record.tables)
  return { ...record, ruleset: { ...ruleset, rules: ruleset.rules.filter(rule => rule.code.includes(code)) } }
}

/** What a file fails, by the rules of a ruleset that was verified by an earlier release. */
const failuresOf = async (record: StudentRecord, ruleset: Ruleset, limits: { smallBytes?: number }) => {
  const context = { ...(await loadExample(record)).context, ...limits }
  await deriveFields(context, ruleset, ashbyFacts())
  const [result] = await runQualityRules(context, ruleset, { facts: ashbyFacts() })
  const { rows } = await ruleFailures(context, { ruleCode: result?.ruleCode ?? '', offset: 0, limit: 10 })
  return { failureCount: result?.failureCount, rows }
}

test('a rule finds the same in a small file as in a large one, though a name of it is of two tables where all is joined', async () => {
  const record = await withSharedName()
  const { ruleset } = record
  const large = await failuresOf(record, ruleset, { smallBytes: 0 })
  expect(large.failureCount).toBeGreaterThan(0)
  expect(large.rows[0]?.details).toEqual([{ name: 'COURSEID', value: expect.stringMatching(/./) }])
  expect(await failuresOf(record, ruleset, {})).toEqual(large)
  // What is joined may have names that cannot be told from the ruleset.
  const unbound = ruleset.rules.map(rule => ({ ...rule, failuresAtOnceSql: 'select nowhere as "row"' }))
  expect(await failuresOf(record, { ...ruleset, rules: unbound }, {})).toEqual(large)
})

test('of rules that find no room together none is kept, as all of them are looked at again', async () => {
  const { workFolder, failuresFolder } = await analysisContext()
  const { signal } = new AbortController()
  const row =
    'select 1 as "row", 1 as line, 1 as byte, []::varchar[] as keys, []::varchar[] as details where true'
  const rule = (ruleCode: string, failuresAtOnceSql: string | null) =>
    ({
      code: ruleCode,
      requirement: '',
      entity: 'Student',
      keyNames: [],
      detailNames: [],
      failingSql: 'select 1::bigint as "row"',
      failuresSql: row,
      failuresAtOnceSql,
    }) as unknown as Rule
  const options = { databaseFile: ':memory:', workFolder, failuresFolder, memoryMb: 64, threads: 1, signal }
  await withDatabase({ ...options, isMadeUp: true }, async database => {
    const failures = await createFailureWriter(failuresFolder, true)
    const noRoom = `${row} and error('no room') is null`
    await expect(
      failures.keep(database, [rule('together', row), rule('apart', null), rule('crowded', noRoom)]),
    ).rejects.toThrow('no room')
    const noRoomApart = { ...rule('apart', null), failuresSql: noRoom }
    await expect(failures.keep(database, [rule('together', row), noRoomApart])).rejects.toThrow('no room')
    await failures.keep(database, [rule('together', row), rule('apart', null)])
    const listed = await failures.end()
    expect(listed.map(({ code, records }) => [code, records])).toEqual([
      ['apart', 1],
      ['together', 1],
    ])
    const kept = await database.rows(
      `select rule from read_parquet(${literal(join(failuresFolder, '1.parquet'))}) order by rule`,
    )
    expect(kept.map(({ rule }) => rule)).toEqual(listed.map(({ number }) => number).sort())
  })
})
