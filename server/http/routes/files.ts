import { addSeconds } from 'date-fns/addSeconds'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { bytes } from '../../../src/domain/bytes.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { type Problem, ProblemError, problem } from '../../../src/domain/problem.ts'
import type { SubmissionMode } from '../../../src/domain/status.ts'
import {
  isApproved,
  isAwaitingApproval,
  type StatusName,
  statusById,
  statusIdsWhere,
} from '../../../src/domain/status.ts'
import type { BodyOf } from '../../../src/domain/wire/call.ts'
import * as wire from '../../../src/domain/wire/files.ts'
import { type Message, message } from '../../../src/messages/message.ts'
import { logDownload } from '../../database/queries/activity.ts'
import { type SubmissionRow, submissionByHash } from '../../database/queries/submissions.ts'
import type { Database } from '../../database/schema.ts'
import { scopeOf, withScope } from '../../database/scope.ts'
import { besideAttachments } from '../../issues/index.ts'
import type { Lifecycle } from '../../lifecycle/index.ts'
import { type AnalysisReader, failuresFile, type SpecificationStore } from '../../pipeline/index.ts'
import {
  downloadRoute,
  downloadSeconds,
  isFolder,
  isServed,
  type ObjectStore,
  objectKey,
  storeAddress,
  uploadRoute,
} from '../../storage/index.ts'
import { uploadListener } from '../../storage/uploadListener.ts'
import { route } from '../route.ts'
import { refuseWhileProcessing } from './quality.ts'
import { recordViewOf, rulesetOf } from './recordView.ts'
import { noSubmission, withSubmission } from './submissionAccess.ts'

export interface FileRouteOptions {
  db: Kysely<Database>
  clock: { now: () => Date }
  lifecycle: Lifecycle
  store: ObjectStore
  reader: AnalysisReader
  specifications: SpecificationStore
  uploadMaxBytes: number
  uploadExpiresSeconds: number
}

type UploadBody = BodyOf<typeof wire.requestUpload>

const refuse = (value: Problem): ProblemError => new ProblemError(value)
const noFile = (): ProblemError => refuse(problem('not-found', message('problems', 'noFile')))
const invalid = (field: string, reason: Message): ProblemError =>
  refuse(problem('invalid', reason, [{ field: `body.${field}`, message: reason }]))

/** What is wrong with a file before a byte of it is sent (specification 2 §5; decisions §7). */
const checkFile = ({ fileName, fileSize }: UploadBody, maxBytes: number): void => {
  if (!/\.xml$/i.test(fileName)) throw invalid('fileName', message('problems', 'onlyXml'))
  if (fileSize === 0) throw invalid('fileSize', message('problems', 'fileEmpty'))
  if (fileSize !== undefined && fileSize > maxBytes)
    throw refuse(
      problem('too-large', message('problems', 'fileTooLarge', { limit: bytes(maxBytes) }), [
        { field: 'body.fileSize', message: message('server', 'field.tooLarge') },
      ]),
    )
}

/** Statuses whose submission has a sign-off form: approved, and everything after. */
const formStatuses = statusIdsWhere(({ name }) => isApproved(name))

/** When the submission last came to statuses of this kind: from one to another of them it is still the same coming. */
const actionedAt = (row: SubmissionRow, isKind: (name: StatusName) => boolean): string | null => {
  const isOfKind = row.history.map(({ status_id }) => isKind(statusById(status_id)?.name ?? 'UNKNOWN'))
  const came = isOfKind.findLastIndex((is, at) => is && !isOfKind[at - 1])
  return row.history[came]?.actioned ?? null
}

/** The calls about files (specification 2 §7.1), each for live submissions and for online validation. */
export const fileRoutes = async (app: FastifyInstance, options: FileRouteOptions): Promise<void> => {
  const { db, clock, lifecycle, store, reader, specifications, uploadMaxBytes, uploadExpiresSeconds } =
    options

  if (isFolder(store))
    await app.register(uploadRoute({ store, clock, listener: besideAttachments(uploadListener(options)) }), {
      prefix: storeAddress,
    })
  if (isServed(store)) await app.register(downloadRoute({ store, clock }), { prefix: storeAddress })

  const startUpload = async (actor: UserPrincipal, body: UploadBody, mode: SubmissionMode) => {
    checkFile(body, uploadMaxBytes)
    const key = objectKey(body.instId, body.submissionUuid, 'file.xml')
    const wanted = {
      submissionId: body.submissionUuid,
      collectionId: body.collectionId,
      instId: body.instId,
      mode,
      fileName: body.fileName,
      objectKey: key,
      expires: addSeconds(clock.now(), uploadExpiresSeconds),
      actor,
    }
    const decided = await lifecycle.requestUpload(wanted)
    if (!decided.ok) throw refuse(decided.problem)
    return store.signedPost(key, {
      maxBytes: uploadMaxBytes,
      expires: decided.submission.uploadExpires ?? wanted.expires,
      ...(body.fileSize === undefined ? {} : { exactBytes: body.fileSize }),
    })
  }
  route(app, wire.requestUpload, ({ actor, body }) => startUpload(actor, body, 'live'))
  route(app, wire.requestOvtUpload, ({ actor, body }) => startUpload(actor, body, 'ovt'))

  const cancel = async (actor: UserPrincipal, body: UploadBody, mode: SubmissionMode): Promise<undefined> => {
    const row = await withSubmission(
      options,
      actor,
      body.submissionUuid,
      { instId: body.instId, mode },
      async (_, found) => found,
    )
    if (row.collection_id !== body.collectionId) throw noSubmission()
    const reason = message('server', 'upload.cancelled')
    const decided = await lifecycle.decide(
      row.id,
      { type: 'UPLOAD_CANCELLED', actor },
      { change: { failureReason: reason } },
    )
    if (!decided.ok) throw refuse(decided.problem)
  }
  route(app, wire.cancelUpload, ({ actor, body }) => cancel(actor, body, 'live'))
  route(app, wire.cancelOvtUpload, ({ actor, body }) => cancel(actor, body, 'ovt'))

  const addressOf = (key: string, fileName: string): Promise<string> =>
    store.signedDownload(key, { fileName, seconds: downloadSeconds })

  const download = async (
    actor: UserPrincipal,
    key: string,
    mode: SubmissionMode,
  ): Promise<{ data: string }> => {
    const [instId = '', submissionId = '', ...rest] = key.split('/')
    const row = await withSubmission(options, actor, submissionId, { instId, mode }, async (tx, found) => {
      if (found.file_name !== rest.join('/')) throw noFile()
      if (!found.has_stored_file || found.object_key === null)
        throw refuse(problem('gone', message('problems', 'contentGone')))
      await logDownload(tx, found, actor, clock.now())
      return { fileName: found.file_name, objectKey: found.object_key }
    })
    return { data: await addressOf(row.objectKey, row.fileName) }
  }
  route(app, wire.requestDownload, ({ actor, body }) => download(actor, body.key, 'live'))
  route(app, wire.requestOvtDownload, ({ actor, body }) => download(actor, body.key, 'ovt'))

  /** The file with every failing record as this reader gets it: made of the analysis the first time it is asked for. */
  const failuresKeyFor = async (actor: UserPrincipal, row: SubmissionRow, whole: string): Promise<string> => {
    const view = recordViewOf(actor, await rulesetOf(specifications, row), 'csv', 'en')
    if (view.suffix === '') return whole
    const key = whole.replace(/\.zip$/, `${view.suffix}.zip`)
    if (await store.stat(key)) return key
    refuseWhileProcessing(row)
    const of = { collectionReference: row.collection_reference, instId: row.inst_id }
    await reader.read(row.id, ['failures'], source =>
      store.put(key, failuresFile(source, of, view.ruleCodes, view)),
    )
    return key
  }

  const failures = async (
    actor: UserPrincipal,
    submissionUuid: string,
    mode: SubmissionMode,
  ): Promise<{ url: string }> => {
    const row = await withSubmission(options, actor, submissionUuid, { mode }, async (_, found) => found)
    if (row.failures_file_key === null) throw noFile()
    const key = await failuresKeyFor(actor, row, row.failures_file_key)
    const fileName = `QualityRuleFailures.${row.collection_reference}.${row.inst_id}.${row.id}.zip`
    return { url: await addressOf(key, fileName) }
  }
  route(app, wire.downloadAllFailures, ({ actor, body }) => failures(actor, body.submissionUuid, 'live'))
  route(app, wire.downloadAllOvtFailures, ({ actor, body }) => failures(actor, body.submissionUuid, 'ovt'))

  const exists = (
    actor: UserPrincipal,
    submissionUuid: string,
    mode: SubmissionMode,
  ): Promise<{ exists: boolean }> =>
    withSubmission(options, actor, submissionUuid, { mode }, async (_, row) => ({
      exists: row.failures_file_key !== null,
    }))
  route(app, wire.allFailuresExist, ({ actor, query }) => exists(actor, query.submissionUuid, 'live'))
  route(app, wire.allOvtFailuresExist, ({ actor, query }) => exists(actor, query.submissionUuid, 'ovt'))

  const errorLog = async (
    actor: UserPrincipal,
    submissionUuid: string,
    mode: SubmissionMode,
  ): Promise<{ url: string }> => {
    const row = await withSubmission(options, actor, submissionUuid, { mode }, async (_, found) => found)
    if (row.error_file_key === null) throw noFile()
    return { url: await addressOf(row.error_file_key, `ErrorLog.${row.id}.txt`) }
  }
  route(app, wire.downloadGracefulFailures, ({ actor, body }) => errorLog(actor, body.submissionUuid, 'live'))
  route(app, wire.downloadOvtGracefulFailures, ({ actor, body }) =>
    errorLog(actor, body.submissionUuid, 'ovt'),
  )

  route(app, wire.requestSignOffForm, async ({ actor, params, language }) => {
    const row = await withScope(db, scopeOf(actor), tx => submissionByHash(tx, params.id, formStatuses))
    if (!row || row.file_hash === null) throw noFile()
    const form = {
      providerName: row.provider_name,
      instId: row.inst_id,
      ukprn: row.ukprn,
      collectionName: row.collection_name,
      collectionReference: row.collection_reference,
      fileName: row.file_name,
      fileHash: row.file_hash,
      submittedAt: actionedAt(row, isAwaitingApproval),
      approvedAt: actionedAt(row, name => name === 'APPROVED'),
      studentCount: row.student_count,
      made: clock.now(),
    }
    const { signOffForm } = await import('../forms/signOffForm.ts')
    const key = objectKey(row.inst_id, row.id, 'sign-off-form.pdf')
    await store.put(key, signOffForm(form, language))
    return { data: await addressOf(key, `SignOff.${row.collection_reference}.${row.inst_id}.pdf`) }
  })
}
