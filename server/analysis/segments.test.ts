import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withDatabase } from './database.ts'
import { createSegmentLoader } from './segments.ts'
import { createPlainTables } from './tables.ts'

const tables = [
  { name: 'Student', parent: null, columns: ['SID', 'SURNAME', 'BIRTHDTE', 'LOAD'], keys: ['SID'] },
]
const types = { date: ['BIRTHDTE'], number: ['LOAD'] }
const bytes = (text: string) => new TextEncoder().encode(text)

const inDatabase = async <T>(
  work: (
    loader: ReturnType<typeof createSegmentLoader>,
    query: (sql: string) => Promise<unknown>,
  ) => Promise<T>,
) => {
  const workFolder = await mkdtemp(join(tmpdir(), 'segments-'))
  const options = {
    databaseFile: ':memory:',
    workFolder,
    memoryMb: 128,
    threads: 1,
    signal: new AbortController().signal,
  }
  return withDatabase(options, async database => {
    await createPlainTables(database, tables, types)
    const loader = createSegmentLoader(database, workFolder, tables, types)
    const result = await work(loader, sql => database.rows(sql))
    expect(await readdir(workFolder)).not.toContain('segment-0.csv')
    return result
  })
}

test('segments become rows; dates and numbers get their types; absent, empty and unreadable fields are null', async () => {
  await inDatabase(async (loader, query) => {
    const first = bytes('1,,3,40,a,"O""Brien, ""Ada""",2001-02-03,50.5\n2,,9,90,b,,2001-02-30,\n')
    loader.add({ table: 'Student', csv: first, rows: 2 })
    await loader.ready()
    loader.add({ table: 'Student', csv: bytes('3,,12,120,"","two\nlines","",""\n'), rows: 1 })
    await loader.settle()
    expect(
      await query('select * replace (BIRTHDTE::varchar as BIRTHDTE) from plain."Student" order by _row'),
    ).toEqual([
      {
        _row: 1,
        _parent: null,
        _line: 3,
        _byte: 40,
        SID: 'a',
        SURNAME: 'O"Brien, "Ada"',
        BIRTHDTE: '2001-02-03',
        LOAD: 50.5,
      },
      { _row: 2, _parent: null, _line: 9, _byte: 90, SID: 'b', SURNAME: null, BIRTHDTE: null, LOAD: null },
      {
        _row: 3,
        _parent: null,
        _line: 12,
        _byte: 120,
        SID: null,
        SURNAME: 'two\nlines',
        BIRTHDTE: null,
        LOAD: null,
      },
    ])
    expect(loader.rows).toEqual({ Student: 3 })
  })
})

test('a segment that does not fit its table is reported, and nothing waits for ever', async () => {
  await inDatabase(async loader => {
    for (let segment = 0; segment < 5; segment++)
      loader.add({ table: 'Student', csv: bytes('x,y\n'), rows: 1 })
    await expect(loader.ready()).rejects.toThrow()
    await expect(loader.settle()).rejects.toThrow()
  })
})
