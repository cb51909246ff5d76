import type { FastifyInstance } from 'fastify'
import { csvLine } from '../../../src/domain/csv.ts'
import { defaultPageSize } from '../../../src/domain/limits.ts'
import { rightRefusal } from '../../../src/domain/permissions.ts'
import { may } from '../../../src/domain/principal.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import type { RecordChange } from '../../../src/domain/qualityReport.ts'
import { ruleMatcher } from '../../../src/domain/sameRule.ts'
import * as wire from '../../../src/domain/wire/quality.ts'
import { message } from '../../../src/messages/message.ts'
import { failureChanges, failureChangesCsv } from '../../analysis/index.ts'
import { ruleCodesOf, ruleOf } from '../../database/queries/results.ts'
import { earlierUploads } from '../../database/queries/uploads.ts'
import { inLanguage } from '../../messages.ts'
import { route } from '../route.ts'
import { sendCsv } from './csvReply.ts'
import { type QualityRouteOptions, refuseWhileProcessing, singleRecords } from './quality.ts'
import { recordViewOf, rulesetOf, rulesFor } from './recordView.ts'
import { columnsOf, shownRecord } from './ruleDetail.ts'
import { withSubmission } from './submissionAccess.ts'

/** The call that tells what has become of a rule's failing records since the last upload, record by record (specification 2 §2.10). */
export const recordChangeRoutes = (app: FastifyInstance, options: QualityRouteOptions): void => {
  const { reader, specifications } = options

  route(app, wire.getRecordChanges, async context => {
    const { actor, params, query, mediaType, language, forbid, reply } = context
    const { limit = defaultPageSize, offset = 0, kind = 'new' } = query
    const { row, rule, before, codeBefore } = await withSubmission(
      options,
      actor,
      params.id,
      { ...query, mode: 'live' },
      async (tx, submission) => {
        const found = await ruleOf(tx, submission.id, params.validationId)
        const [last] = await earlierUploads(tx, submission)
        const match = ruleMatcher(
          await ruleCodesOf(tx, submission.id),
          last ? await ruleCodesOf(tx, last.id) : [],
        )
        return {
          row: submission,
          rule: found && rulesFor(actor, [found])[0],
          before: last,
          codeBefore: match(params.validationId),
        }
      },
    )
    if (!rule) throw new ProblemError(problem('not-found', message('problems', 'noRule')))
    if (!may(actor, singleRecords.live)) await forbid(actor, rightRefusal(actor, singleRecords.live))
    refuseWhileProcessing(row)
    const ruleset = await rulesetOf(specifications, row)
    const view = recordViewOf(actor, ruleset, mediaType === undefined ? 'json' : 'csv', language)
    const withheld = view.notice(rule.code)
    const written = ruleset.rules.find(({ code }) => code === rule.code)
    const ofBoth = { ruleCode: rule.code, codeBefore }
    const both = { now: row.id, before: before?.id }
    if (mediaType !== undefined) {
      const fileName = `RecordChanges.${rule.code}.${row.id}.csv`
      if (withheld !== undefined) return sendCsv(reply, fileName, [csvLine([withheld])])
      await context.noteDownload(actor, row)
      const words = {
        heading: inLanguage(language, message('server', 'recordChanges.heading')),
        line: inLanguage(language, message('server', 'failuresCsv.line')),
        finding: inLanguage(language, message('server', 'failuresCsv.finding')),
        nameOf: (each: RecordChange) => inLanguage(language, message('server', `recordChanges.${each}`)),
      }
      return sendCsv(
        reply,
        fileName,
        reader
          .for(actor)
          .streamBoth(both, ['failures'], sources =>
            failureChangesCsv({ ...ofBoth, ...sources }, words, view),
          ),
      )
    }
    const found =
      withheld === undefined
        ? await reader
            .for(actor)
            .readBoth(both, ['failures'], sources =>
              failureChanges({ ...ofBoth, ...sources }, { kind, limit, offset }),
            )
        : { counts: { new: 0, still: 0, mended: 0 }, rows: [] }
    const columns = columnsOf(written, view.disclosure)
    return {
      comparedWith: before
        ? {
            submissionId: before.id,
            uploadedDate: before.uploaded_utc.toISOString(),
            fileName: before.file_name,
          }
        : null,
      ...(withheld === undefined ? {} : { withheld }),
      counts: found.counts,
      results: found.rows.map(failure => shownRecord(columns, view, failure, null)),
      pagingMetadata: { totalResultsCount: found.counts[kind], limit, offset },
    }
  })
}
