import { randomUUID } from 'node:crypto'
import { addHours } from 'date-fns/addHours'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { attachmentCountRefusal, attachmentRefusal } from '../../../src/domain/issueAttachments.ts'
import { limits } from '../../../src/domain/limits.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import * as wire from '../../../src/domain/wire/issues.ts'
import { message } from '../../../src/messages/message.ts'
import { lastExplanationOf } from '../../database/queries/issues.ts'
import type { Database } from '../../database/schema.ts'
import { scopeOf, withScope } from '../../database/scope.ts'
import { granted } from '../../decisions/decider.ts'
import type { SignIns } from '../../identity/signIns.ts'
import {
  announceExplanationFile,
  explanationFilesOf,
  forgetExplanationFiles,
  type Issues,
  type SharedFile,
} from '../../issues/index.ts'
import { type ObjectStore, objectKey } from '../../storage/index.ts'
import { route } from '../route.ts'
import { colleagueOf } from './colleagues.ts'
import { lastExplanationWire } from './issueWire.ts'
import { ruleOfIssue } from './ruleOfIssue.ts'
import { withSubmission } from './submissionAccess.ts'

const live = { mode: 'live' } as const

/** The calls with which several rules of a quality report are explained at once (specification 2 §4.6). */
export const explanationRoutes = (
  app: FastifyInstance,
  options: {
    db: Kysely<Database>
    clock: { now: () => Date }
    store: ObjectStore
    issues: Pick<Issues, 'explainRules'>
    signIns: Pick<SignIns, 'peopleOf'>
  },
): void => {
  const { db, clock, store, issues, signIns } = options

  route(app, wire.attachToExplanation, async ({ actor, params, body }) => {
    const unfit = attachmentRefusal(body)
    const id = randomUUID()
    const place = await withSubmission(options, actor, params.uuid, live, async (tx, row) => {
      if (unfit)
        throw new ProblemError(problem('invalid', unfit, [{ field: 'body.fileSize', message: unfit }]))
      await announceExplanationFile(tx, row.id, {
        id,
        instId: row.inst_id,
        fileName: body.fileName,
        uploaderId: actor.userId,
        at: clock.now(),
      })
      return objectKey(row.inst_id, row.id, `attachment.${id}`)
    })
    const post = await store.signedPost(place, {
      maxBytes: limits.issueAttachmentBytes,
      exactBytes: body.fileSize,
      sha256: body.fileHash,
      expires: addHours(clock.now(), 1),
    })
    return { attachmentId: id, ...post }
  })

  /** The files that are named, taken out of the reach of their posts; refused where one has not arrived. */
  const arrived = async (
    actor: UserPrincipal,
    of: { raisedFrom: string; instId: string },
    ids: ReadonlySet<string>,
  ): Promise<SharedFile[]> => {
    if (ids.size === 0) return []
    const tooMany = attachmentCountRefusal(ids.size)
    if (tooMany) throw new ProblemError(problem('invalid', tooMany))
    const announced = await withScope(db, scopeOf(actor), tx =>
      explanationFilesOf(tx, of.raisedFrom, actor.userId, ids),
    )
    const files = await Promise.all(
      announced.map(async ({ id, fileName }) => {
        const object = await store.seal(objectKey(of.instId, of.raisedFrom, `attachment.${id}`), {
          isPosted: true,
        })
        return object && { fileName, fileSize: object.size, objectKey: object.key }
      }),
    )
    const found = files.flatMap(file => file ?? [])
    if (found.length < ids.size)
      throw new ProblemError(problem('conflict', message('problems', 'attachmentMissing')))
    return found
  }

  route(app, wire.getLastExplanation, async ({ actor, params, query }) =>
    withSubmission(options, actor, params.uuid, live, async (tx, row) => {
      const { code, regulatorCode } = await ruleOfIssue(tx, actor, row.id, query)
      const of = { ...row, subject: 'rule', code, regulator_code: regulatorCode } as const
      return { lastExplanation: lastExplanationWire(await lastExplanationOf(tx, of)) }
    }),
  )

  route(app, wire.explainRules, async ({ actor, params, body }) => {
    const { of, rules } = await withSubmission(options, actor, params.uuid, live, async (tx, row) => {
      const found = []
      for (const named of body.rules) found.push(await ruleOfIssue(tx, actor, row.id, named))
      return {
        of: { collectionId: row.collection_id, instId: row.inst_id, raisedFrom: row.id },
        rules: found,
      }
    })
    const assignee =
      body.userId === undefined ? undefined : await colleagueOf(signIns, of.instId, body.userId)
    const ids = new Set(body.attachments)
    const files = await arrived(actor, of, ids)
    const { count } = await granted(
      issues.explainRules(of, rules, { text: body.text, files, assignee }, actor, tx =>
        forgetExplanationFiles(tx, ids),
      ),
    )
    return { explained: count }
  })
}
