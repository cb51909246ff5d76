import { csvLine } from '../../../src/domain/csv.ts'
import type {
  CredibilityChapter as ChapterWire,
  CredibilityReport,
} from '../../../src/domain/wire/reports.ts'
import { type Database, literal, openDatabase, quoted, withDatabase } from '../database.ts'
import { countedTogether, forReading, holdsRecords, readWithRoom } from '../derive.ts'
import type { AnalysisContext, AnalysisSource } from '../facts.ts'
import type { Page } from '../failureFiles.ts'
import type { CredibilityReportDefinition, Ruleset } from '../ruleset/ruleset.ts'
import {
  codeSql,
  computeCells,
  partsOf,
  type ReportCells,
  type ReportGroups,
  type StoredCells,
  type StoredGroups,
  totalCode,
} from './cells.ts'
import { failureCountOf, renderReport } from './render.ts'

/** A chapter as it is counted: what has become of its reports is said where they are read. */
type CredibilityChapter = Omit<ChapterWire, 'reports'> & {
  reports: Omit<ChapterWire['reports'][number], 'issue' | 'deviations'>[]
}

export interface CredibilityReports {
  chapters: CredibilityChapter[]
  reports: Record<string, CredibilityReport>
  cells: StoredCells
  groups: StoredGroups
}

const chaptersOf = (ruleset: Ruleset, reports: Record<string, CredibilityReport>): CredibilityChapter[] =>
  ruleset.manifest.chapters
    .map(({ id, name }) => {
      const listed = ruleset.reports
        .filter(report => report.chapter === id)
        .flatMap(({ code }) => {
          const report = reports[code]
          return report ? [report] : []
        })
        .map(report => ({
          ReportCode: report.ReportMetadata.ReportCode,
          Title: report.ReportMetadata.Title,
          failureCount: failureCountOf(report),
          UpperNotes: report.ReportMetadata.UpperNotes,
        }))
      return {
        chapterId: Number(id),
        chapterName: name,
        chapterFailureCount: listed.reduce((sum, report) => sum + report.failureCount, 0),
        reports: listed,
      }
    })
    .filter(chapter => chapter.reports.length > 0)

/**
 * Computes every credibility report of the ruleset, shaded against the values kept of the previous signed-off submission
 * (none: no shading). `cells` are this submission's values, to be kept for the next year, `groups` what is added up over providers.
 */
export const buildCredibilityReports = async (
  context: AnalysisContext,
  ruleset: Ruleset,
  { previousCells }: { previousCells?: StoredCells } = {},
): Promise<CredibilityReports> =>
  readWithRoom(context, async database => {
    const cells: Record<string, ReportCells> = {}
    const groups: Record<string, ReportGroups> = {}
    const reports: Record<string, CredibilityReport> = {}
    const total = ruleset.reports.length
    const together = holdsRecords(context) ? countedTogether : 1
    for (let done = 0; done < total; done += together) {
      const counted = ruleset.reports.slice(done, done + together)
      const computed = await computeCells(database, counted)
      for (const [index, report] of counted.entries()) {
        const { cells: current, groups: own = {} } = computed[index] ?? { cells: {} }
        const previous = previousCells?.[report.code]
        cells[report.code] = current
        groups[report.code] = own
        reports[report.code] = renderReport(
          report,
          current,
          previous ? { cells: previous, isExact: false } : null,
        )
        context.onProgress({ done: done + index + 1, total, unit: 'reports' })
      }
    }
    return { chapters: chaptersOf(ruleset, reports), reports, cells, groups }
  })

/** One report of a submission beside the same report of another upload: cells that differ are coloured. */
export const compareReport = (
  ruleset: Ruleset,
  reportCode: string,
  current: StoredCells,
  chosen: StoredCells,
): CredibilityReport | undefined => {
  const report = ruleset.reports.find(candidate => candidate.code === reportCode)
  return (
    report &&
    renderReport(report, current[reportCode] ?? {}, {
      cells: chosen[reportCode] ?? {},
      isExact: true,
    })
  )
}

export interface CellChoice {
  report: CredibilityReportDefinition
  cellId: string
  sortField?: string | undefined
  sortOrder?: 'ASC' | 'DESC' | undefined
}

const drillDownSql = ({ report, cellId, sortField, sortOrder = 'ASC' }: CellChoice): string => {
  const { row, column } = partsOf(cellId)
  const columns = report.drilldownColumns.map(
    ({ name, sql }) => `cast((${sql}\n) as varchar) as ${quoted(name)}`,
  )
  const conditions = [
    `(${report.population}\n)`,
    ...(row === totalCode ? [] : [`${codeSql(report.rows.value)} = ${literal(row)}`]),
    ...(column === totalCode ? [] : [`${codeSql(report.columns.value)} = ${literal(column)}`]),
  ]
  const sorted = report.drilldownColumns.find(({ name }) => name === sortField)
  const order = sorted ? `${quoted(sorted.name)} ${sortOrder === 'DESC' ? 'desc' : 'asc'} nulls last, ` : ''
  return `select ${columns.join(', ')} ${report.drilldownFrom} where ${conditions.join('\nand ')} order by ${order}${quoted(report.entity)}._row`
}

const headersOf = (report: CredibilityReportDefinition): string[] =>
  report.drilldownColumns.map(({ name }) => name)

const textOrNull = (row: Record<string, unknown>) => (name: string) => {
  const value = row[name]
  return value === null || value === undefined ? null : String(value)
}

/** The records behind one cell, a page at a time; sorted by a shown column, else in the order of the file. */
export const drillDown = (
  source: AnalysisSource,
  choice: CellChoice & Page,
): Promise<{ headers: string[]; data: (string | null)[][]; total: number }> =>
  withDatabase(forReading(source), async database => {
    const headers = headersOf(choice.report)
    const sql = drillDownSql(choice)
    const { total } = await database.row(`select count(*) as total from (${sql})`)
    const rows = await database.rows(
      `${sql} limit ${Math.trunc(choice.limit)} offset ${Math.trunc(choice.offset)}`,
    )
    return { headers, data: rows.map(row => headers.map(textOrNull(row))), total: Number(total) }
  })

type ShowRow = (row: readonly (string | null)[]) => readonly (string | null)[]

const csvOf = async function* (
  database: Database,
  choice: CellChoice,
  show: ShowRow,
): AsyncGenerator<string> {
  const headers = headersOf(choice.report)
  yield csvLine(headers)
  for await (const batch of database.batches(drillDownSql(choice))) {
    yield batch.map(row => csvLine(show(headers.map(textOrNull(row))))).join('')
  }
}

/** The same list, whole, as CSV; `show` may put other values into its cells. */
export async function* drillDownCsv(
  source: AnalysisSource,
  choice: CellChoice,
  show: ShowRow = row => row,
): AsyncGenerator<string> {
  const database = await openDatabase(forReading(source))
  try {
    yield* csvOf(database, choice, show)
  } finally {
    database.close()
  }
}
