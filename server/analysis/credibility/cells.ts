import type { Database } from '../database.ts'
import type { CredibilityReportDefinition } from '../ruleset/ruleset.ts'

/** Values of one report by cell id; small enough to be kept for the next year's comparison. */
export type ReportCells = Readonly<Record<string, number>>
/** Values of every report of a submission, by report code. */
export type StoredCells = Readonly<Record<string, ReportCells>>

/** Stands for a total in a cell id, and for records without a code. */
export const totalCode = '*'
export const absentCode = '-'

const separator = '~'
export const cellId = (row: string, column: string): string => `${row}${separator}${column}`
export const partsOf = (id: string): { row: string; column: string } => {
  const at = id.lastIndexOf(separator)
  return { row: id.slice(0, at), column: id.slice(at + 1) }
}

/** SQL of a row's or column's code, with a code of its own for records that have none. */
export const codeSql = (expression: string): string =>
  `coalesce(cast((${expression}\n) as varchar), '${absentCode}')`

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6

/** Counts, sums, means or column percentages of a report over the record, with totals. */
export const computeCells = async (
  database: Database,
  report: CredibilityReportDefinition,
): Promise<ReportCells> => {
  const { kind, sql = '1' } = report.measure
  const rows = await database.rows(
    `select if(grouping(r) = 1, '${totalCode}', r) as r, if(grouping(c) = 1, '${totalCode}', c) as c, count(*) as records, sum(x) as total
     from (select ${codeSql(report.rows.value)} as r, ${codeSql(report.columns.value)} as c, cast((${sql}\n) as double) as x
       ${report.from}
       where (${report.population}\n))
     group by cube (r, c)`,
  )
  const counts = new Map(rows.map(({ r, c, records }) => [cellId(String(r), String(c)), Number(records)]))
  return Object.fromEntries(
    rows
      .filter(({ records }) => Number(records) > 0)
      .map(({ r, c, records, total }) => {
        const [row, column, count, sum] = [String(r), String(c), Number(records), Number(total ?? 0)]
        const of = {
          count: () => count,
          sum: () => sum,
          mean: () => sum / count,
          percent: () => (count * 100) / (counts.get(cellId(totalCode, column)) ?? count),
        }
        return [cellId(row, column), rounded(of[kind]())]
      }),
  )
}
