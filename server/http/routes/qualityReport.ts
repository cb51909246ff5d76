import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Transaction } from 'kysely'
import { csvLine } from '../../../src/domain/csv.ts'
import { defaultPageSize } from '../../../src/domain/limits.ts'
import type { OrganisationType } from '../../../src/domain/organisation.ts'
import { may, type UserPrincipal } from '../../../src/domain/principal.ts'
import { onlyNaming } from '../../../src/domain/privacy.ts'
import { pageOfReport, reportFileName } from '../../../src/domain/qualityReport.ts'
import { ruleDefectAdvice } from '../../../src/domain/ruleDefect.ts'
import { ruleMatcher } from '../../../src/domain/sameRule.ts'
import { isOutside, isOutsideRow } from '../../../src/domain/tolerance.ts'
import * as wire from '../../../src/domain/wire/quality.ts'
import { getOvtFailureCounts } from '../../../src/domain/wire/submissions.ts'
import { message } from '../../../src/messages/message.ts'
import { type Language, messagesFor } from '../../../src/messages/messages.ts'
import { issuesAbout } from '../../database/queries/issues.ts'
import { regulatorsByCode, reportsOf, rulesOf, toleranceCounts } from '../../database/queries/results.ts'
import type { CurrentSubmission, SubmissionRow } from '../../database/queries/submissions.ts'
import {
  earlierUploads,
  lastYearOf,
  studentCountOf,
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
import { rulesetOf, rulesFor, seesReport } from './recordView.ts'
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
        figures.PopulationCount,
        figures.FailureCount,
        figures.IsRuleDefect ? inLanguage(language, ruleDefectAdvice(reader)) : null,
        figures.PrevPopulationCount,
        figures.PrevFailureCount,
        figures.FailureChange,
        figures.Standing && t(`qualityCsv.standings.${figures.Standing}`),
      ])
}

type Report = Omit<wire.QualityReport, 'validations' | 'pagingMetadata'> & {
  rows: wire.QualityRuleRow[]
  /** Collection of the compared submission where it is last year's, signed off; null otherwise. */
  signedOff: string | null
}

/** The calls about the quality report and its totals (specification 2 §2.9, §7.2). */
export const qualityReportRoutes = (app: FastifyInstance, options: QualityRouteOptions): void => {
  const { clock, specifications } = options

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
      reportFileName(params.id, named, clock.now()),
      reportCsv({ ...report, rows: reportOf(report.rows, query) }, actor.organisationType, language),
    )
  }

  const reports = [wire.listValidations, wire.listOvtValidations] as const
  routeBoth(app, reports, async ({ actor, params, query, mediaType, language, reply }, mode) => {
    const report = await withSubmission(options, actor, params.id, { ...query, mode }, (tx, row) =>
      reportFor(tx, actor, row, ([last]) => (query.against === 'last' ? last?.id : undefined), language),
    )
    return mediaType === undefined
      ? pageFor(report, query)
      : sendReport({ params, query, actor, language }, reply, report)
  })

  route(app, wire.getKeyFigures, async ({ actor, params, query, language }) => {
    const found = await withSubmission(
      options,
      actor,
      params.id,
      { ...query, mode: 'live' },
      async (tx, row) => {
        const [before] = await earlierUploads(tx, row)
        return {
          row,
          rules: rulesFor(actor, await rulesOf(tx, row.id)),
          beforeRules: before ? rulesFor(actor, await rulesOf(tx, before.id)) : [],
          studentsBefore: before && (await studentCountOf(tx, before.id)),
          lastYear: await lastYearOf(tx, row),
        }
      },
    )
    const { row, lastYear } = found
    const { rules } = found.rules.length > 0 ? await rulesetOf(specifications, row) : { rules: [] }
    return {
      lastYear: lastYear ? { submissionId: lastYear.id, collectionName: lastYear.collection_name } : null,
      students: {
        code: null,
        of: inLanguage(language, message('server', 'students')),
        now: row.student_count,
        before: found.studentsBefore ?? null,
        lastYear: lastYear?.student_count ?? null,
      },
      measured: found.rules.flatMap(({ code, rows: [result] }) => {
        const measure = rules.find(rule => rule.code === code)?.measure
        // Shares and what is missing are no figures of the file itself.
        if (measure?.change !== 'percent' || !result) return []
        const earlier = found.beforeRules.find(rule => rule.code === code)?.rows[0]
        return {
          code,
          of: measure.of,
          now: result.measuredNow ?? null,
          before: earlier?.measuredNow ?? null,
          lastYear: result.measuredBefore ?? null,
        }
      }),
    }
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
      : sendReport({ params, query, actor, language }, reply, report)
  })

  /** How many rules lie outside and inside tolerance, and how many cells are shaded, of what the reader sees. */
  const countsFor = async (actor: UserPrincipal, tx: Transaction<Database>, row: SubmissionRow) => {
    if (onlyNaming(actor) === undefined) return toleranceCounts(tx, row.id)
    const rules = rulesFor(actor, await rulesOf(tx, row.id))
    const stored = await reportsOf(tx, row.id, 'credibility')
    const { reports } = stored.length > 0 ? await rulesetOf(specifications, row) : { reports: [] }
    const seen = stored.filter(({ code }) =>
      seesReport(
        actor,
        reports.find(report => report.code === code),
      ),
    )
    return {
      inside: rules.filter(({ outside }) => !outside).length,
      outside: rules.filter(({ outside }) => outside).length,
      credibility: seen.reduce((sum, { failure_count }) => sum + failure_count, 0),
    }
  }

  route(app, getOvtFailureCounts, async ({ actor, params, query }) =>
    withSubmission(options, actor, params.id, { ...query, mode: 'ovt' }, async (tx, row) => {
      const { inside, outside } = await countsFor(actor, tx, row)
      return { insideTolerance: inside, outsideTolerance: outside }
    }),
  )

  routeBoth(app, [wire.getSummary, wire.getOvtSummary], async ({ actor, params, query, language }, mode) =>
    withSubmission(options, actor, params.id, { ...query, mode }, async (tx, row) => {
      const { inside, outside, credibility } = await countsFor(actor, tx, row)
      return {
        header: inLanguage(language, message('server', 'qualitySummary')),
        insideTolerance: inside,
        outsideTolerance: outside,
        credibilityIssues: credibility,
      }
    }),
  )

  const tables = [wire.getFailureSummaryTable, wire.getOvtFailureSummaryTable] as const
  routeBoth(app, tables, async ({ actor, params, query }, mode) =>
    withSubmission(options, actor, params.id, { ...query, mode }, async (tx, row) => {
      const regulators = await regulatorsByCode(tx)
      const results = rulesFor(actor, await rulesOf(tx, row.id)).flatMap(({ rows }) => rows)
      const byRegulator = Map.groupBy(results, ({ regulatorCode }) => regulatorCode)
      return {
        rows: [...byRegulator].map(([code, entries]) => ({
          header: regulators.get(code)?.short_name ?? code,
          insideTolerance: entries.filter(entry => !isOutside(entry)).length,
          outsideTolerance: entries.filter(isOutside).length,
        })),
      }
    }),
  )
}
