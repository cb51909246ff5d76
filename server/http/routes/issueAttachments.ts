import { randomUUID } from 'node:crypto'
import { addHours } from 'date-fns/addHours'
import type { FastifyInstance } from 'fastify'
import { attachmentCountRefusal, attachmentRefusal } from '../../../src/domain/issueAttachments.ts'
import { limits } from '../../../src/domain/limits.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import * as wire from '../../../src/domain/wire/issues.ts'
import { message } from '../../../src/messages/message.ts'
import { scopeOf, withScope } from '../../database/scope.ts'
import {
  type Attached,
  announceAttachment,
  announcedAttachments,
  attachmentOf,
  findIssue,
} from '../../issues/index.ts'
import { valid } from '../../limits.ts'
import { objectKey } from '../../storage/index.ts'
import { route } from '../route.ts'
import { type IssueContext, type IssueRouteOptions, notFound, readIssue } from './issues.ts'
import { uuidForm } from './submissionAccess.ts'

/** Seals the named files, so that no post can replace them. Throws a conflict if one has not arrived. */
const arrived = async (
  { db, store }: IssueRouteOptions,
  { actor, params }: IssueContext,
  ids: readonly string[] = [],
): Promise<Attached[]> => {
  if (ids.length === 0) return []
  const wanted = new Set(ids)
  const announced = await withScope(db, scopeOf(actor), tx =>
    announcedAttachments(tx, params.id, actor.userId, wanted),
  )
  const sealed = await Promise.all(
    announced.map(async ({ id, instId }) => {
      const object = await store.seal(objectKey(instId, params.id, `attachment.${id}`), { isPosted: true })
      return object && { id, fileSize: object.size, objectKey: object.key }
    }),
  )
  const found = sealed.flatMap(one => one ?? [])
  if (found.length < wanted.size)
    throw new ProblemError(problem('conflict', message('problems', 'attachmentMissing')))
  return found
}

/** The sealed files that a comment names. Checks first that the actor sees the issue, so a stranger causes no work in the store. */
export const attachmentsOf = async (
  options: IssueRouteOptions,
  request: IssueContext,
  ids: readonly string[] | undefined,
): Promise<Attached[]> => {
  if (ids === undefined || ids.length === 0) return []
  const tooMany = attachmentCountRefusal(ids.length)
  if (tooMany) throw new ProblemError(problem('invalid', tooMany))
  await readIssue(options.db, request.actor, request.params.id)
  return arrived(options, request, ids)
}

/** The calls that add a file to an issue and give it out. */
export const issueAttachmentRoutes = (app: FastifyInstance, options: IssueRouteOptions): void => {
  const { db, clock, store, issues } = options

  route(app, wire.attachToIssue, async ({ actor, params, body }) => {
    if (!uuidForm.test(params.id)) throw notFound('noIssue')
    const refusal = await issues.whyNot(params.id, { type: 'COMMENT', actor, awaits: undefined })
    if (refusal) throw new ProblemError(refusal)
    const unfit = attachmentRefusal(body)
    if (unfit) throw new ProblemError(problem('invalid', unfit, [{ field: 'body.fileSize', message: unfit }]))
    const id = randomUUID()
    const instId = await withScope(db, { scope: 'all' }, async tx => {
      const issue = await findIssue(tx, params.id)
      if (!issue) throw notFound('noIssue')
      const { instId: of } = issue
      await announceAttachment(tx, issue.id, {
        id,
        instId: of,
        fileName: body.fileName,
        uploaderId: actor.userId,
        at: clock.now(),
      })
      return of
    })
    const post = await store.signedPost(objectKey(instId, params.id, `attachment.${id}`), {
      maxBytes: limits.issueAttachmentBytes,
      exactBytes: body.fileSize,
      sha256: body.fileHash,
      expires: addHours(clock.now(), 1),
    })
    return { attachmentId: id, ...post }
  })

  route(app, wire.downloadAttachment, async ({ actor, params }) => {
    await readIssue(db, actor, params.id)
    const file = await withScope(db, scopeOf(actor), tx => attachmentOf(tx, params.id, params.attachmentId))
    if (!file) throw notFound('noAttachment')
    const { fileName } = file
    return {
      url: await store.signedDownload(file.objectKey, {
        fileName,
        seconds: valid.downloadSeconds,
        userId: actor.userId,
      }),
    }
  })
}
