import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { mayReadReport } from '../../../src/domain/additionalReports.ts'
import { costCentreReport } from '../../../src/domain/costCentres.ts'
import { reportFileName } from '../../../src/domain/credibility.ts'
import { noRight } from '../../../src/domain/permissions.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { onlyNaming } from '../../../src/domain/privacy.ts'
import * as wire from '../../../src/domain/wire/reports.ts'
import type { Language } from '../../../src/messages/messages.ts'
import { reportsOf } from '../../database/queries/results.ts'
import type { SubmissionRow } from '../../database/queries/submissions.ts'
import type { Database } from '../../database/schema.ts'
import { attachment } from '../../storage/index.ts'
import { route } from '../route.ts'
import { shownReport } from './costCentres.ts'
import { sendListed } from './listings.ts'
import { refuseWhileProcessing } from './quality.ts'
import { rulesetOf, seesReport } from './recordView.ts'
import { reportsZip, sendReportCsv, sendReportWorkbook } from './reportFiles.ts'
import { type CredibilityContent, noReport, type ReportRouteOptions } from './reports.ts'
import { withSubmission } from './submissionAccess.ts'

const live = { mode: 'live' } as const

/** The calls that give reports as files (specification 2 §7.1, §7.5). */
export const reportDownloadRoutes = (app: FastifyInstance, options: ReportRouteOptions): void => {
  const { reader, specifications } = options

  /** The stored reports that the reader sees, labelled. */
  const reportsFor = async (
    actor: UserPrincipal,
    tx: Transaction<Database>,
    row: SubmissionRow,
    language: Language,
  ) => {
    const stored = await reportsOf(tx, row.id, 'credibility')
    const { reports } =
      stored.length > 0 && onlyNaming(actor) !== undefined
        ? await rulesetOf(specifications, row)
        : { reports: [] }
    const seen = stored.filter(({ code }) =>
      seesReport(
        actor,
        reports.find(report => report.code === code),
      ),
    )
    const shown = []
    for (const { code, chapter_id: chapterId, content } of seen) {
      const report = await shownReport(tx, row, (content as CredibilityContent).report, language)
      shown.push({ code, chapterId, report })
    }
    return shown
  }

  /** One of them. Throws not-found where there is none of this code for the reader. */
  const reportFor = async (actor: UserPrincipal, id: string, code: string, language: Language) => {
    const reports = await withSubmission(options, actor, id, live, (tx, row) =>
      reportsFor(actor, tx, row, language),
    )
    const found = reports.find(report => report.code === code)
    if (!found) throw noReport()
    return found.report
  }

  route(app, wire.downloadReportWorkbook, async ({ actor, params, language, reply }) => {
    const { submissionId, reportCode } = params
    const report = await reportFor(actor, submissionId, reportCode, language)
    return sendReportWorkbook(reply, reportFileName(reportCode, submissionId), report, language)
  })

  route(app, wire.downloadCostCentreWorkbook, async ({ actor, params, language, reply }) => {
    const report = await reportFor(actor, params.id, costCentreReport, language)
    return sendReportWorkbook(reply, reportFileName(costCentreReport, params.id), report, language)
  })

  route(app, wire.downloadReportsZip, async ({ actor, params, query, language, reply }) => {
    const reports = await withSubmission(options, actor, params.submissionId, live, (tx, row) =>
      reportsFor(actor, tx, row, language),
    )
    const chosen = reports.filter(({ chapterId }) =>
      query.chapterId === undefined ? chapterId !== null : chapterId === Number(query.chapterId),
    )
    if (chosen.length === 0) throw noReport()
    const name = ['CredibilityReports', params.submissionId, query.chapterId ?? 'all', 'zip'].join('.')
    const zip = await reportsZip(
      chosen.map(({ report }) => report),
      language,
    )
    return reply
      .headers({ 'content-type': 'application/zip', 'content-disposition': attachment(name) })
      .send(zip)
  })

  route(app, wire.downloadReportCsv, async context => {
    const { actor, params, body, language, reply } = context
    const { reportCode } = params
    const { row, reports } = await withSubmission(
      options,
      actor,
      body.submissionUuid,
      live,
      async (tx, found) => ({ row: found, reports: await reportsFor(actor, tx, found, language) }),
    )
    const counted = reports.find(({ code }) => code === reportCode)
    if (counted) return sendReportCsv(reply, reportFileName(reportCode, row.id), counted.report, language)
    if (onlyNaming(actor) !== undefined) throw noReport()
    if (!mayReadReport(actor, reportCode)) return context.forbid(actor, noRight)
    refuseWhileProcessing(row)
    const ruleset = await rulesetOf(specifications, row)
    const tabs = ruleset.listings.find(({ code }) => code === reportCode)?.tabs ?? []
    const tab = body.fileCode === undefined ? 0 : tabs.findIndex(({ name }) => name === body.fileCode)
    if (!tabs[tab]) throw noReport()
    const list = { submission: row, ruleset, choice: { code: reportCode, tab } }
    return sendListed(reply, reader, list, context, {})
  })
}
