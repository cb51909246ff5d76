import { type Database, type Row, unionAll } from '../database.ts'
import type { CredibilityReportDefinition } from '../ruleset/ruleset.ts'

/** Values of one report by cell id; small enough to be kept for the next year's comparison. */
export type ReportCells = Readonly<Record<string, number>>
/** Values of every report of a submission, by report code. */
export type StoredCells = Readonly<Record<string, ReportCells>>

/** Stands for a total in a cell id, and for records without a code. */
export const totalCode = '*'
export const absentCode = '-'

/**
 * Records and sum of each cell but the totals, by cell id: unlike its figure they can be added to those of other submissions.
 */
export type ReportGroups = Readonly<Record<string, readonly [records: number, total: number]>>
/** The same of every report of a submission, by report code. */
export type StoredGroups = Readonly<Record<string, ReportGroups>>

const separator = '~'
/** The id under which a report keeps the cell of a row and a column: both codes with a tilde between them. */
export const cellId = (row: string, column: string): string => `${row}${separator}${column}`
/** The codes of row and column of a cell's id. The last tilde divides them, so the column's code holds none. */
export const partsOf = (id: string): { row: string; column: string } => {
  const at = id.lastIndexOf(separator)
  // Of no cell: there is no such code.
  if (at < 0) return { row: '', column: '' }
  return { row: id.slice(0, at), column: id.slice(at + 1) }
}

/** SQL of a row's or column's code, with a code of its own for records that have none. */
export const codeSql = (expression: string): string =>
  `coalesce(cast((${expression}\n) as varchar), '${absentCode}')`

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6

/** Records of one cell, or of a total of cells. */
interface Group {
  records: number
  total: number
}

const groupsOf = (rows: readonly Row[]): ReportGroups =>
  Object.fromEntries(
    rows.map(({ r, c, records, total }) => [
      cellId(String(r), String(c)),
      [Number(records), rounded(Number(total ?? 0))] as const,
    ]),
  )

/** Groups by cell id, with the totals of rows, of columns, and of all. */
const withTotals = (rows: readonly Row[]): Map<string, Group> => {
  const groups = new Map<string, Group>()
  for (const { r, c, records, total } of rows) {
    const [row, column] = [String(r), String(c)]
    const ids = [
      [row, column],
      [row, totalCode],
      [totalCode, column],
      [totalCode, totalCode],
    ].map(([one = '', other = '']) => cellId(one, other))
    for (const id of ids) {
      const known = groups.get(id) ?? { records: 0, total: 0 }
      groups.set(id, { records: known.records + Number(records), total: known.total + Number(total ?? 0) })
    }
  }
  return groups
}

const valuesOf = (kind: CredibilityReportDefinition['measure']['kind'], groups: Map<string, Group>) =>
  Object.fromEntries(
    [...groups].map(([id, { records, total }]): [string, number] => {
      const column = cellId(totalCode, partsOf(id).column)
      const of = {
        count: () => records,
        sum: () => total,
        mean: () => total / records,
        percent: () => (records * 100) / (groups.get(column)?.records ?? records),
      }
      return [id, rounded(of[kind]())]
    }),
  )

/** Each record that a report counts, with the codes of its row and column and with what is summed. */
const countedSql = (report: CredibilityReportDefinition, index: number): string =>
  `select ${index} as report, ${codeSql(report.rows.value)} as r, ${codeSql(report.columns.value)} as c, cast((${report.measure.sql ?? '1'}\n) as double) as x
     ${report.from}
     where (${report.population}\n)`

/**
 * Counts, sums, means or column percentages of reports over the record, with totals, by one query with one grouping: the totals
 * are added here, as grouping by each of them costs more than all of the rest.
 */
export const computeCells = async (
  database: Database,
  reports: readonly CredibilityReportDefinition[],
): Promise<{ cells: ReportCells; groups: ReportGroups }[]> => {
  // To many records of one report alone, its number would be one more key that is looked at.
  const keys = reports.length === 1 ? 'r, c' : 'report, r, c'
  const rows = await database.rows(
    `select ${keys}, count(*) as records, sum(x) as total from (${unionAll(reports.map(countedSql))}) group by ${keys}`,
  )
  const byReport = Map.groupBy(rows, ({ report = 0 }) => report)
  return reports.map((report, index) => {
    const own = byReport.get(index) ?? []
    return { cells: valuesOf(report.measure.kind, withTotals(own)), groups: groupsOf(own) }
  })
}
