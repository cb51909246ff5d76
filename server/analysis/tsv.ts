import { literal, withDatabase } from './database.ts'
import { forReading } from './derive.ts'
import type { AnalysisSource } from './facts.ts'

/** A file of the work folder, and the query whose rows it gets. */
export interface TsvFile {
  path: string
  sql: string
}

/**
 * Writes the rows of queries as files, gives how many each has: UTF-8, tabs between, line feeds, the first line names the
 * columns, nothing is quoted. The queries give text without tabs and line breaks.
 */
export const writeTsv = (source: AnalysisSource, files: readonly TsvFile[]): Promise<number[]> =>
  withDatabase(forReading(source), async database => {
    const counts: number[] = []
    for (const { path, sql } of files) {
      const { Count } = await database.row(
        `copy (${sql}\n) to ${literal(path)} (format csv, delimiter '\t', header, quote '', escape '', nullstr '')`,
      )
      counts.push(Number(Count))
    }
    return counts
  })
