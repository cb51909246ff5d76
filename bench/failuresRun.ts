// One task on failing records in a process of its own, so that its memory is its own: `make FOLDER FINDINGS` writes those of a
// made-up record, `workbook FOLDER ROWS` a workbook of them, `read FOLDER RUNS` searches students and reads pages. Prints JSON.
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { literal, openDatabase, quoted } from '../server/analysis/database.ts'
import { failingRules, listFile } from '../server/analysis/failureFiles.ts'
import { analysisPaths, listStudents, type Ruleset, ruleFailures } from '../server/analysis/index.ts'
import { writeStudents } from '../server/analysis/students.ts'
import { plainTable } from '../server/analysis/tables.ts'
import { createSpecificationStore } from '../server/pipeline/index.ts'
import { keptView } from '../server/privacy/index.ts'
import { failuresWorkbook } from '../server/workbooks/failuresWorkbook.ts'

const [task = '', folder = '', number = ''] = process.argv.slice(2)
const count = Number(number)
const repository = join(import.meta.dirname, '..')
const source = {
  ...analysisPaths(folder),
  workFolder: join(folder, 'work'),
  // As the reader of the server has it.
  memoryMb: task === 'make' ? 2048 : 256,
  threads: 1,
  signal: new AbortController().signal,
}

const loadRuleset = async (): Promise<Ruleset> => {
  const { ruleset } = await createSpecificationStore({
    schemasFolder: join(repository, 'schemas'),
    rulesetsFolder: join(repository, 'rulesets'),
    verifiedFolder: join(folder, 'verified'),
  }).load({ schemaVersion: '23056_1_0_0', rulesetVersion: '23056_1.0.0' })
  return ruleset
}

/** Bytes of a made-up student. */
const recordBytes = 4000

/** Failing records: a quarter of them of one rule, the others of thirty. */
const make = async (): Promise<object> => {
  const ruleset = await loadRuleset()
  await mkdir(source.failuresFolder, { recursive: true })
  await mkdir(source.workFolder, { recursive: true })
  const students = count / 8
  const rules = ruleset.rules.filter(({ failuresSql }) => failuresSql !== null).slice(0, 31)
  const largest = count / 4
  const others = Math.floor((count - largest) / (rules.length - 1))
  const list = rules.map(({ code, requirement, entity, keyNames, detailNames }, at) => ({
    code,
    requirement,
    entity,
    keyNames: [...keyNames],
    detailNames: [...detailNames],
    file: '1.parquet',
    number: at + 1,
    records: at === 0 ? largest : others,
  }))
  const database = await openDatabase({ ...source, databaseFile: ':memory:' })
  const { summary, students: naming } = ruleset.manifest
  await database.run('create schema plain')
  for (const entity of new Set([
    summary?.units ?? '',
    ...(naming?.search ?? []).map(name => name.split('.')[0] ?? ''),
  ])) {
    const fields = ruleset.tables.find(({ name }) => name === entity)?.columns ?? []
    await database.run(
      `create table ${plainTable(entity)} as select i as _row, i * 40 as _line, i * ${recordBytes} as _byte,
        ${fields.map((field, at) => `'${field.slice(0, 3)}' || (i * ${at + 7}) as ${quoted(field)}`).join(', ')} from range(${students}) t(i)`,
    )
  }
  await database.run(
    'create table kept (rule integer, n integer, "row" bigint, line bigint, byte bigint, keys varchar[], details varchar[])',
  )
  for (const { number: rule, records, keyNames, detailNames } of list) {
    const values = (names: readonly string[]): string =>
      `[${names.map(name => `'${name.slice(0, 4)}' || (i * ${rule})`).join(', ')}]::varchar[]`
    await database.run(
      `insert into kept select ${rule}, i + 1, i, i * 40, (i * ${students} // ${records}) * ${recordBytes} + 200, ${values(keyNames)}, ${values(detailNames)} from range(${records}) t(i)`,
    )
  }
  await database.run(
    `copy kept to ${literal(join(source.failuresFolder, '1.parquet'))} (format parquet, compression zstd)`,
  )
  await writeFile(join(source.failuresFolder, listFile), JSON.stringify(list))
  await writeStudents(database, source.failuresFolder, ruleset, list)
  database.close()
  return { findings: list.reduce((sum, { records }) => sum + records, 0), students }
}

const writeWorkbook = async (): Promise<object> => {
  const ruleset = await loadRuleset()
  const subject = {
    provider: 'University of Ashby (0001)',
    collection: 'Student 2023/24 (23056)',
    fileName: 'ashby.xml',
    submissionId: '00000000-0000-4000-8000-000000000001',
    uploaded: '2026-11-01T10:00:00.000Z',
    made: '2026-11-02T10:00:00.000Z',
    rulesetVersion: ruleset.version,
  }
  const began = performance.now()
  let rows = 0
  const content = {
    source,
    subject,
    ruleCodes: undefined,
    view: keptView(ruleset, true, undefined),
    onRows: (written: number) => {
      rows += written
    },
  }
  await pipeline(await failuresWorkbook(content), createWriteStream(join(folder, 'workbook.xlsx')))
  const seconds = (performance.now() - began) / 1000
  return { rows, seconds, peakMebibytes: Math.round(process.resourceUsage().maxRSS / 1024) }
}

/** The time under which 95 of 100 lie, in ms. */
const p95 = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.95) - 1] ?? 0

const measured = async (work: (at: number) => Promise<unknown>): Promise<number> => {
  const times: number[] = []
  for (let at = 0; at < count; at++) {
    const began = performance.now()
    await work(at)
    times.push(performance.now() - began)
  }
  return Math.round(p95(times))
}

const read = async (): Promise<object> => {
  const [largest] = (await failingRules(source.failuresFolder)).toSorted(
    (one, other) => other.records - one.records,
  )
  if (!largest) throw new Error('No record fails a rule.')
  const place = (at: number): number => Math.floor(((at + 1) / (count + 1)) * largest.records)
  return {
    searchMs: await measured(at =>
      listStudents(source, { search: `${place(at)}`, offset: 0, limit: 25, ruleCodes: undefined }),
    ),
    pageMs: await measured(at =>
      ruleFailures(source, { ruleCode: largest.code, offset: place(at), limit: 25 }),
    ),
  }
}

const tasks: Record<string, () => Promise<object>> = { make, workbook: writeWorkbook, read }
console.log(JSON.stringify(await tasks[task]?.()))
