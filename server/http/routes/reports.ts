import type { FastifyInstance } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import { csvLine } from '../../../src/domain/csv.ts'
import { defaultPageSize } from '../../../src/domain/limits.ts'
import { may, type UserPrincipal } from '../../../src/domain/principal.ts'
import { fieldClasses, onlyNaming, singleRecord } from '../../../src/domain/privacy.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import * as wire from '../../../src/domain/wire/reports.ts'
import { message } from '../../../src/messages/message.ts'
import { type Language, messagesFor } from '../../../src/messages/messages.ts'
import {
  compareReport,
  drillDown,
  drillDownCsv,
  listingRows,
  type Ruleset,
  type StoredCells,
  withoutZeroValues,
} from '../../analysis/index.ts'
import { issuesAbout } from '../../database/queries/issues.ts'
import { cellsCode, reportOf, reportsOf } from '../../database/queries/results.ts'
import type { SubmissionRow } from '../../database/queries/submissions.ts'
import { earlierUploads } from '../../database/queries/uploads.ts'
import type { Database } from '../../database/schema.ts'
import { inLanguage } from '../../messages.ts'
import type { AnalysisReader, SpecificationStore } from '../../pipeline/index.ts'
import { type Disclosure, disclosureTo, shownRow } from '../../privacy/index.ts'
import { route } from '../route.ts'
import { withLabels } from './credibilityLabels.ts'
import { sendCsv } from './csvReply.ts'
import { issueReference } from './issueWire.ts'
import { refuseWhileProcessing } from './quality.ts'
import { rulesetOf, seesReport } from './recordView.ts'
import { withSubmission } from './submissionAccess.ts'

export interface ReportRouteOptions {
  db: Kysely<Database>
  clock: { now: () => Date }
  reader: AnalysisReader
  specifications: SpecificationStore
}

/** Parts of the analysis that single records are shown from. */
const withFields = ['records', 'derived'] as const

interface CredibilityContent {
  chapterName: string
  report: wire.CredibilityReport
}
interface ListingContent {
  details: string
  tabs: { name: wire.ExpectedPopulation['tabs'][number]['name']; total: number }[]
  hasPrevious: boolean
}
interface FrequencyContent {
  details: string
  frequencyCounts: wire.FrequencyCounts
}

/** The figures that a submission's credibility reports were made from; undefined before there are any. */
const cellsOf = async (tx: Transaction<Database>, row: SubmissionRow): Promise<StoredCells | undefined> =>
  (await reportOf(tx, row.id, 'history', cellsCode))?.content as StoredCells | undefined

/** The one additional report that is ours; the others are lists of the ruleset. */
const frequencyCode = 'FREQCOUNT'

/** The counts with names for what the code lists do not name. */
const namedCounts = ({ entities }: wire.FrequencyCounts, language: Language): wire.FrequencyCounts => {
  const t = messagesFor(language, 'server')
  const nameOf = (code: string | null) =>
    t(code === null ? 'frequencyCounts.notReturned' : 'frequencyCounts.notInList')
  return {
    entities: entities.map(({ entity, fields }) => ({
      entity,
      fields: fields.map(field => ({
        ...field,
        values: field.values.map(value =>
          value.label === '' || value.code === null ? { ...value, label: nameOf(value.code) } : value,
        ),
      })),
    })),
  }
}

const noReport = (): ProblemError => new ProblemError(problem('not-found', message('problems', 'noReport')))

/** The calls about credibility and additional reports (specification 2 §7.4, §7.5). */
export const reportRoutes = (app: FastifyInstance, options: ReportRouteOptions): void => {
  const { reader, specifications } = options

  /** The definition of a credibility report that the actor sees. */
  const definitionOf = async (actor: UserPrincipal, row: SubmissionRow, reportCode: string) => {
    const report = (await rulesetOf(specifications, row)).reports.find(({ code }) => code === reportCode)
    if (!report || !seesReport(actor, report)) throw noReport()
    return report
  }

  /** The stored credibility reports that the actor sees. */
  const credibilityOf = async (actor: UserPrincipal, tx: Transaction<Database>, row: SubmissionRow) => {
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

  /** Additional reports are about the whole record and name no regulator. */
  const refuseSpecialist = (actor: UserPrincipal): void => {
    if (onlyNaming(actor) !== undefined) throw noReport()
  }

  route(app, wire.listCredibilityReports, async ({ actor, params, language }) =>
    withSubmission(
      options,
      actor,
      params.submissionId,
      { instId: params.providerId, mode: 'live' },
      async (tx, row) => {
        const reports = await credibilityOf(actor, tx, row)
        const found = may(actor, 'collections.view-issue')
          ? await issuesAbout(tx, 'report', row, onlyNaming(actor))
          : []
        const issues = new Map(found.map(issue => [issue.code, issueReference(issue, language)]))
        const byChapter = Map.groupBy(reports, ({ chapter_id }) => chapter_id ?? 0)
        return {
          chapters: [...byChapter].map(([chapterId, entries]) => ({
            chapterId,
            chapterName: entries.map(entry => (entry.content as CredibilityContent).chapterName)[0] ?? '',
            chapterFailureCount: entries.reduce((sum, entry) => sum + entry.failure_count, 0),
            reports: entries.map(entry => ({
              ReportCode: entry.code,
              Title: entry.title,
              failureCount: entry.failure_count,
              UpperNotes: (entry.content as CredibilityContent).report.ReportMetadata.UpperNotes,
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
        return {
          previousSubmissions: (await earlierUploads(tx, row)).map(({ id, file_name, uploaded_utc }) => ({
            submissionId: id,
            uploadedDate: uploaded_utc.toISOString(),
            fileName: file_name,
          })),
        }
      },
    ),
  )

  route(app, wire.getCredibilityReport, async ({ actor, params, language }) =>
    withSubmission(options, actor, params.submissionId, { mode: 'live' }, async (tx, row) => {
      const found = await reportOf(tx, row.id, 'credibility', params.reportCode)
      if (!found) throw noReport()
      if (onlyNaming(actor) !== undefined) await definitionOf(actor, row, params.reportCode)
      return withLabels((found.content as CredibilityContent).report, language, 'lastYear')
    }),
  )

  route(app, wire.compareCredibilityReport, async ({ actor, params, language }) => {
    const { currentSubmissionId, previousSubmissionId, reportCode } = params
    const current = await withSubmission(
      options,
      actor,
      currentSubmissionId,
      { mode: 'live' },
      async (tx, row) => ({ row, cells: await cellsOf(tx, row) }),
    )
    // The submission to compare with has to be the same provider's.
    const chosen = await withSubmission(
      options,
      actor,
      previousSubmissionId,
      { instId: current.row.inst_id, mode: 'live' },
      cellsOf,
    )
    if (!current.cells) throw noReport()
    if (!chosen) throw new ProblemError(problem('not-found', message('problems', 'nothingToCompare')))
    const ruleset = await rulesetOf(specifications, current.row)
    const report = compareReport(ruleset, reportCode, current.cells, chosen)
    if (
      !report ||
      !seesReport(
        actor,
        ruleset.reports.find(({ code }) => code === reportCode),
      )
    )
      throw noReport()
    return withLabels(report, language, 'comparedSubmission')
  })

  /** A submission whose records can be read now, and the report that counts them. */
  const countedRecords = async (
    actor: UserPrincipal,
    { submissionId, reportCode }: { submissionId: string; reportCode: string },
  ) => {
    const row = await withSubmission(
      options,
      actor,
      submissionId,
      { mode: 'live' },
      async (_, found) => found,
    )
    refuseWhileProcessing(row)
    return { row, report: await definitionOf(actor, row, reportCode) }
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

  route(app, wire.getDrilldown, async ({ actor, params, query, language }) => {
    const { limit = defaultPageSize, offset = 0, sortOrder } = query
    const { row, report } = await countedRecords(actor, params)
    const disclosure = disclosureTo(actor, 'json', language)
    const { withheld, show, sortField } = shownColumns(disclosure, report, query.sortField)
    const choice = { report, cellId: params.cellId, limit, offset, sortField, sortOrder }
    const { headers, data, total } = await reader.read(row.id, withFields, source =>
      drillDown(source, choice),
    )
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

  route(app, wire.downloadDrilldown, async ({ actor, params, query, language, reply }) => {
    const { row, report } = await countedRecords(actor, params)
    const disclosure = disclosureTo(actor, 'csv', language)
    const { withheld, show, sortField } = shownColumns(disclosure, report, query.sortField)
    const choice = { report, cellId: params.cellId, sortField, sortOrder: query.sortOrder }
    const content =
      withheld === undefined
        ? reader.stream(row.id, withFields, source => drillDownCsv(source, choice, show))
        : [csvLine([withheld])]
    return sendCsv(reply, `${report.code}.${row.id}.csv`, content)
  })

  route(app, wire.listAdditionalReports, async ({ actor, params, language }) =>
    withSubmission(options, actor, params.submissionId, { mode: 'live' }, async (tx, row) => {
      const stored = onlyNaming(actor) === undefined ? await reportsOf(tx, row.id, 'additional') : []
      return {
        reports: stored.map(entry => ({
          CollectionReportCode: entry.code,
          ...(entry.code === frequencyCode
            ? {
                Title: inLanguage(language, message('server', 'frequencyCounts.title')),
                Details: inLanguage(language, message('server', 'frequencyCounts.details')),
              }
            : { Title: entry.title, Details: (entry.content as { details: string }).details }),
        })),
      }
    }),
  )

  route(app, wire.getFrequencyCounts, async ({ actor, params, query, language }) =>
    withSubmission(options, actor, params.id, { mode: 'live' }, async (tx, row) => {
      refuseSpecialist(actor)
      const found = await reportOf(tx, row.id, 'additional', frequencyCode)
      if (!found) throw noReport()
      const { frequencyCounts } = found.content as FrequencyContent
      const isHiding = query.hideZeroValues === '1' || query.hideZeroValues === 'true'
      return namedCounts(isHiding ? withoutZeroValues(frequencyCounts) : frequencyCounts, language)
    }),
  )

  route(app, wire.getExpectedPopulation, async ({ actor, params, query, language }) => {
    const { limit = defaultPageSize, offset = 0 } = query
    const { row, summary } = await withSubmission(
      options,
      actor,
      params.id,
      { mode: 'live' },
      async (tx, found) => ({
        row: found,
        summary: (await reportOf(tx, found.id, 'additional', 'CONPOP'))?.content as
          | ListingContent
          | undefined,
      }),
    )
    refuseSpecialist(actor)
    if (!summary) throw noReport()
    refuseWhileProcessing(row)
    const ruleset = await rulesetOf(specifications, row)
    const listed = ruleset.listings.find(({ code }) => code === 'CONPOP')?.recordClasses ?? fieldClasses
    const withheld = disclosureTo(actor, 'json', language).notice([...singleRecord, ...listed])
    const tabs = await reader.read(row.id, withFields, async source => {
      const pages: wire.ExpectedPopulation['tabs'] = []
      for (const [tab, { name }] of summary.tabs.entries()) {
        const { headers, rows, total } = await listingRows(source, ruleset, {
          code: 'CONPOP',
          tab,
          limit,
          offset,
        })
        pages.push({ name, headers, rows: withheld === undefined ? rows : [], total })
      }
      return pages
    })
    const totalOf = (name: string) => summary.tabs.find(tab => tab.name === name)?.total ?? 0
    return {
      hasPrevious: summary.hasPrevious,
      ...(withheld === undefined ? {} : { withheld }),
      counts: { missing: totalOf('Missing'), found: totalOf('Found'), new: totalOf('New') },
      tabs,
    }
  })
}
