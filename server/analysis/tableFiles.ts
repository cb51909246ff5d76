import { literal, withDatabase } from './database.ts'
import { forReading } from './derive.ts'
import type { AnalysisSource } from './facts.ts'

/** A file of the work folder, and the query whose rows it gets. */
export interface TableFile {
  path: string
  sql: string
}

/** Options of `copy` for each form of file. */
const copyOptions = {
  /**
   * UTF-8, tabs between, line feeds, the first line names the columns, nothing is quoted. The queries give text without tabs
   * and line breaks.
   */
  tsv: `format csv, delimiter '\t', header, quote '', escape '', nullstr ''`,
  parquet: 'format parquet, compression zstd',
} as const

/** Writes the rows of queries as files, gives how many each has. */
export const writeTables = (
  source: AnalysisSource,
  form: keyof typeof copyOptions,
  files: readonly TableFile[],
): Promise<number[]> =>
  withDatabase(forReading(source), async database => {
    const counts: number[] = []
    for (const { path, sql } of files) {
      const { Count } = await database.row(`copy (${sql}\n) to ${literal(path)} (${copyOptions[form]})`)
      counts.push(Number(Count))
    }
    return counts
  })

/** The first rows of a query as text, and how many it has. */
export const firstRows = (
  source: AnalysisSource,
  sql: string,
  most: number,
): Promise<{ rows: (string | null)[][]; total: number }> =>
  withDatabase(forReading(source), async database => {
    const rows = await database.rows(`select * from (${sql}\n) limit ${most}`)
    const { total } = await database.row(`select count(*) as total from (${sql}\n)`)
    return {
      rows: rows.map(row => Object.values(row).map(cell => (cell === null ? null : String(cell)))),
      total: Number(total),
    }
  })
