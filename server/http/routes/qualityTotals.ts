import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { onlyNaming } from '../../../src/domain/privacy.ts'
import { unitsOf } from '../../../src/domain/record.ts'
import { isOutside } from '../../../src/domain/tolerance.ts'
import * as wire from '../../../src/domain/wire/quality.ts'
import { getOvtFailureCounts } from '../../../src/domain/wire/submissions.ts'
import { message } from '../../../src/messages/message.ts'
import { regulatorsByCode, reportsOf, rulesOf, toleranceCounts } from '../../database/queries/results.ts'
import type { SubmissionRow } from '../../database/queries/submissions.ts'
import { earlierUploads, lastYearOf, studentCountOf } from '../../database/queries/uploads.ts'
import type { Database } from '../../database/schema.ts'
import { inLanguage } from '../../messages.ts'
import { type RouteContext, route, routeBoth } from '../route.ts'
import type { QualityRouteOptions } from './quality.ts'
import { rulesetOf, rulesFor, seesReport } from './recordView.ts'
import { withSubmission } from './submissionAccess.ts'

/** How many rules lie outside and inside tolerance, and how many cells are shaded, of what the reader sees. */
const countsFor = async (
  { specifications }: Pick<QualityRouteOptions, 'specifications'>,
  actor: UserPrincipal,
  tx: Transaction<Database>,
  row: SubmissionRow,
) => {
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

/** The figures of a submission beside those of the upload before and of last year. */
const keyFiguresOf = async (
  options: QualityRouteOptions,
  { actor, params, query }: RouteContext<typeof wire.getKeyFigures>,
) => {
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
  const { rules, record } =
    found.rules.length > 0 ? await rulesetOf(options.specifications, row) : { rules: [], record: null }
  return {
    lastYear: lastYear ? { submissionId: lastYear.id, collectionName: lastYear.collection_name } : null,
    students: {
      code: null,
      of: unitsOf(record).unitsLabel,
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
}

/** The calls about the totals of the quality report (specification 2 §2.9, §7.2). */
export const qualityTotalRoutes = (app: FastifyInstance, options: QualityRouteOptions): void => {
  route(app, wire.getKeyFigures, context => keyFiguresOf(options, context))

  route(app, getOvtFailureCounts, async ({ actor, params, query }) =>
    withSubmission(options, actor, params.id, { ...query, mode: 'ovt' }, async (tx, row) => {
      const { inside, outside } = await countsFor(options, actor, tx, row)
      return { insideTolerance: inside, outsideTolerance: outside }
    }),
  )

  routeBoth(app, [wire.getSummary, wire.getOvtSummary], async ({ actor, params, query, language }, mode) =>
    withSubmission(options, actor, params.id, { ...query, mode }, async (tx, row) => {
      const { inside, outside, credibility } = await countsFor(options, actor, tx, row)
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
