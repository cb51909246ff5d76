import type { FastifyInstance } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import { deviationOf, reportFileName } from '../../../src/domain/credibility.ts'
import { csvLine } from '../../../src/domain/csv.ts'
import { defaultPageSize } from '../../../src/domain/limits.ts'
import { may, type UserPrincipal } from '../../../src/domain/principal.ts'
import { onlyNaming, singleRecord } from '../../../src/domain/privacy.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { compareAllReports } from '../../../src/domain/wire/additionalReports.ts'
import { workbookType } from '../../../src/domain/wire/call.ts'
import * as wire from '../../../src/domain/wire/reports.ts'
import { message } from '../../../src/messages/message.ts'
import {
  compareReport,
  drillDown,
  drillDownCsv,
  hasCell,
  type Ruleset,
  type StoredCells,
  totalCode,
} from '../../analysis/index.ts'
import { issuesAbout } from '../../database/queries/issues.ts'
import { cellsCode, reportOf, reportsOf } from '../../database/queries/results.ts'
import type { SubmissionRow } from '../../database/queries/submissions.ts'
import { earlierUploads, lastYearOf } from '../../database/queries/uploads.ts'
import type { Database } from '../../database/schema.ts'
import type { Readings, SpecificationStore } from '../../pipeline/index.ts'
import { type Disclosure, disclosureTo, shownRow } from '../../privacy/index.ts'
import { route } from '../route.ts'
import { changedFigures, comparisonCsv } from './changedFigures.ts'
import { shownReport } from './costCentres.ts'
import { withLabels } from './credibilityLabels.ts'
import { sendCsv } from './csvReply.ts'
import { issueReference } from './issueWire.ts'
import { refuseWhileProcessing } from './quality.ts'
import { rulesetOf, seesReport } from './recordView.ts'
import { sendReportCsv, sendReportWorkbook } from './reportFiles.ts'
import { withSubmission } from './submissionAccess.ts'

export interface ReportRouteOptions {
  db: Kysely<Database>
  clock: { now: () => Date }
  reader: Readings
  specifications: SpecificationStore
}

/** Parts of the analysis that single records are shown from. */
const withFields = ['records', 'derived'] as const

/** A credibility report as it is stored. */
export interface CredibilityContent {
  chapterName: string
  report: wire.CredibilityReport
}

/** Of every figure that is no total: what a small picture of the report shows. */
const deviationsOf = ({ Tabs }: wire.CredibilityReport): number[] =>
  Tabs.flatMap(({ DataRows }) =>
    DataRows.flat().flatMap(({ Id, DataValues }) => {
      const figures = Id.includes(totalCode) ? undefined : DataValues?.Figures
      const deviation = figures && deviationOf(figures)
      return deviation === undefined ? [] : [deviation]
    }),
  )

/** Reports with more cells to explain first; those of as many in the order of their codes. */
const shadedFirst = <R extends { failure_count: number }>(reports: readonly R[]): R[] =>
  reports.toSorted((a, b) => b.failure_count - a.failure_count)

/** The figures that a submission's credibility reports were made from; undefined before there are any. */
const cellsOf = async (tx: Transaction<Database>, row: SubmissionRow): Promise<StoredCells | undefined> =>
  (await reportOf(tx, row.id, 'history', cellsCode))?.content as StoredCells | undefined

/** The answer for a report that does not exist, or is not for this reader. */
export const noReport = (): ProblemError =>
  new ProblemError(problem('not-found', message('problems', 'noReport')))

/** The definition of a credibility report that the actor sees. */
const definitionOf = async (
  { specifications }: ReportRouteOptions,
  actor: UserPrincipal,
  row: SubmissionRow,
  reportCode: string,
) => {
  const report = (await rulesetOf(specifications, row)).reports.find(({ code }) => code === reportCode)
  if (!report || !seesReport(actor, report)) throw noReport()
  return report
}

/** The stored credibility reports that the actor sees. */
const credibilityOf = async (
  { specifications }: ReportRouteOptions,
  actor: UserPrincipal,
  tx: Transaction<Database>,
  row: SubmissionRow,
) => {
  const stored = await reportsOf(tx, row.id, 'credibility')
  if (onlyNaming(actor) === undefined || stored.length === 0) return stored
  const { reports } = await rulesetOf(specifications, row)
  return stored.filter(({ code }) =>
    seesReport(
      actor,
      reports.find(report => report.code === code),
    ),
  )
}

/** Lists of reports, and one of them. */
const listRoutes = (app: FastifyInstance, options: ReportRouteOptions): void => {
  route(app, wire.listCredibilityReports, async ({ actor, params, language }) =>
    withSubmission(
      options,
      actor,
      params.submissionId,
      { instId: params.providerId, mode: 'live' },
      async (tx, row) => {
        const reports = await credibilityOf(options, actor, tx, row)
        const found = may(actor, 'collections.view-issue')
          ? await issuesAbout(tx, 'report', row, onlyNaming(actor))
          : []
        const issues = new Map(found.map(issue => [issue.code, issueReference(issue, language)]))
        const inChapters = reports.flatMap(({ chapter_id: chapterId, ...report }) =>
          chapterId === null ? [] : [{ ...report, chapterId }],
        )
        const byChapter = Map.groupBy(inChapters, ({ chapterId }) => chapterId)
        return {
          chapters: [...byChapter].map(([chapterId, entries]) => ({
            chapterId,
            chapterName: entries.map(entry => (entry.content as CredibilityContent).chapterName)[0] ?? '',
            chapterFailureCount: entries.reduce((sum, entry) => sum + entry.failure_count, 0),
            reports: shadedFirst(entries).map(entry => ({
              ReportCode: entry.code,
              Title: entry.title,
              failureCount: entry.failure_count,
              UpperNotes: (entry.content as CredibilityContent).report.ReportMetadata.UpperNotes,
              deviations: deviationsOf((entry.content as CredibilityContent).report),
              issue: issues.get(entry.code) ?? null,
            })),
          })),
        }
      },
    ),
  )

  route(app, wire.listPreviousSubmissions, async ({ actor, params }) =>
    withSubmission(
      options,
      actor,
      params.submissionId,
      { instId: params.instId, mode: 'live' },
      async (tx, row) => {
        if (row.collection_id !== params.collectionId) throw noReport()
        const lastYear = await lastYearOf(tx, row)
        return {
          previousSubmissions: (await earlierUploads(tx, row)).map(({ id, file_name, uploaded_utc }) => ({
            submissionId: id,
            uploadedDate: uploaded_utc.toISOString(),
            fileName: file_name,
          })),
          lastYear: lastYear
            ? {
                submissionId: lastYear.id,
                uploadedDate: lastYear.uploaded_utc.toISOString(),
                fileName: lastYear.file_name,
                collectionName: lastYear.collection_name,
              }
            : null,
        }
      },
    ),
  )

  route(app, wire.getCredibilityReport, async ({ actor, params, language }) =>
    withSubmission(options, actor, params.submissionId, { mode: 'live' }, async (tx, row) => {
      const found = await reportOf(tx, row.id, 'credibility', params.reportCode)
      if (!found) throw noReport()
      if (onlyNaming(actor) !== undefined) await definitionOf(options, actor, row, params.reportCode)
      return shownReport(tx, row, (found.content as CredibilityContent).report, language)
    }),
  )
}

/** The figures of a submission and of an earlier one of the same provider. Throws not-found where one has none. */
const comparedCells = async (
  options: ReportRouteOptions,
  actor: UserPrincipal,
  currentId: string,
  previousId: string,
) => {
  const current = await withSubmission(options, actor, currentId, { mode: 'live' }, async (tx, row) => ({
    row,
    cells: await cellsOf(tx, row),
  }))
  // The submission to compare with has to be the same provider's.
  const chosen = await withSubmission(
    options,
    actor,
    previousId,
    { instId: current.row.inst_id, mode: 'live' },
    cellsOf,
  )
  if (!current.cells) throw noReport()
  if (!chosen) throw new ProblemError(problem('not-found', message('server', 'nothingToCompare')))
  return { ruleset: await rulesetOf(options.specifications, current.row), current: current.cells, chosen }
}

/** Comparisons with an earlier submission. */
const comparisonRoutes = (app: FastifyInstance, options: ReportRouteOptions): void => {
  route(app, wire.compareCredibilityReport, async ({ actor, params, language, mediaType, reply }) => {
    const { currentSubmissionId, previousSubmissionId, reportCode } = params
    const { ruleset, current, chosen } = await comparedCells(
      options,
      actor,
      currentSubmissionId,
      previousSubmissionId,
    )
    const definition = ruleset.reports.find(({ code }) => code === reportCode)
    const report = compareReport(ruleset, reportCode, current, chosen)
    if (!report || !seesReport(actor, definition)) throw noReport()
    const shown = withLabels(report, language, 'comparedSubmission')
    if (mediaType === undefined) return shown
    const sendReport = mediaType === workbookType ? sendReportWorkbook : sendReportCsv
    const name = reportFileName(reportCode, currentSubmissionId, previousSubmissionId)
    return sendReport(reply, name, shown, language)
  })

  route(app, compareAllReports, async ({ actor, params, query, language, mediaType, reply }) => {
    const { limit = defaultPageSize, offset = 0, previousSubmissionId } = query
    const { ruleset, current, chosen } = await comparedCells(options, actor, params.id, previousSubmissionId)
    const figures = ruleset.reports
      .filter(report => seesReport(actor, report))
      .flatMap(({ code }) => {
        const report = compareReport(ruleset, code, current, chosen)
        return report ? changedFigures(withLabels(report, language, 'comparedSubmission')) : []
      })
    if (mediaType === 'text/csv')
      return sendCsv(reply, `COMPARISON.${params.id}.csv`, comparisonCsv(figures, language))
    return { figures: figures.slice(offset, offset + limit), total: figures.length }
  })
}

/** A submission whose records can be read now, and the report that counts them. */
const countedRecords = async (
  options: ReportRouteOptions,
  actor: UserPrincipal,
  { submissionId, reportCode, cellId }: { submissionId: string; reportCode: string; cellId: string },
) => {
  const { row, stored } = await withSubmission(
    options,
    actor,
    submissionId,
    { mode: 'live' },
    async (tx, found) => ({
      row: found,
      stored: await reportOf(tx, found.id, 'credibility', reportCode),
    }),
  )
  refuseWhileProcessing(row)
  const report = await definitionOf(options, actor, row, reportCode)
  // A cell that the report does not have is not one without records.
  if (!stored || !hasCell(report, (stored.content as CredibilityContent).report, cellId)) throw noReport()
  return { row, report }
}

/** The report's columns as the reader gets them: a column that is withheld orders nothing, for that would tell of it. */
const shownColumns = (
  disclosure: Disclosure,
  { drilldownColumns, recordClasses }: Ruleset['reports'][number],
  sortField: string | undefined,
) => {
  const classes = drilldownColumns.map(column => column.classes)
  const sorted = drilldownColumns.find(({ name }) => name === sortField)
  return {
    withheld: disclosure.notice([...singleRecord, ...recordClasses]),
    show: (row: readonly (string | null)[]) => shownRow(disclosure, classes, row),
    sortField: sorted && disclosure.notice(sorted.classes) === undefined ? sortField : undefined,
  }
}

/** Records that a cell of a report counts. */
const recordRoutes = (app: FastifyInstance, options: ReportRouteOptions): void => {
  const { reader } = options

  route(app, wire.getDrilldown, async ({ actor, params, query, language }) => {
    const { limit = defaultPageSize, offset = 0, sortOrder } = query
    const { row, report } = await countedRecords(options, actor, params)
    const disclosure = disclosureTo(actor, 'json', language)
    const { withheld, show, sortField } = shownColumns(disclosure, report, query.sortField)
    const choice = { report, cellId: params.cellId, limit, offset, sortField, sortOrder }
    const { headers, data, total } = await reader
      .for(actor)
      .read(row.id, withFields, source => drillDown(source, choice))
    return {
      DrillDown: {
        Headers: headers,
        Data: withheld === undefined ? data.map(show) : [],
        UpperNotes: report.title,
        ...(withheld === undefined ? {} : { Withheld: withheld }),
      },
      PagingMetadata: { Total: total, Limit: limit, Offset: offset },
    }
  })

  route(app, wire.downloadDrilldown, async context => {
    const { actor, params, query, language, reply } = context
    const { row, report } = await countedRecords(options, actor, params)
    const disclosure = disclosureTo(actor, 'csv', language)
    const { withheld, show, sortField } = shownColumns(disclosure, report, query.sortField)
    const choice = { report, cellId: params.cellId, sortField, sortOrder: query.sortOrder }
    if (withheld === undefined) await context.noteDownload(actor, row)
    const content =
      withheld === undefined
        ? reader.for(actor).stream(row.id, withFields, source => drillDownCsv(source, choice, show))
        : [csvLine([withheld])]
    return sendCsv(reply, `${report.code}.${row.id}.csv`, content)
  })
}

/** The calls about credibility and additional reports (specification 2 §7.4, §7.5). */
export const reportRoutes = (app: FastifyInstance, options: ReportRouteOptions): void => {
  listRoutes(app, options)
  comparisonRoutes(app, options)
  recordRoutes(app, options)
}
