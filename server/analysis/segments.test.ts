import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withDatabase } from './database.ts'
import { createSegmentLoader } from './segments.ts'
import { createRawTables } from './tables.ts'

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
    await createRawTables(database, [
      { name: 'Student', parent: null, columns: ['SID', 'SURNAME'], keys: ['SID'] },
    ])
    const result = await work(createSegmentLoader(database, workFolder), sql => database.rows(sql))
    expect(await readdir(workFolder)).not.toContain('segment-0.csv')
    return result
  })
}

test('segments become rows; absent and empty fields, commas, quotes and line breaks keep their difference', async () => {
  await inDatabase(async (loader, query) => {
    const first = bytes('1,,3,40,a,"O""Brien, ""Ada"""\n2,,9,90,b,\n')
    loader.add({ table: 'Student', csv: first, rows: 2 })
    await loader.ready()
    loader.add({ table: 'Student', csv: bytes('3,,12,120,"","two\nlines"\n'), rows: 1 })
    await loader.settle()
    expect(await query('select * from record."Student" order by _row')).toEqual([
      { _row: 1, _parent: null, _line: 3, _byte: 40, SID: 'a', SURNAME: 'O"Brien, "Ada"' },
      { _row: 2, _parent: null, _line: 9, _byte: 90, SID: 'b', SURNAME: null },
      { _row: 3, _parent: null, _line: 12, _byte: 120, SID: '', SURNAME: 'two\nlines' },
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
