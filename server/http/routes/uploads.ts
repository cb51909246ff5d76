import { addSeconds } from 'date-fns/addSeconds'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { announcedFileRefusal, type FileRefusal, fileRefusalMessage } from '../../../src/domain/chosenFile.ts'
import { limits } from '../../../src/domain/limits.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import type { SubmissionMode } from '../../../src/domain/status.ts'
import { uploadingId } from '../../../src/domain/status.ts'
import type { BodyOf } from '../../../src/domain/wire/call.ts'
import * as wire from '../../../src/domain/wire/files.ts'
import { message } from '../../../src/messages/message.ts'
import type { SubmissionRow } from '../../database/queries/submissions.ts'
import type { Database } from '../../database/schema.ts'
import { granted } from '../../decisions/decider.ts'
import type { Disk } from '../../disk.ts'
import { besideAttachments } from '../../issues/index.ts'
import type { Lifecycle } from '../../lifecycle/index.ts'
import { publicPath } from '../../publicPath.ts'
import { noRoom } from '../../storage/acceptance.ts'
import {
  isFolder,
  isServed,
  type ObjectStore,
  objectKey,
  storeAddress,
  uploadRoute,
} from '../../storage/index.ts'
import { partRoute } from '../../storage/partRoute.ts'
import { createPartUploads } from '../../storage/partUploads.ts'
import { signPartPolicy } from '../../storage/postPolicy.ts'
import { uploadListener } from '../../storage/uploadListener.ts'
import { route } from '../route.ts'
import { noSubmission, withSubmission } from './submissionAccess.ts'

export interface UploadRouteOptions {
  db: Kysely<Database>
  clock: { now: () => Date }
  lifecycle: Lifecycle
  store: ObjectStore
  disk: Pick<Disk, 'hasRoomFor' | 'setAside'>
  uploadMaxBytes: number
  uploadAtOnceBytes: number
  uploadExpiresSeconds: number
  uploadPartsExpireSeconds: number
}

type UploadBody = BodyOf<typeof wire.requestUpload>
type PartUploadBody = BodyOf<typeof wire.requestPartUpload>

/** A file that is refused before a byte of it is sent, as a problem of the field that says so. */
const refusedFile = (refusal: FileRefusal): ProblemError => {
  const reason = fileRefusalMessage(refusal)
  return new ProblemError(
    refusal.kind === 'tooLarge'
      ? problem('too-large', reason, [
          { field: 'body.fileSize', message: message('server', 'field.tooLarge') },
        ])
      : problem('invalid', reason, [
          { field: refusal.kind === 'empty' ? 'body.fileSize' : 'body.fileName', message: reason },
        ]),
  )
}

/**
 * How a file gets to the store (specification 2 §7.1): by one signed post, or in parts; each call for live submissions and
 * for online validation.
 */
export const uploadRoutes = async (app: FastifyInstance, options: UploadRouteOptions): Promise<void> => {
  const { db, clock, lifecycle, store, disk, uploadMaxBytes } = options
  const listener = besideAttachments(uploadListener(options))

  if (isFolder(store))
    await app.register(uploadRoute({ store, clock, listener, disk }), { prefix: storeAddress })

  const begin = async (
    actor: UserPrincipal,
    body: UploadBody,
    mode: SubmissionMode,
    expiresSeconds: number,
    { bytesOnDisk = body.fileSize ?? 0, begun }: { bytesOnDisk?: number; begun?: number | undefined } = {},
  ) => {
    const file = { name: body.fileName, size: body.fileSize }
    const refusal = announcedFileRefusal(file, { maxBytes: uploadMaxBytes, begun })
    if (refusal) throw refusedFile(refusal)
    if (!(await disk.hasRoomFor(bytesOnDisk))) throw new ProblemError(noRoom)
    const key = objectKey(body.instId, body.submissionUuid, 'file.xml')
    const uploadRequest = {
      submissionId: body.submissionUuid,
      collectionId: body.collectionId,
      instId: body.instId,
      mode,
      fileName: body.fileName,
      objectKey: key,
      expires: addSeconds(clock.now(), expiresSeconds),
      actor,
    }
    const { submission } = await granted(lifecycle.requestUpload(uploadRequest))
    return { key, expires: submission.uploadExpires ?? uploadRequest.expires }
  }

  const startUpload = async (actor: UserPrincipal, body: UploadBody, mode: SubmissionMode) => {
    const { key, expires } = await begin(actor, body, mode, options.uploadExpiresSeconds)
    return store.signedPost(key, {
      maxBytes: uploadMaxBytes,
      expires,
      exactBytes: body.fileSize,
      sha256: body.fileHash,
    })
  }
  route(app, wire.requestUpload, ({ actor, body }) => startUpload(actor, body, 'live'))
  route(app, wire.requestOvtUpload, ({ actor, body }) => startUpload(actor, body, 'ovt'))

  /** The submission that a call about an upload names. */
  const named = (
    actor: UserPrincipal,
    body: Pick<UploadBody, 'submissionUuid' | 'instId'> & { collectionId?: string },
    mode: SubmissionMode,
  ): Promise<SubmissionRow> =>
    withSubmission(options, actor, body.submissionUuid, { instId: body.instId, mode }, async (_, found) => {
      if (body.collectionId !== undefined && found.collection_id !== body.collectionId) throw noSubmission()
      return found
    })

  // Parts come by way of the server, whatever the store is: it alone can hash and encrypt them.
  if (!isServed(store)) throw new TypeError('Parts of files need a store whose objects the server encrypts.')
  const { secret } = store
  const partUploads = createPartUploads({ db, clock, store })
  await app.register(partRoute({ secret, clock, partUploads, disk }), { prefix: storeAddress })

  const cancel = async (actor: UserPrincipal, body: UploadBody, mode: SubmissionMode): Promise<undefined> => {
    const row = await named(actor, body, mode)
    const reason = message('server', 'upload.cancelled')
    await granted(
      lifecycle.decide(row.id, { type: 'UPLOAD_CANCELLED', actor }, { change: { failureReason: reason } }),
    )
    await partUploads.discard({ submissionId: row.id, instId: row.inst_id })
  }
  route(app, wire.cancelUpload, ({ actor, body }) => cancel(actor, body, 'live'))
  route(app, wire.cancelOvtUpload, ({ actor, body }) => cancel(actor, body, 'ovt'))

  const startParts = async (actor: UserPrincipal, body: PartUploadBody, mode: SubmissionMode) => {
    const { submissionUuid: submissionId, instId } = body
    // In a folder the parts lie beside the whole until that is put together; those that have arrived take no more.
    const known = await partUploads.find(submissionId)
    const ofParts = isFolder(store) ? body.fileSize - (known?.storedBytes ?? 0) : 0
    const { key, expires } = await begin(actor, body, mode, options.uploadPartsExpireSeconds, {
      bytesOnDisk: ofParts + body.fileSize,
      begun: known?.bytes,
    })
    const { bytes, partBytes, parts } = await partUploads.begin(
      { submissionId, instId },
      // No part is larger than what may come at once: who limits the one, as a proxy does, limits the other.
      { bytes: body.fileSize, partBytes: Math.min(limits.uploadPartBytes, options.uploadAtOnceBytes) },
    )
    return {
      url: `${publicPath(app.bedel.publicUrl)}${storeAddress}/part`,
      fields: signPartPolicy(secret, { key, expires: expires.toISOString(), bytes, partBytes }),
      partBytes,
      parts: [...parts],
    }
  }
  route(app, wire.requestPartUpload, ({ actor, body }) => startParts(actor, body, 'live'))
  route(app, wire.requestOvtPartUpload, ({ actor, body }) => startParts(actor, body, 'ovt'))

  const complete = async (
    actor: UserPrincipal,
    body: PartUploadBody,
    mode: SubmissionMode,
  ): Promise<undefined> => {
    const row = await named(actor, body, mode)
    // The answer to an earlier call may have been lost: it has removed the parts. Where they are there, a post came first.
    const isTogether = async ({ id, has_stored_file: isStored }: SubmissionRow) =>
      isStored && !(await partUploads.find(id))
    if (await isTogether(row)) return
    try {
      await partUploads.complete({ submissionId: row.id, instId: row.inst_id }, listener, disk)
    } catch (error) {
      // Another process may have put the file together meanwhile, and removed the parts under this one.
      if (!(await isTogether(await named(actor, body, mode)))) throw error
    }
  }
  route(app, wire.completePartUpload, ({ actor, body }) => complete(actor, body, 'live'))
  route(app, wire.completeOvtPartUpload, ({ actor, body }) => complete(actor, body, 'ovt'))

  const unfinished = async (
    actor: UserPrincipal,
    query: { submissionUuid: string; instId: string },
    mode: SubmissionMode,
  ) => {
    const row = await named(actor, query, mode)
    const found = row.status_id === uploadingId ? await partUploads.find(row.id) : undefined
    if (!found) return { upload: null }
    return {
      upload: {
        fileName: row.file_name,
        fileSize: found.bytes,
        storedBytes: found.storedBytes,
        lastStored: found.lastStored?.toISOString() ?? null,
        expires: found.expires.toISOString(),
      },
    }
  }
  route(app, wire.getUnfinishedUpload, ({ actor, query }) => unfinished(actor, query, 'live'))
  route(app, wire.getUnfinishedOvtUpload, ({ actor, query }) => unfinished(actor, query, 'ovt'))
}
