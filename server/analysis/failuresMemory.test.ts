import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { literal, withDatabase } from './database.ts'
import type { AnalysisContext } from './facts.ts'
import { type FailingRule, listFile } from './failureFiles.ts'
import { failuresKept } from './ruleset/compileRule.ts'
import { analysisContext } from './testing/studentRecord.ts'

/** Keeps failing records of rules, so many of each, as `createFailureWriter` does. */
const keepFailures = async (context: AnalysisContext, rules: number, records: number): Promise<string> => {
  const folder = join(context.workFolder, `failures-${rules * records}`)
  await mkdir(folder)
  await withDatabase({ ...context, databaseFile: ':memory:', failuresFolder: folder }, database =>
    database.run(
      `copy (
        select r.range::integer as rule, n.range::integer as n, n.range as "row", n.range as line, n.range * 100 as byte,
          ['1000000' || n.range, 'H' || n.range] as keys, ['=' || md5(n.range::varchar), '2001-04-05', ''] as details
        from range(1, ${rules + 1}) r, range(1, ${records + 1}) n
      ) to ${literal(join(folder, '1.parquet'))} (format parquet, compression zstd)`,
    ),
  )
  const list = Array.from(
    { length: rules },
    (_, at): FailingRule => ({
      code: `QR.${at + 1}`,
      requirement: 'A rule that very many records fail.',
      entity: 'Engagement',
      keyNames: ['SID', 'NUMHUS'],
      detailNames: ['SURNAME', 'BIRTHDTE', 'SEXID'],
      file: '1.parquet',
      number: at + 1,
      records,
    }),
  )
  await writeFile(join(folder, listFile), JSON.stringify(list))
  return folder
}

/** Writes the CSV of both folders in a process of its own: lines of each, and by how many MB its peak grew from the first to the second. */
const growthOf = async (context: AnalysisContext, small: string, large: string) => {
  const script = `
    import { failuresCsv } from ${JSON.stringify(join(import.meta.dirname, 'failures.ts'))}
    const { signal } = new AbortController()
    const none = () => undefined
    const view = { notice: none, reasons: () => [], show: one => one, nameOf: code => code, hintOf: none, findingOf: () => null }
    const linesOf = async failuresFolder => {
      let lines = 0
      const source = { ...${JSON.stringify({ ...context, progress: [] })}, failuresFolder, signal }
      for await (const text of failuresCsv(source, undefined, view)) lines += text.split('\\r\\n').length - 1
      return lines
    }
    const first = await linesOf(${JSON.stringify(small)})
    const before = process.resourceUsage().maxRSS
    const second = await linesOf(${JSON.stringify(large)})
    const megabytes = (process.resourceUsage().maxRSS - before) / 1024
    console.log(JSON.stringify({ lines: [first, second], megabytes }))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  return JSON.parse(stdout) as { lines: number[]; megabytes: number }
}

it('a million failing records are written as CSV in hardly more memory than a fifth of them', {
  tags: ['exhaustive'],
  timeout: 300_000,
}, async () => {
  const context = { ...(await analysisContext()), memoryMb: 64, threads: 1 }
  // As many as make every cache and buffer on the way as large as it gets: of fewer, the growth says nothing.
  const small = await keepFailures(context, 2, failuresKept)
  const large = await keepFailures(context, 1_000_000 / failuresKept, failuresKept)
  const { lines, megabytes } = await growthOf(context, small, large)
  expect(lines).toEqual([200_001, 1_000_001])
  // The text of the others alone would take 129 MB.
  expect(megabytes).toBeLessThan(64)
})
