import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { deriveFields } from './index.ts'
import { loadExample } from './testing/loadedExample.ts'
import { ashbyFacts, studentRecord } from './testing/studentRecord.ts'

test('a derivation that is stopped leaves nothing that could be taken for the derived fields', async () => {
  const record = await studentRecord()
  const { context } = await loadExample(record)
  for (const limits of [{ smallBytes: 0 }, {}]) {
    const stop = new AbortController()
    const stopped = deriveFields(
      {
        ...context,
        ...limits,
        signal: stop.signal,
        onProgress: ({ done }) => {
          if (done > 5) stop.abort(new Error('worker stops'))
        },
      },
      record.ruleset,
      ashbyFacts(),
    )
    await expect(stopped).rejects.toThrow('worker stops')
    expect(existsSync(dirname(context.databaseFile))).toBe(false)
    await deriveFields({ ...context, ...limits }, record.ruleset, ashbyFacts())
    expect(existsSync(context.databaseFile)).toBe(true)
    expect(existsSync(join(dirname(context.databaseFile), 'submission.duckdb.wal'))).toBe(false)
  }
})
