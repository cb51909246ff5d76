import { join } from 'node:path'
import { DuckDBConnection } from '@duckdb/node-api'
import { afterEach, expect, test, vi } from 'vitest'
import { withDatabase } from './database.ts'
import { deriveFields, writeHistory } from './index.ts'
import { loadExample } from './testing/loadedExample.ts'
import { ashbyFacts, studentRecord } from './testing/studentRecord.ts'

afterEach(() => vi.restoreAllMocks())

test('the history of a large record that finds no room on all threads is written on one', async () => {
  const record = await studentRecord()
  const { context } = await loadExample(record)
  const large = { ...context, smallBytes: 0, threads: 2 }
  await deriveFields(large, record.ruleset, ashbyFacts())
  const rowsOf = async (name: string) => {
    const file = join(large.workFolder, name)
    await writeHistory(large, record.ruleset, file)
    return withDatabase({ ...large, databaseFile: ':memory:' }, database =>
      database.rows(`select columns(*)::varchar from read_parquet('${file}') order by all`),
    )
  }
  const undisturbed = await rowsOf('first.parquet')
  expect(undisturbed.length).toBeGreaterThan(0)

  const { run } = DuckDBConnection.prototype
  let crowded = 0
  vi.spyOn(DuckDBConnection.prototype, 'run').mockImplementation(function (
    this: DuckDBConnection,
    ...given: Parameters<typeof run>
  ) {
    if (!given[0].startsWith('copy (') || crowded > 0) return run.apply(this, given)
    crowded += 1
    return Promise.reject(new Error('Out of Memory Error: failed to allocate data'))
  })
  expect(await rowsOf('second.parquet')).toEqual(undisturbed)
  expect(crowded).toBe(1)
})
