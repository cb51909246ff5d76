import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Transaction } from 'kysely'
import { csvLine } from '../../../src/domain/csv.ts'
import { defaultPageSize } from '../../../src/domain/limits.ts'
import type { OrganisationType } from '../../../src/domain/organisation.ts'
import { may, type UserPrincipal } from '../../../src/domain/principal.ts'
import { onlyNaming } from '../../../src/domain/privacy.ts'
import { isMeasured, pageOfReport, reportFileName } from '../../../src/domain/qualityReport.ts'
import { ruleDefectAdvice } from '../../../src/domain/ruleDefect.ts'
import { ruleMatcher } from '../../../src/domain/sameRule.ts'
import { isOutsideRow } from '../../../src/domain/tolerance.ts'
import * as wire from '../../../src/domain/wire/quality.ts'
import { type Language, messagesFor } from '../../../src/messages/messages.ts'
import { issuesAbout } from '../../database/queries/issues.ts'
import { regulatorsByCode, rulesOf } from '../../database/queries/results.ts'
import type { CurrentSubmission } from '../../database/queries/submissions.ts'
import {
  earlierUploads,
  lastYearOf,
  trendsOf,
  type Upload,
  uploadsUpTo,
} from '../../database/queries/uploads.ts'
import type { Database } from '../../database/schema.ts'
import { type Reads, together } from '../../database/together.ts'
import { inLanguage } from '../../messages.ts'
import { route, routeBoth } from '../route.ts'
import { sendCsv } from './csvReply.ts'
import { issueReference } from './issueWire.ts'
import type { QualityRouteOptions } from './quality.ts'
import {
  type IssuesByRule,
  issueKey,
  qualityRow,
  type ReportQuery,
  reportOf,
  toleranceTextIn,
} from './qualityRows.ts'
import { rulesFor } from './recordView.ts'
import { withSubmission } from './submissionAccess.ts'

/** Columns of the quality report as CSV. */
const reportColumns = [
  'rule',
  'name',
  'status',
  'regulator',
  'tolerance',
  'population',
  'failure',
  'measuredNow',
  'measuredBefore',
  'measuredChange',
  'defect',
  'previousPopulation',
  'previousFailure',
  'failureChange',
  'standing',
] as const

const codesOf = (rules: readonly { code: string }[]): string[] => rules.map(({ code }) => code)

const reportCsv = function* (
  { rows, signedOff }: Pick<Report, 'rows' | 'signedOff'>,
  reader: OrganisationType,
  language: Language,
): Generator<string> {
  const t = messagesFor(language, 'server')
  yield csvLine(
    reportColumns.map(column =>
      column === 'standing' && signedOff !== null
        ? t('qualityCsv.standingSignedOff', { collection: signedOff })
        : t(`qualityCsv.${column}`),
    ),
  )
  for (const row of rows)
    for (const figures of [row, ...row.specialistRegulators])
      yield csvLine([
        row.Code,
        row.Name,
        t(isOutsideRow(figures) ? 'qualityCsv.outside' : 'qualityCsv.inside'),
        figures.RegulatorShortName,
        figures.ConjoinedTolerances,
        // A rule that measures the whole file counts no records (decisions §15).
        ...(isMeasured(figures)
          ? [null, null, figures.MeasuredNow ?? null, figures.MeasuredBefore ?? null, figures.MeasuredPercent]
          : [figures.PopulationCount, figures.FailureCount, null, null, null]),
        figures.IsRuleDefect ? inLanguage(language, ruleDefectAdvice(reader)) : null,
        ...(isMeasured(figures)
          ? [null, null, null]
          : [figures.PrevPopulationCount, figures.PrevFailureCount, figures.FailureChange]),
        figures.Standing && t(`qualityCsv.standings.${figures.Standing}`),
      ])
}

type Report = Omit<wire.QualityReport, 'validations' | 'pagingMetadata'> & {
  rows: wire.QualityRuleRow[]
  /** Collection of the compared submission where it is last year's, signed off; null otherwise. */
  signedOff: string | null
}

/** The issues that the reader sees of a live submission's provider and collection. */
const issuesBeside = async (
  tx: Reads,
  actor: UserPrincipal,
  row: CurrentSubmission,
  language: Language,
): Promise<IssuesByRule> => {
  if (row.mode !== 'live' || !may(actor, 'collections.view-issue')) return new Map()
  const found = await issuesAbout(tx, 'rule', row, onlyNaming(actor))
  return new Map(
    found.map(issue => [issueKey(issue.code, issue.regulator_code), issueReference(issue, language)]),
  )
}

/** The report that the reader sees; `choose` names the earlier submission that it stands beside. */
const reportFor = async (
  tx: Transaction<Database>,
  actor: UserPrincipal,
  submission: CurrentSubmission,
  choose: (earlier: readonly Upload[]) => string | undefined,
  language: Language,
): Promise<Report> => {
  const [earlier, rules, regulators, issues, lastYear] = await together(tx, reads => [
    earlierUploads(reads, submission),
    rulesOf(reads, submission.id),
    regulatorsByCode(reads),
    issuesBeside(reads, actor, submission, language),
    lastYearOf(reads, submission),
  ])
  const previousId = choose(earlier)
  const uploads = uploadsUpTo(submission, earlier)
  const [trends, earlierRules] = await together(tx, reads => [
    trendsOf(
      reads,
      uploads.map(({ submissionId }) => submissionId),
    ),
    previousId === undefined ? Promise.resolve([]) : rulesOf(reads, previousId),
  ])
  const beside = { regulators, issues, trends, toleranceText: toleranceTextIn(language) }
  // Of all rules, also of those that the reader does not see: two versions of one are told apart by both.
  const codeBefore = ruleMatcher(codesOf(rules), codesOf(earlierRules))
  const before = new Map(rulesFor(actor, earlierRules).map(rule => [rule.code, rule]))
  const compared = [...earlier, lastYear].find(upload => upload !== undefined && upload.id === previousId)
  return {
    rows: rulesFor(actor, rules).flatMap(
      rule => qualityRow(rule, before.get(codeBefore(rule.code) ?? ''), beside) ?? [],
    ),
    comparedWith: compared
      ? {
          submissionId: compared.id,
          uploadedDate: compared.uploaded_utc.toISOString(),
          fileName: compared.file_name,
        }
      : null,
    uploads,
    signedOff: lastYear !== undefined && compared?.id === lastYear.id ? lastYear.collection_name : null,
  }
}

const pageFor = (
  { rows, signedOff: _, ...report }: Report,
  query: ReportQuery & { limit?: number | undefined; offset?: number | undefined },
) => {
  const { limit = defaultPageSize, offset = 0 } = query
  const found = reportOf(rows, query)
  return {
    ...report,
    validations: pageOfReport(found, { limit, offset }),
    pagingMetadata: { totalResultsCount: found.length, limit, offset },
  }
}

const sendReport = (
  now: Date,
  request: { params: { id: string }; query: ReportQuery; actor: UserPrincipal; language: Language },
  reply: FastifyReply,
  report: Report,
): Promise<FastifyReply> => {
  const { params, query, actor, language } = request
  const named = {
    statuses: query.status === undefined ? [] : [query.status],
    comparedWith: report.comparedWith?.submissionId,
  }
  return sendCsv(
    reply,
    reportFileName(params.id, named, now),
    reportCsv({ ...report, rows: reportOf(report.rows, query) }, actor.organisationType, language),
  )
}

/** The calls about the quality report: its rows, as a page or a file, beside those of another submission. */
export const qualityReportRoutes = (app: FastifyInstance, options: QualityRouteOptions): void => {
  const { clock } = options

  const reports = [wire.listValidations, wire.listOvtValidations] as const
  routeBoth(app, reports, async ({ actor, params, query, mediaType, language, reply }, mode) => {
    const report = await withSubmission(options, actor, params.id, { ...query, mode }, (tx, row) =>
      reportFor(tx, actor, row, ([last]) => (query.against === 'last' ? last?.id : undefined), language),
    )
    return mediaType === undefined
      ? pageFor(report, query)
      : sendReport(clock.now(), { params, query, actor, language }, reply, report)
  })

  route(app, wire.compareValidations, async ({ actor, params, query, mediaType, language, reply }) => {
    const row = await withSubmission(
      options,
      actor,
      params.id,
      { ...query, mode: 'live' },
      async (_, found) => found,
    )
    // The submission to compare with has to be the same provider's.
    const report = await withSubmission(
      options,
      actor,
      params.previousId,
      { instId: row.inst_id, mode: 'live' },
      tx => reportFor(tx, actor, row, () => params.previousId, language),
    )
    return mediaType === undefined
      ? pageFor(report, query)
      : sendReport(clock.now(), { params, query, actor, language }, reply, report)
  })
}
