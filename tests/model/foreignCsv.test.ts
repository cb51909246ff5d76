import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, it } from 'vitest'
import { byteOrderMark } from '../../src/domain/csv.ts'
import { chartOf } from '../../src/machines/inspection/chart.ts'
import { toCsvMatrix } from '../../src/machines/inspection/export/csv.ts'
import { submissionLifecycle } from '../../src/machines/submission-lifecycle/index.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'bedel-csv-'))

/** The rows of a CSV file as DuckDB reads it, every cell as text. */
const readByDuckDb = async (file: string): Promise<Record<string, string | null>[]> => {
  const connection = await (await DuckDBInstance.create()).connect()
  const reader = await connection.runAndReadAll(
    `SELECT * FROM read_csv('${file}', header = true, all_varchar = true, delim = ',', quote = '"')`,
  )
  return reader.getRowObjects() as Record<string, string | null>[]
}

const exported = (format: string): string => {
  execFileSync(
    process.execPath,
    [
      'scripts/model/export.ts',
      '--machine',
      'transfer',
      '--criterion',
      'pairs',
      '--format',
      format,
      '--out',
      folder,
    ],
    { cwd: root },
  )
  return join(folder, `transfer.pairs.${format}`)
}

it('paths as CSV begin with the mark that spreadsheets ask for, and another reader finds every step', async () => {
  const file = exported('csv')
  expect(readFileSync(file).subarray(0, 3).toString('hex')).toBe('efbbbf')
  const { paths } = JSON.parse(readFileSync(exported('json'), 'utf8')) as {
    paths: { id: string; steps: { action: string; expected: string[] }[] }[]
  }
  const rows = await readByDuckDb(file)
  expect(rows.map(({ path, step, action, expected }) => [path, step, action, expected])).toEqual(
    paths.flatMap(({ id, steps }) =>
      steps.map(({ action, expected }, at) => [id, String(at + 1), action, expected.join('; ')]),
    ),
  )
})

it('the matrix of the lifecycle is read with a row for each status and a column for each event', async () => {
  const file = join(folder, 'matrix.csv')
  // What the browser saves: `saveText` leads CSV by the mark.
  writeFileSync(file, byteOrderMark + toCsvMatrix(chartOf(submissionLifecycle)))
  const rows = await readByDuckDb(file)
  // The catalogue of statuses (specification 2 §4.1) has 41.
  expect(rows).toHaveLength(41)
  const signedOff = rows.find(({ state }) => state === 'signOff.signedOff.recorded')
  // Decisions §3: Approved, Awaiting provider sign off, Signed off → REQUEST_RESUBMISSION → Resubmission required.
  expect(signedOff?.REQUEST_RESUBMISSION).toMatch(/^resubmission\.resubmissionRequired \[/)
  expect(signedOff?.SIGN_OFF ?? '').toBe('')
})
