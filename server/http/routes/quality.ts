import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { csvLine } from '../../../src/domain/csv.ts'
import { defaultPageSize, limits } from '../../../src/domain/limits.ts'
import { type Permission, rightRefusal } from '../../../src/domain/permissions.ts'
import { may } from '../../../src/domain/principal.ts'
import { onlyNaming, singleRecord } from '../../../src/domain/privacy.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { isRuleDefect } from '../../../src/domain/ruleDefect.ts'
import { schemaFailuresCsv } from '../../../src/domain/schemaFailure.ts'
import { hasTag, statusNameOf } from '../../../src/domain/status.ts'
import { comparesFiles, isOutside } from '../../../src/domain/tolerance.ts'
import { toleranceLabel } from '../../../src/domain/toleranceLabel.ts'
import type { SchemaFailure } from '../../../src/domain/wire/quality.ts'
import * as wire from '../../../src/domain/wire/quality.ts'
import { message } from '../../../src/messages/message.ts'
import { entitiesBelow, measuredFinding, ruleFailuresCsv } from '../../analysis/index.ts'
import { findingsOf, regulatorsByCode, ruleOf, schemaCheckAttempt } from '../../database/queries/results.ts'
import type { SubmissionRow } from '../../database/queries/submissions.ts'
import { earlierUploads, uploadsOf } from '../../database/queries/uploads.ts'
import type { Database } from '../../database/schema.ts'
import { withScope } from '../../database/scope.ts'
import { together } from '../../database/together.ts'
import { valid } from '../../limits.ts'
import { inLanguage, withTexts } from '../../messages.ts'
import {
  findingsAsRows,
  type Readings,
  type SpecificationStore,
  schemaErrorsFile,
} from '../../pipeline/index.ts'
import { disclosureTo, isAboutFile, isWhole, shownFindings, shownGroups } from '../../privacy/index.ts'
import { type ObjectStore, objectKey } from '../../storage/index.ts'
import { routeBoth } from '../route.ts'
import { csvContent, sendCsv } from './csvReply.ts'
import { recordViewOf, rulesetOf, rulesFor } from './recordView.ts'
import { columnsOf, comparedFigures, orderOf, shownRecord, writtenRule } from './ruleDetail.ts'
import { withSubmission } from './submissionAccess.ts'

export interface QualityRouteOptions {
  db: Kysely<Database>
  clock: { now: () => Date }
  store: ObjectStore
  /** Opens the analysis of a submission for reading. */
  reader: Readings
  specifications: SpecificationStore
}

/** While steps run, their database is theirs. */
export const refuseWhileProcessing = (row: SubmissionRow): void => {
  if (hasTag(statusNameOf(row.status_id), 'busy'))
    throw new ProblemError(problem('conflict', message('lifecycle', 'isProcessing')))
}

const noRule = (): ProblemError => new ProblemError(problem('not-found', message('problems', 'noRule')))

/** What it needs to see failing records, which are personal data (specification 2 §6, decisions §12). */
export const singleRecords: Record<SubmissionRow['mode'], Permission> = {
  live: 'collections.reports-validation-details',
  ovt: 'online-validation.reports-validation-details-ovt',
}

/** A time as part of a file name. */
const stamp = (at: Date): string => at.toISOString().replace(/[:.]/g, '-')

/** The calls about what the checks found: schema failures, and the records that fail a rule (specification 2 §7.2). */
export const qualityRoutes = (app: FastifyInstance, options: QualityRouteOptions): void => {
  const { clock, store, reader, specifications } = options

  const checks = [wire.listSchemaChecks, wire.listOvtSchemaChecks] as const
  routeBoth(app, checks, async (context, mode) => {
    const { actor, params, query, mediaType, language, reply } = context
    const { limit = limits.schemaFailuresRequested, offset = 0 } = query
    const disclosure = disclosureTo(actor, mediaType === undefined ? 'json' : 'csv', language)
    const { row, found } = await withSubmission(
      options,
      actor,
      params.id,
      { ...query, mode },
      async (tx, submission) => ({
        row: submission,
        found: await findingsOf(tx, submission.id, findingsAsRows),
      }),
    )
    const withheld =
      onlyNaming(actor) === undefined
        ? disclosure.notice(singleRecord)
        : inLanguage(language, message('domain', 'withheld.onlyNaming'))
    const ruleset = await rulesetOf(specifications, row)
    const shown = shownFindings(
      disclosure,
      ruleset,
      found.failures
        .map(failure => withTexts(language, failure) as SchemaFailure)
        .filter(failure => withheld === undefined || isAboutFile(failure)),
    )
    const isLeftOut = withheld !== undefined && shown.length < found.failures.length
    if (mediaType === undefined)
      return {
        schemaChecks: shown.slice(offset, offset + limit),
        groups: shownGroups(disclosure, ruleset, found.groups, withheld !== undefined),
        ...(isLeftOut ? { withheld } : {}),
        pagingMetadata: { totalResultsCount: found.total, limit, offset },
      }
    if (withheld === undefined) await context.noteDownload(actor, row)
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

  const rules = [wire.getValidation, wire.getOvtValidation] as const
  routeBoth(app, rules, async (context, mode) => {
    const { actor, params, query, mediaType, language, forbid, reply } = context
    const { limit = defaultPageSize, offset = 0, regulator } = query
    const { row, rule, regulators, uploads } = await withSubmission(
      options,
      actor,
      params.id,
      { ...query, mode },
      async (tx, submission) => {
        const [found, regulators, earlier] = await together(tx, reads => [
          ruleOf(reads, submission.id, params.validationId),
          regulatorsByCode(reads),
          mediaType === undefined ? earlierUploads(reads, submission) : Promise.resolve([]),
        ])
        return {
          row: submission,
          rule: found && rulesFor(actor, [found])[0],
          regulators,
          uploads:
            mediaType === undefined ? await uploadsOf(tx, submission, earlier, params.validationId) : [],
        }
      },
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
      const heading = (column: 'finding' | 'line'): string =>
        inLanguage(isStored ? 'en' : language, message('server', `failuresCsv.${column}`))
      const headings = { finding: heading('finding'), line: heading('line') }
      const content = () =>
        withheld === undefined
          ? reader
              .for(actor)
              .stream(row.id, ['failures'], source => ruleFailuresCsv(source, rule.code, headings, view))
          : [csvLine([withheld])]
      if (withheld === undefined) await context.noteDownload(actor, row)
      const fileName = `${rule.code}.${row.id}.csv`
      if (!isStored) return sendCsv(reply, fileName, content())
      const key = objectKey(row.inst_id, row.id, `rule-failures.${rule.code}${view.suffix}.csv`)
      if (!(await store.stat(key))) await store.put(key, csvContent(content()))
      const address = await store.signedDownload(key, {
        fileName,
        seconds: valid.downloadSeconds,
        userId: actor.userId,
      })
      return reply.type('text/uri-list').send(`${address}\r\n`)
    }
    const written = ruleset.rules.find(({ code }) => code === rule.code)
    const columns = columnsOf(written, view.disclosure)
    const failures =
      withheld === undefined
        ? await reader
            .for(actor)
            .failures(row.id, { ruleCode: rule.code, limit, offset, ...orderOf(columns, query) })
        : { rows: [], total: result.failureCount, students: [] }
    const named = regulators.get(result.regulatorCode)
    const units = ruleset.manifest.summary?.units
    const ofStudents = units === undefined ? new Set<string>() : entitiesBelow(ruleset, units)
    return {
      Code: rule.code,
      Name: result.name,
      Population: result.populationCount,
      Failures: result.failureCount,
      IsRuleDefect: isRuleDefect(result.tolerance, result),
      Regulator: {
        code: result.regulatorCode,
        name: named?.name ?? result.regulatorCode,
        shortName: named?.short_name ?? result.regulatorCode,
      },
      Tolerance: inLanguage(language, toleranceLabel(result.tolerance, written?.measure?.change)),
      Status: isOutside(result) ? ('1' as const) : ('0' as const),
      Measures: comparesFiles(result.tolerance) ? ('file' as const) : ('records' as const),
      MeasuredPercent: result.measuredPercent,
      ...(withheld === undefined ? {} : { withheld }),
      ...comparedFigures(written, result),
      Finding: measuredFinding(written, result),
      Uploads: uploads,
      Columns: columns.map(({ at: _, ...column }) => column),
      results: failures.rows.map((failure, place) =>
        shownRecord(
          columns,
          view,
          failure,
          written && ofStudents.has(written.entity) ? (failures.students[place] ?? null) : null,
        ),
      ),
      validation: {
        Description: result.description,
        GuidanceUrl: result.guidanceUrl === '' ? null : result.guidanceUrl,
        Version: row.ruleset_version ?? '',
        ...writtenRule(written),
      },
      pagingMetadata: { totalResultsCount: failures.total, limit, offset },
    }
  })
}

/** A stored text, piece by piece. */
async function* textIn(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of stream) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}
const textOf = async (store: ObjectStore, key: string): Promise<AsyncIterable<string>> =>
  textIn(await store.open(key))
