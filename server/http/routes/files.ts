import type { FastifyInstance } from 'fastify'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { type Problem, ProblemError, problem } from '../../../src/domain/problem.ts'
import type { SubmissionMode } from '../../../src/domain/status.ts'
import { isApproved, statusIdsWhere } from '../../../src/domain/status.ts'
import * as wire from '../../../src/domain/wire/files.ts'
import { message } from '../../../src/messages/message.ts'
import { logDownload } from '../../database/queries/activity.ts'
import { type SubmissionRow, submissionByHash } from '../../database/queries/submissions.ts'
import { scopeOf, setScope, withScope } from '../../database/scope.ts'
import { recordAudit } from '../../decisions/records.ts'
import { valid } from '../../limits.ts'
import { failuresFile, type Readings, type SpecificationStore } from '../../pipeline/index.ts'
import { downloadRoute, isServed, objectKey, storeAddress } from '../../storage/index.ts'
import { signOffFormOf } from '../forms/signOffFormOf.ts'
import { type RouteContext, route } from '../route.ts'
import { refuseWhileProcessing } from './quality.ts'
import { keptKey, recordViewOf, rulesetOf } from './recordView.ts'
import { withSubmission } from './submissionAccess.ts'
import { type UploadRouteOptions, uploadRoutes } from './uploads.ts'

export interface FileRouteOptions extends UploadRouteOptions {
  reader: Readings
  specifications: SpecificationStore
}

/** Who takes a file out. */
type Taker = Pick<RouteContext<typeof wire.requestDownload>, 'actor' | 'noteDownload'>

const refuse = (value: Problem): ProblemError => new ProblemError(value)
const noFile = (): ProblemError => refuse(problem('not-found', message('problems', 'noFile')))
/** Statuses whose submission has a sign-off form: approved, and everything after. */
const formStatuses = statusIdsWhere(({ name }) => isApproved(name))

/** The calls about files (specification 2 §7.1), each for live submissions and for online validation. */
export const fileRoutes = async (app: FastifyInstance, options: FileRouteOptions): Promise<void> => {
  const { db, clock, store, reader, specifications } = options

  await uploadRoutes(app, options)
  if (isServed(store)) await app.register(downloadRoute({ store, clock }), { prefix: storeAddress })

  const addressOf = ({ userId }: UserPrincipal, key: string, fileName: string): Promise<string> =>
    store.signedDownload(key, { fileName, seconds: valid.downloadSeconds, userId })

  const download = async (
    { actor, noteDownload }: Taker,
    key: string,
    mode: SubmissionMode,
  ): Promise<{ data: string }> => {
    const [instId = '', submissionId = '', ...rest] = key.split('/')
    const row = await withSubmission(options, actor, submissionId, { instId, mode }, async (tx, found) => {
      if (found.file_name !== rest.join('/')) throw noFile()
      if (!found.has_stored_file || found.object_key === null)
        throw refuse(problem('gone', message('problems', 'contentGone')))
      await logDownload(tx, found, actor, clock.now())
      const { id, inst_id } = found
      return { id, inst_id, fileName: found.file_name, objectKey: found.object_key }
    })
    await noteDownload(actor, row)
    return { data: await addressOf(actor, row.objectKey, row.fileName) }
  }
  route(app, wire.requestDownload, context => download(context, context.body.key, 'live'))
  route(app, wire.requestOvtDownload, context => download(context, context.body.key, 'ovt'))

  /** The file with every failing record as this reader gets it: made of the analysis the first time it is asked for. */
  const failuresKeyFor = async (actor: UserPrincipal, row: SubmissionRow, whole: string): Promise<string> => {
    const view = recordViewOf(actor, await rulesetOf(specifications, row), 'csv', 'en')
    if (view.suffix === '') return whole
    const key = keptKey(whole, view)
    if (await store.stat(key)) return key
    refuseWhileProcessing(row)
    const of = { collectionReference: row.collection_reference, instId: row.inst_id }
    await reader
      .for(actor)
      .read(row.id, ['failures'], source => store.put(key, failuresFile(source, of, view.ruleCodes, view)))
    return key
  }

  const failures = async (
    { actor, noteDownload }: Taker,
    submissionUuid: string,
    mode: SubmissionMode,
  ): Promise<{ url: string }> => {
    const row = await withSubmission(options, actor, submissionUuid, { mode }, async (_, found) => found)
    if (row.failures_file_key === null) throw noFile()
    const key = await failuresKeyFor(actor, row, row.failures_file_key)
    await noteDownload(actor, row)
    const fileName = `QualityRuleFailures.${row.collection_reference}.${row.inst_id}.${row.id}.zip`
    return { url: await addressOf(actor, key, fileName) }
  }
  route(app, wire.downloadAllFailures, context => failures(context, context.body.submissionUuid, 'live'))
  route(app, wire.downloadAllOvtFailures, context => failures(context, context.body.submissionUuid, 'ovt'))

  route(app, wire.downloadDeliverySet, async ({ actor, body }) => {
    const of = { mode: 'live' } as const
    const row = await withSubmission(options, actor, body.submissionUuid, of, async (tx, found) => {
      if (found.tsv_delivery_location === null) throw noFile()
      const event = 'DELIVERY_SET_DOWNLOADED'
      await setScope(tx, { scope: 'all' })
      await recordAudit(tx, { actor, instId: found.inst_id, event, subject: found.id, at: clock.now() })
      return found
    })
    const fileName = `Delivery.${row.collection_reference}.${row.inst_id}.${row.id}.zip`
    return { url: await addressOf(actor, row.tsv_delivery_location ?? '', fileName) }
  })

  const errorLog = async (
    actor: UserPrincipal,
    submissionUuid: string,
    mode: SubmissionMode,
  ): Promise<{ url: string }> => {
    const row = await withSubmission(options, actor, submissionUuid, { mode }, async (_, found) => found)
    if (row.error_file_key === null) throw noFile()
    return { url: await addressOf(actor, row.error_file_key, `ErrorLog.${row.id}.txt`) }
  }
  route(app, wire.downloadGracefulFailures, ({ actor, body }) => errorLog(actor, body.submissionUuid, 'live'))
  route(app, wire.downloadOvtGracefulFailures, ({ actor, body }) =>
    errorLog(actor, body.submissionUuid, 'ovt'),
  )

  route(app, wire.requestSignOffForm, async ({ actor, params, language }) => {
    const row = await withScope(db, scopeOf(actor), tx => submissionByHash(tx, params.id, formStatuses))
    if (!row || row.file_hash === null) throw noFile()
    const form = signOffFormOf(row, clock.now())
    const { signOffForm } = await import('../forms/signOffForm.ts')
    const key = objectKey(row.inst_id, row.id, 'sign-off-form.pdf')
    await store.put(key, signOffForm(form, language))
    return { data: await addressOf(actor, key, `SignOff.${row.collection_reference}.${row.inst_id}.pdf`) }
  })
}
