import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Database, literal, withDatabase } from './database.ts'
import type { AnalysisContext } from './facts.ts'
import { createFailureWriter } from './failureFiles.ts'
import { writeHistory } from './history.ts'
import type { Ruleset } from './ruleset/ruleset.ts'
import { gatherStudents, setStudentsAside, takeStudentsUp, writeStudents } from './students.ts'
import { analysisContext } from './testing/studentRecord.ts'

/*
 * What is written of a file of any size finds room in the memory of a worker: here in three quarters of it, and of no more
 * columns than show it. So many students as show that are for `npm run model:all`; a tenth of them shows that it is written.
 */
const records: [words: string, students: number, tags: 'exhaustive'[]][] = [
  ['40,000', 40_000, []],
  ['400,000', 400_000, ['exhaustive']],
]
const memoryMb = 96

let context: AnalysisContext
beforeAll(async () => {
  context = { ...(await analysisContext()), memoryMb, threads: 1 }
  await mkdir(dirname(context.databaseFile), { recursive: true })
})

const countOf = (database: Database, file: string, where = 'true') =>
  database.row(`select count(*) as count from read_parquet(${literal(file)}) where ${where}`)

describe.each(records)('of a record of %s students', (_, students, tags) => {
  it('the words for the search are put together', { tags, timeout: 60_000 }, async () => {
    const ruleset = {
      tables: [{ name: 'Student', parent: null, columns: [], keys: [] }],
      manifest: {
        summary: { units: 'Student' },
        students: { identifier: 'SID', search: ['Student.SID', 'Student.SURNAME', 'Student.FNAMES'] },
      },
    } as unknown as Ruleset
    const folder = join(context.workFolder, 'failures')
    await (await createFailureWriter(folder, false)).end()
    await withDatabase({ ...context, databaseFile: ':memory:' }, async database => {
      await database.run(`create schema plain; create table plain.Student as
        select range as _row, range as _line, range * 1000 as _byte, 'sid ' || range as SID,
          md5(range::varchar) as SURNAME, md5('name ' || range) as FNAMES from range(1, ${students + 1})`)
      await gatherStudents(database, ruleset)
      const aside = join(context.workFolder, 'aside.parquet')
      await setStudentsAside(database, aside)
      await takeStudentsUp(database, aside)
      await writeStudents(database, folder, ruleset, [])
      const found = await countOf(database, join(folder, 'students.parquet'), "words like '%SID %'")
      expect(found).toEqual({ count: students })
    })
  })

  it('what the next year needs is packed', { tags, timeout: 60_000 }, async () => {
    const columns = Array.from({ length: 26 }, (_, column) => `md5('${column} ' || range) as c${column}`)
    const ruleset = {
      manifest: { history: { rows: `select ${columns.join(', ')} from range(${students})` } },
    } as unknown as Ruleset
    const file = join(context.workFolder, 'history.parquet')
    await withDatabase(context, async () => undefined)
    await writeHistory(context, ruleset, file)
    await withDatabase(context, async database =>
      expect(await countOf(database, file)).toEqual({ count: students }),
    )
  })
})
