import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  type DatabaseOptions,
  inTransaction,
  isOutOfMemory,
  openDatabase,
  shareFile,
  shareMemory,
  withDatabase,
} from './database.ts'

const options = async (changes: Partial<DatabaseOptions> = {}): Promise<DatabaseOptions> => {
  const workFolder = await mkdtemp(join(tmpdir(), 'database-'))
  const databaseFile = join(workFolder, 'test.duckdb')
  return {
    databaseFile,
    workFolder,
    memoryMb: 64,
    threads: 1,
    signal: new AbortController().signal,
    // What is refused is told from other refusals by its words.
    isMadeUp: true,
    ...changes,
  }
}

test('SQL reaches the work folder and nothing else, and cannot lift its own limits', async () => {
  const given = await options()
  await writeFile(join(given.workFolder, 'in.csv'), 'a\n1\n')
  await withDatabase(given, async database => {
    expect(await database.rows(`from read_csv('${join(given.workFolder, 'in.csv')}')`)).toEqual([{ a: 1 }])
    for (const sql of [
      "from read_csv('/etc/passwd')",
      "copy (select 1) to '/tmp/out.csv'",
      "attach '/tmp/other.duckdb'",
      'install httpfs',
      "set memory_limit = '10GB'",
      'set enable_external_access = true',
    ]) {
      await expect(database.run(sql), sql).rejects.toThrow(/Permission|locked|disabled/)
    }
  })
})

test('an abort interrupts the query that runs and refuses later ones with its reason', async () => {
  const stop = new AbortController()
  const database = await openDatabase(await options({ signal: stop.signal }))
  const endless = database.rows(
    'select count(*) from range(1e12::bigint) a, range(1e6::bigint) b where a.range * b.range % 7 = 3',
  )
  stop.abort(new Error('no longer wanted'))
  await expect(endless).rejects.toThrow('no longer wanted')
  await expect(database.rows('select 1')).rejects.toThrow('no longer wanted')
  database.close()
})

test('a transaction is kept whole or not at all', async () => {
  const given = await options()
  await withDatabase(given, database => database.run('create table kept (n integer)'))
  const failing = inTransaction(given, async database => {
    await database.run('insert into kept values (1)')
    throw new Error('half-way')
  })
  await expect(failing).rejects.toThrow('half-way')
  await inTransaction(given, database => database.run('insert into kept values (2)'))
  expect(await withDatabase({ ...given, readOnly: true }, database => database.rows('from kept'))).toEqual([
    { n: 2 },
  ])
})

test('several readers may have a file open, and none of them can write', async () => {
  const given = await options()
  await withDatabase(given, database => database.run('create table kept as select 1 as n'))
  const readers = await Promise.all([1, 2].map(() => openDatabase({ ...given, readOnly: true })))
  for (const reader of readers) {
    expect(await reader.row('from kept')).toEqual({ n: 1 })
    await expect(reader.run('insert into kept values (2)')).rejects.toThrow(/read-only/)
    reader.close()
  }
})

test('a shared file stays open from one reader to the next, and an aborted reader leaves it to the others', async () => {
  const given = await options()
  await withDatabase(given, database => database.run('create table kept as select 1 as n'))
  const shared = shareFile()
  const reading = { ...given, readOnly: true, shared }
  const stop = new AbortController()
  const stopped = await openDatabase({ ...reading, signal: stop.signal })
  await stopped.run('create temp table own as select 2 as n')
  stop.abort(new Error('no longer wanted'))
  await expect(stopped.row('from own')).rejects.toThrow('no longer wanted')
  stopped.close()
  // The file itself is not needed any more.
  await rm(given.databaseFile)
  await withDatabase(reading, async database => {
    expect(await database.row('from kept')).toEqual({ n: 1 })
    await expect(database.row('from own')).rejects.toThrow(/own/)
    await expect(database.run('set enable_external_access = true')).rejects.toThrow(/locked|disabled/)
    await expect(database.rows("from read_csv('/etc/passwd')")).rejects.toThrow(/Permission|disabled/)
  })
  await shared.close()
  await expect(openDatabase(reading)).rejects.toThrow()
})

test('a shared database without a file is one for all, each at files of its own below its folder', async () => {
  const { workFolder } = await options()
  const shared = shareMemory({ workFolder, memoryMb: 64, threads: 1 })
  const read = async (name: string) => {
    const folder = join(workFolder, name)
    await mkdir(folder)
    await writeFile(join(folder, 'in.csv'), `a\n${name}\n`)
    const given = await options({ databaseFile: ':memory:', workFolder: folder, shared })
    return withDatabase(given, async database => {
      await database.run(`create table "${name}" (n integer)`)
      await expect(database.rows("from read_csv('/etc/passwd')")).rejects.toThrow(/Permission|disabled/)
      await expect(database.run('set enable_external_access = true')).rejects.toThrow(/locked|disabled/)
      const [row] = await database.rows(`from read_csv('${join(folder, 'in.csv')}')`)
      const { tables } = await database.row('select count(*) as tables from duckdb_tables()')
      return [row?.a, tables]
    })
  }
  expect(await read('first')).toEqual(['first', 1])
  expect(await read('second')).toEqual(['second', 2])
  await shared.close()
})

test('two databases of one work folder spill into folders of their own', async () => {
  const given = await options({ databaseFile: ':memory:' })
  const folders = await Promise.all(
    [given, given].map(one =>
      withDatabase(one, database => database.row("select current_setting('temp_directory') as folder")),
    ),
  )
  const [one, other] = folders.map(({ folder }) => String(folder))
  expect(one).not.toBe(other)
  expect(one?.startsWith(given.workFolder)).toBe(true)
})

test('only a single query that reads and binds is a select', async () => {
  await withDatabase(await options(), async database => {
    await database.checkSelect('select 1')
    for (const sql of ['select 1; select 2', 'create table t (n integer)', 'select n from nowhere']) {
      await expect(database.checkSelect(sql), sql).rejects.toThrow()
    }
  })
})

test('the limit of memory is kept, and what found no room is told from other faults', async () => {
  await withDatabase(await options(), async database => {
    const crowded = await database.rows('select list(range) from range(50000000)').catch(error => error)
    expect(isOutOfMemory(crowded)).toBe(true)
    const unknown = await database.rows('select n from nowhere').catch(error => error)
    expect(isOutOfMemory(unknown)).toBe(false)
    expect(await database.row('select 1 as n')).toEqual({ n: 1 })
  })
})

test('a fault tells nothing of the record, whichever way it is read', async () => {
  await withDatabase(await options({ isMadeUp: false }), async database => {
    await database.run("create table people as select unnest(['1', 'Quillfeather']) as text")
    const numbers = 'select cast(text as integer) as n from people'
    const read = async () => {
      for await (const rows of database.batches(numbers)) expect(rows).toEqual([])
    }
    for (const work of [
      () => database.run(`create table numbers as ${numbers}`),
      () => database.rows(numbers),
      read,
    ]) {
      const fault: unknown = await work().catch(error => error)
      expect(String(fault)).toContain('Conversion Error: ')
      expect(`${fault} ${(fault as Error).stack}`).not.toContain('Quillfeather')
    }
  })
})

test('a fault of examples is told with its values', async () => {
  await withDatabase(await options(), async database => {
    await expect(database.rows("select cast('Quillfeather' as integer)")).rejects.toThrow('Quillfeather')
  })
})

test('a result in batches is whole, or fails: also where a fault comes after many rows, which the driver takes for the end', async () => {
  await withDatabase(await options(), async database => {
    const read = async (sql: string): Promise<number> => {
      let count = 0
      for await (const rows of database.batches(sql)) count += rows.length
      return count
    }
    expect(await read('select i from range(300000) t(i)')).toBe(300_000)
    const broken = "select cast(if(i = 290000, 'x', '1') as int) as v from range(300000) t(i)"
    await expect(read(broken)).rejects.toThrow(/gave \d+ of 300000 rows/)
  })
})
