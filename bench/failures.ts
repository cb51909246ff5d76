import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { workerEnvironment, workerFlags } from '../server/jobs/index.ts'
import { type Spread, spreadOf, spreadText } from './support.ts'

export interface FailuresFigures {
  workbook: {
    rows: number
    /** Aim: 10. */
    seconds: Spread
    /** Resident memory of the whole process at its highest. Aim: 256. */
    peakMebibytes: Spread
  }
  reading: {
    findings: number
    /** 95 of 100 searches of a student take at most so long. Aim: 150. */
    searchMs: Spread
    /** The same for a page at any depth of the rule with the most failures. Aim: 100. */
    pageMs: Spread
  }
}

const run = <T>(...values: string[]): T => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [...workerFlags, join(import.meta.dirname, 'failuresRun.ts'), ...values],
    { encoding: 'utf8', env: { ...workerEnvironment, ...process.env } },
  )
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as T
}

const workbookRows = 200_000
const findings = 4_000_000
const readings = 100

/** What officers do with failing records: a workbook of 200,000, and searches and pages among 4 million, a million of one rule. */
export const measureFailures = async (folder: string, runs: number): Promise<FailuresFigures> => {
  const few = join(folder, 'few-failures')
  const many = join(folder, 'many-failures')
  try {
    run('make', few, String(workbookRows))
    run('make', many, String(findings))
    const books = Array.from({ length: runs }, () =>
      run<{ rows: number; seconds: number; peakMebibytes: number }>('workbook', few, ''),
    )
    const reads = Array.from({ length: runs }, () =>
      run<{ searchMs: number; pageMs: number }>('read', many, String(readings)),
    )
    return {
      workbook: {
        rows: books[0]?.rows ?? 0,
        seconds: spreadOf(books.map(({ seconds }) => seconds)),
        peakMebibytes: spreadOf(books.map(({ peakMebibytes }) => peakMebibytes)),
      },
      reading: {
        findings,
        searchMs: spreadOf(reads.map(({ searchMs }) => searchMs)),
        pageMs: spreadOf(reads.map(({ pageMs }) => pageMs)),
      },
    }
  } finally {
    for (const made of [few, many]) await rm(made, { recursive: true, force: true })
  }
}

export const failuresLines = ({ workbook, reading }: FailuresFigures): string[] => [
  `workbook of ${workbook.rows.toLocaleString('en-GB')} failing records: ${spreadText(workbook.seconds)} s (aim 10), peak ${spreadText(workbook.peakMebibytes)} MiB (aim 256)`,
  `among ${reading.findings.toLocaleString('en-GB')} findings, a million of one rule, 95 of 100: search of a student ${spreadText(reading.searchMs)} ms (aim 150), page of the rule at any depth ${spreadText(reading.pageMs)} ms (aim 100)`,
]
