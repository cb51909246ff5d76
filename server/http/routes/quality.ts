import type { FastifyInstance } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import { csvLine } from '../../../src/domain/csv.ts'
import { defaultPageSize, limits } from '../../../src/domain/limits.ts'
import { type Permission, rightRefusal } from '../../../src/domain/permissions.ts'
import { may, type UserPrincipal } from '../../../src/domain/principal.ts'
import { onlyNaming, singleRecord } from '../../../src/domain/privacy.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { schemaFailuresCsv } from '../../../src/domain/schemaFailure.ts'
import { hasTag, statusNameOf } from '../../../src/domain/status.ts'
import type { SchemaFailure } from '../../../src/domain/wire/quality.ts'
import * as wire from '../../../src/domain/wire/quality.ts'
import { getOvtFailureCounts } from '../../../src/domain/wire/submissions.ts'
import { message } from '../../../src/messages/message.ts'
import { type Language, messagesFor } from '../../../src/messages/messages.ts'
import { type RuleResult, ruleFailures, ruleFailuresCsv } from '../../analysis/index.ts'
import { issuesAbout } from '../../database/queries/issues.ts'
import {
  findingsOf,
  regulatorsByCode,
  reportsOf,
  ruleOf,
  rulesOf,
  schemaCheckAttempt,
  toleranceCounts,
} from '../../database/queries/results.ts'
import type { CurrentSubmission, SubmissionRow } from '../../database/queries/submissions.ts'
import type { Database } from '../../database/schema.ts'
import { withScope } from '../../database/scope.ts'
import { inEnglish, inLanguage, withTexts } from '../../messages.ts'
import {
  type AnalysisReader,
  findingsAsRows,
  type SpecificationStore,
  schemaErrorsFile,
} from '../../pipeline/index.ts'
import { disclosureTo, isAboutFile, isWhole, shownFinding } from '../../privacy/index.ts'
import { downloadSeconds, type ObjectStore, objectKey } from '../../storage/index.ts'
import { route } from '../route.ts'
import { csvContent, sendCsv } from './csvReply.ts'
import { issueReference } from './issueWire.ts'
import {
  filterRows,
  type IssuesByRule,
  issueKey,
  pageOf,
  type QualityFilter,
  qualityRow,
} from './qualityRows.ts'
import { recordViewOf, rulesetOf, rulesFor, seesReport } from './recordView.ts'
import { withSubmission } from './submissionAccess.ts'
import { toleranceText } from './toleranceText.ts'

export interface QualityRouteOptions {
  db: Kysely<Database>
  clock: { now: () => Date }
  store: ObjectStore
  /** Opens the analysis of a submission for reading. */
  reader: AnalysisReader
  specifications: SpecificationStore
}

/** While steps run, their database is theirs. */
export const refuseWhileProcessing = (row: SubmissionRow): void => {
  if (hasTag(statusNameOf(row.status_id), 'busy'))
    throw new ProblemError(problem('conflict', message('lifecycle', 'isProcessing')))
}

/** A range is held against a measured change of the whole file; every other tolerance counts records. */
const measuresFile = ({ tolerance }: RuleResult): boolean => tolerance.parts.some(({ type }) => type === 3)

const noRule = (): ProblemError => new ProblemError(problem('not-found', message('problems', 'noRule')))

/** What it needs to see failing records, which are personal data (specification 2 §6, decisions §12). */
const singleRecords: Record<SubmissionRow['mode'], Permission> = {
  live: 'collections.reports-validation-details',
  ovt: 'online-validation.reports-validation-details-ovt',
}

/** Columns of the quality report as CSV. */
const reportColumns = [
  'rule',
  'name',
  'status',
  'regulator',
  'tolerance',
  'population',
  'failure',
  'previousPopulation',
  'previousFailure',
  'failureChange',
] as const

/** A time as part of a file name. */
const stamp = (at: Date): string => at.toISOString().replace(/[:.]/g, '-')

/** The calls about what the checks found: schema failures, quality rules, summaries (specification 2 §7.2). */
export const qualityRoutes = (app: FastifyInstance, options: QualityRouteOptions): void => {
  const { clock, store, reader, specifications } = options

  /** The issues that the reader sees of a live submission's provider and collection. */
  const issuesBeside = async (
    tx: Transaction<Database>,
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

  const rowsOf = async (
    tx: Transaction<Database>,
    actor: UserPrincipal,
    submission: CurrentSubmission,
    previousId: string | undefined,
    filter: QualityFilter,
    language: Language,
  ) => {
    const beside = {
      regulators: await regulatorsByCode(tx),
      issues: await issuesBeside(tx, actor, submission, language),
    }
    const previous = previousId === undefined ? [] : rulesFor(actor, await rulesOf(tx, previousId))
    const rules = rulesFor(actor, await rulesOf(tx, submission.id))
    const rows = rules.flatMap(rule => {
      const row = qualityRow(
        rule,
        previous.find(({ code }) => code === rule.code),
        beside,
        language,
      )
      return row ? [row] : []
    })
    return filterRows(rows, filter)
  }

  route(app, wire.listSchemaChecks, async ({ actor, params, query, mediaType, language, reply }) => {
    const { limit = limits.schemaFailuresRequested, offset = 0 } = query
    const { row, found } = await withSubmission(options, actor, params.id, query, async (tx, submission) => ({
      row: submission,
      found: await findingsOf(
        tx,
        submission.id,
        mediaType === undefined ? { limit, offset } : { limit: findingsAsRows, offset: 0 },
      ),
    }))
    const disclosure = disclosureTo(actor, mediaType === undefined ? 'json' : 'csv', language)
    const withheld =
      onlyNaming(actor) === undefined
        ? disclosure.notice(singleRecord)
        : inLanguage(language, message('lifecycle', 'withheld.onlyNaming'))
    const { privacy } = await rulesetOf(specifications, row)
    const shown = found.failures
      .map(failure => withTexts(language, failure) as SchemaFailure)
      .filter(failure => withheld === undefined || isAboutFile(failure))
      .map(failure => shownFinding(disclosure, privacy, failure))
    const isLeftOut = withheld !== undefined && shown.length < found.failures.length
    if (mediaType === undefined)
      return {
        schemaChecks: shown,
        ...(isLeftOut ? { withheld } : {}),
        pagingMetadata: { totalResultsCount: found.total, limit, offset },
      }
    const fileName = `SchemaErrors.${row.id}.${stamp(clock.now())}.csv`
    const attempt = await withScope(options.db, { scope: 'all' }, tx => schemaCheckAttempt(tx, row.id))
    const key = objectKey(row.inst_id, row.id, schemaErrorsFile(isWhole(disclosure), attempt ?? 0))
    if (withheld === undefined && (await store.stat(key)))
      return sendCsv(reply, fileName, await textOf(store, key))
    return sendCsv(reply, fileName, [
      ...schemaFailuresCsv(
        reason => inLanguage(language, reason),
        shown,
        isLeftOut ? shown.length : found.total,
      ),
      ...(isLeftOut ? [csvLine([null, null, null, withheld])] : []),
    ])
  })

  route(app, wire.listValidations, async ({ actor, params, query, mediaType, language, reply }) => {
    const rows = await withSubmission(options, actor, params.id, query, (tx, row) =>
      rowsOf(tx, actor, row, undefined, query, language),
    )
    return mediaType === undefined
      ? page(rows, query)
      : sendCsv(reply, reportName(params.id, query.status), reportCsv(rows, language))
  })

  route(app, wire.compareValidations, async ({ actor, params, query, mediaType, language, reply }) => {
    const { hideUnchangedValues, ...filter } = query
    const isHiding = hideUnchangedValues === '1' || hideUnchangedValues === 'true'
    const row = await withSubmission(
      options,
      actor,
      params.id,
      { ...query, mode: 'live' },
      async (_, found) => found,
    )
    // The submission to compare with has to be the same provider's.
    const rows = await withSubmission(
      options,
      actor,
      params.previousId,
      { instId: row.inst_id, mode: 'live' },
      tx => rowsOf(tx, actor, row, params.previousId, { ...filter, hideUnchangedValues: isHiding }, language),
    )
    return mediaType === undefined
      ? page(rows, query)
      : sendCsv(reply, reportName(params.id, query.status), reportCsv(rows, language))
  })

  const page = (
    rows: wire.QualityRuleRow[],
    query: { limit?: number | undefined; offset?: number | undefined },
  ) => {
    const { limit = defaultPageSize, offset = 0 } = query
    return {
      validations: pageOf(rows, { limit, offset }),
      pagingMetadata: { totalResultsCount: rows.length, limit, offset },
    }
  }

  const reportName = (submissionId: string, status: '0' | '1' | undefined): string => {
    const part = status === undefined ? 'all' : status === '1' ? 'outside' : 'inside'
    return `QualityRuleReport.${submissionId}.${part}.${stamp(clock.now())}.csv`
  }

  const reportCsv = function* (rows: readonly wire.QualityRuleRow[], language: Language): Generator<string> {
    const t = messagesFor(language, 'server')
    yield csvLine(reportColumns.map(column => t(`qualityCsv.${column}`)))
    for (const row of rows)
      for (const figures of [row, ...row.specialistRegulators])
        yield csvLine([
          row.Code,
          row.Name,
          t(figures.Status === '1' ? 'qualityCsv.outside' : 'qualityCsv.inside'),
          figures.RegulatorShortName,
          figures.ConjoinedTolerances,
          figures.PopulationCount,
          figures.FailureCount,
          figures.PrevPopulationCount,
          figures.PrevFailureCount,
          figures.FailureChange,
        ])
  }

  route(app, wire.getValidation, async ({ actor, params, query, mediaType, language, forbid, reply }) => {
    const { limit = defaultPageSize, offset = 0, regulator } = query
    const { row, rule, regulators } = await withSubmission(
      options,
      actor,
      params.id,
      query,
      async (tx, submission) => ({
        row: submission,
        rule: await ruleOf(tx, submission.id, params.validationId).then(
          found => found && rulesFor(actor, [found])[0],
        ),
        regulators: await regulatorsByCode(tx),
      }),
    )
    const result = rule?.rows.find(entry => regulator === undefined || entry.regulatorCode === regulator)
    if (!rule || !result) throw noRule()
    if (!may(actor, singleRecords[row.mode]))
      await forbid(actor, rightRefusal(actor, singleRecords[row.mode]))
    refuseWhileProcessing(row)
    const ruleset = await rulesetOf(specifications, row)
    const isStored = mediaType === 'text/uri-list'
    // What is kept for others to fetch is in one language.
    const view = recordViewOf(
      actor,
      ruleset,
      mediaType === undefined ? 'json' : 'csv',
      isStored ? 'en' : language,
    )
    const withheld = view.notice(rule.code)
    if (mediaType !== undefined) {
      const line = message('server', 'failuresCsv.line')
      const heading = isStored ? inEnglish(line) : inLanguage(language, line)
      const content = () =>
        withheld === undefined
          ? reader.stream(row.id, ['failures'], source =>
              ruleFailuresCsv(source, rule.code, heading, view.show),
            )
          : [csvLine([withheld])]
      const fileName = `${rule.code}.${row.id}.csv`
      if (!isStored) return sendCsv(reply, fileName, content())
      const key = objectKey(row.inst_id, row.id, `rule-failures.${rule.code}${view.suffix}.csv`)
      if (!(await store.stat(key))) await store.put(key, csvContent(content()))
      const address = await store.signedDownload(key, { fileName, seconds: downloadSeconds })
      return reply.type('text/uri-list').send(`${address}\r\n`)
    }
    const failures =
      withheld === undefined
        ? await reader.read(row.id, ['failures'], source =>
            ruleFailures(source, { ruleCode: rule.code, limit, offset }),
          )
        : { rows: [], total: result.failureCount }
    const named = regulators.get(result.regulatorCode)
    return {
      Code: rule.code,
      Name: result.name,
      Population: result.populationCount,
      Failures: result.failureCount,
      Regulator: {
        code: result.regulatorCode,
        name: named?.name ?? result.regulatorCode,
        shortName: named?.short_name ?? result.regulatorCode,
      },
      Tolerance: toleranceText(language, result.tolerance),
      Status: result.status === 1 ? ('1' as const) : ('0' as const),
      Measures: measuresFile(result) ? ('file' as const) : ('records' as const),
      MeasuredPercent: result.measuredPercent,
      ...(withheld === undefined ? {} : { withheld }),
      results: failures.rows.map(view.show).map(failure => ({
        RowIdentifier: failure.rowIdentifier,
        LineNumber: failure.line,
        Details: [...failure.keys, ...failure.details].map(({ name, value }) => ({
          Name: name,
          Value: value,
        })),
      })),
      validation: {
        Description: result.description,
        GuidanceUrl: result.guidanceUrl === '' ? null : result.guidanceUrl,
        Version: row.ruleset_version ?? '',
      },
      pagingMetadata: { totalResultsCount: failures.total, limit, offset },
    }
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

  route(app, wire.getSummary, async ({ actor, params, query, language }) =>
    withSubmission(options, actor, params.id, query, async (tx, row) => {
      const { inside, outside, credibility } = await countsFor(actor, tx, row)
      return {
        header: inLanguage(language, message('server', 'qualitySummary')),
        insideTolerance: inside,
        outsideTolerance: outside,
        credibilityIssues: credibility,
      }
    }),
  )

  route(app, wire.getFailureSummaryTable, async ({ actor, params, query }) =>
    withSubmission(options, actor, params.id, query, async (tx, row) => {
      const regulators = await regulatorsByCode(tx)
      const results = rulesFor(actor, await rulesOf(tx, row.id)).flatMap(({ rows }) => rows)
      const byRegulator = Map.groupBy(results, ({ regulatorCode }) => regulatorCode)
      return {
        rows: [...byRegulator].map(([code, entries]) => ({
          header: regulators.get(code)?.short_name ?? code,
          insideTolerance: entries.filter(({ status }) => status === 0).length,
          outsideTolerance: entries.filter(({ status }) => status === 1).length,
        })),
      }
    }),
  )
}

/** A stored text, piece by piece. */
async function* textIn(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of stream) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}
const textOf = async (store: ObjectStore, key: string): Promise<AsyncIterable<string>> =>
  textIn(await store.open(key))
