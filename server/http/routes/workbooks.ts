import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import type { SubmissionMode } from '../../../src/domain/status.ts'
import { allFailuresExist, allOvtFailuresExist } from '../../../src/domain/wire/files.ts'
import * as wire from '../../../src/domain/wire/workbooks.ts'
import { fieldNamed, isWorkbookReady } from '../../../src/domain/workbook.ts'
import { message } from '../../../src/messages/message.ts'
import type { Language } from '../../../src/messages/messages.ts'
import type { Ruleset } from '../../analysis/index.ts'
import { failuresMade } from '../../database/queries/results.ts'
import type { SubmissionRow } from '../../database/queries/submissions.ts'
import type { Database } from '../../database/schema.ts'
import { withScope } from '../../database/scope.ts'
import { recordAudit } from '../../decisions/records.ts'
import type { JobQueue } from '../../jobs/index.ts'
import { valid } from '../../limits.ts'
import { fromColumn, inLanguage } from '../../messages.ts'
import {
  findWorkbook,
  type KeptWorkbook,
  requestWorkbook,
  type WorkbookChoice,
  workbookKey,
  workbooksFor,
} from '../../workbooks/index.ts'
import { route } from '../route.ts'
import { type QualityRouteOptions, refuseWhileProcessing } from './quality.ts'
import { keptKey, type ReaderView, recordViewOf, rulesetOf } from './recordView.ts'
import { withSubmission } from './submissionAccess.ts'

export interface WorkbookRouteOptions extends QualityRouteOptions {
  queue: Pick<JobQueue, 'enqueueWorkbook'>
}

const statusOf = (language: Language, kept: KeptWorkbook) => ({
  field: kept.field === '' ? null : kept.field,
  state: kept.state,
  done: kept.done,
  total: kept.total,
  size: kept.size,
  madeAt: kept.made?.toISOString() ?? null,
  ...(kept.fault ? { reason: inLanguage(language, fromColumn(kept.fault)) } : {}),
})

/** Fields that the reader may see of every record, by which records can be divided. */
const fieldsFor = ({ tables, privacy }: Ruleset, { disclosure }: ReaderView): string[] =>
  tables.flatMap(({ name, columns }) =>
    columns
      .filter(column => disclosure.notice([privacy.fieldClass(name, column)]) === undefined)
      .map(column => `${name}.${column}`),
  )

interface WorkbookRequest {
  submissionUuid: string
  field?: string | undefined
}

/** The calls about workbooks of failing records: asked for, made by a worker, and downloaded (specification 2 §2.9). */
export const workbookRoutes = (app: FastifyInstance, options: WorkbookRouteOptions): void => {
  const { db, clock, store, specifications, queue } = options

  /** The submission with how the reader sees its records. */
  const open = async (actor: UserPrincipal, submissionUuid: string, mode: SubmissionMode) => {
    const row = await withSubmission(options, actor, submissionUuid, { mode }, async (_, found) => found)
    const ruleset = await rulesetOf(specifications, row)
    // A kept file is in one language.
    const view = recordViewOf(actor, ruleset, 'csv', 'en')
    const kind = { submissionId: row.id, isWhole: view.isWhole, regulator: view.regulator ?? '' }
    return { row, ruleset, view, kind }
  }

  const choose = async (
    actor: UserPrincipal,
    { submissionUuid, field = '' }: WorkbookRequest,
    mode: SubmissionMode,
  ): Promise<{ row: SubmissionRow; choice: WorkbookChoice }> => {
    const { row, ruleset, view, kind } = await open(actor, submissionUuid, mode)
    if (field !== '' && !fieldsFor(ruleset, view).includes(field)) {
      const reason = message('server', 'workbookField', { field: fieldNamed(field).name })
      throw new ProblemError(problem('invalid', reason, [{ field: 'body.field', message: reason }]))
    }
    refuseWhileProcessing(row)
    return { row, choice: { ...kind, field } }
  }

  /** Works on the table of workbooks with a line of audit, both in the system's name: a reader's right is held against the call. */
  const audited = async <T>(
    actor: UserPrincipal,
    row: SubmissionRow,
    event: 'WORKBOOK_REQUESTED' | 'WORKBOOK_DOWNLOADED',
    choice: WorkbookChoice,
    work: (tx: Transaction<Database>, at: Date) => Promise<{ result: T; isAudited: boolean }>,
  ): Promise<T> =>
    withScope(db, { scope: 'all' }, async tx => {
      const at = clock.now()
      const { result, isAudited } = await work(tx, at)
      const detail = { field: choice.field, whole: choice.isWhole }
      if (isAudited) await recordAudit(tx, { actor, instId: row.inst_id, event, subject: row.id, at, detail })
      return result
    })

  const keptOf = (kind: Omit<WorkbookChoice, 'field'>): Promise<KeptWorkbook[]> =>
    withScope(db, { scope: 'all' }, tx => workbooksFor(tx, kind))

  const list = async (
    actor: UserPrincipal,
    submissionUuid: string,
    mode: SubmissionMode,
    language: Language,
  ) => {
    const { ruleset, view, kind } = await open(actor, submissionUuid, mode)
    const kept = await keptOf(kind)
    return { workbooks: kept.map(one => statusOf(language, one)), fields: fieldsFor(ruleset, view) }
  }
  route(app, wire.listWorkbooks, ({ actor, query, language }) =>
    list(actor, query.submissionUuid, 'live', language),
  )
  route(app, wire.listOvtWorkbooks, ({ actor, query, language }) =>
    list(actor, query.submissionUuid, 'ovt', language),
  )

  /** What is ready of the failing records as files: all of them as CSV, and as a workbook. */
  const exists = async (
    actor: UserPrincipal,
    submissionUuid: string,
    mode: SubmissionMode,
    language: Language,
  ) => {
    const named = await withSubmission(options, actor, submissionUuid, { mode }, async (_, found) => found)
    if (named.failures_file_key === null) return { exists: false, size: null, madeAt: null, workbook: null }
    const { row, view, kind } = await open(actor, submissionUuid, mode)
    const [all] = (await keptOf(kind)).filter(({ field }) => field === '')
    const madeAt = await withScope(db, { scope: 'all' }, tx => failuresMade(tx, row.id))
    const stored = await store.stat(keptKey(named.failures_file_key, view))
    return {
      exists: true,
      size: stored?.size ?? null,
      madeAt: madeAt?.toISOString() ?? null,
      workbook: all ? statusOf(language, all) : null,
    }
  }
  route(app, allFailuresExist, ({ actor, query, language }) =>
    exists(actor, query.submissionUuid, 'live', language),
  )
  route(app, allOvtFailuresExist, ({ actor, query, language }) =>
    exists(actor, query.submissionUuid, 'ovt', language),
  )

  const make = async (
    actor: UserPrincipal,
    request: WorkbookRequest,
    mode: SubmissionMode,
    language: Language,
  ) => {
    const { row, choice } = await choose(actor, request, mode)
    const kept = await audited(actor, row, 'WORKBOOK_REQUESTED', choice, async (tx, at) => {
      const { workbook, isStarted } = await requestWorkbook(tx, { queue, instId: row.inst_id, at }, choice)
      return { result: workbook, isAudited: isStarted }
    })
    return statusOf(language, kept)
  }
  route(app, wire.makeWorkbook, ({ actor, body, language }) => make(actor, body, 'live', language))
  route(app, wire.makeOvtWorkbook, ({ actor, body, language }) => make(actor, body, 'ovt', language))

  const download = async (
    actor: UserPrincipal,
    request: WorkbookRequest,
    mode: SubmissionMode,
  ): Promise<{ url: string }> => {
    const { row, choice } = await choose(actor, request, mode)
    await audited(actor, row, 'WORKBOOK_DOWNLOADED', choice, async tx => {
      const kept = await findWorkbook(tx, choice)
      if (!kept || !isWorkbookReady(kept.state))
        throw new ProblemError(problem('not-found', message('problems', 'noFile')))
      return { result: undefined, isAudited: true }
    })
    const of = ['QualityRuleFailures', row.collection_reference, row.inst_id, row.id].join('.')
    const fileName = choice.field === '' ? `${of}.xlsx` : `${of}.${choice.field}.zip`
    const key = workbookKey(row.inst_id, choice)
    return {
      url: await store.signedDownload(key, {
        fileName,
        seconds: valid.downloadSeconds,
        userId: actor.userId,
      }),
    }
  }
  route(app, wire.downloadWorkbook, ({ actor, body }) => download(actor, body, 'live'))
  route(app, wire.downloadOvtWorkbook, ({ actor, body }) => download(actor, body, 'ovt'))
}
