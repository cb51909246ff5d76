import { randomUUID } from 'node:crypto'
import { addHours } from 'date-fns/addHours'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { statesWithAnswers } from '../../../src/domain/collection.ts'
import { issueStatusesAwaiting, issueStatusesIn } from '../../../src/domain/issue.ts'
import { attachmentCountRefusal, attachmentRefusal } from '../../../src/domain/issueAttachments.ts'
import { defaultPageSize, limits } from '../../../src/domain/limits.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { onlyNaming } from '../../../src/domain/privacy.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import * as decisions from '../../../src/domain/wire/issueDecisions.ts'
import { listIssues } from '../../../src/domain/wire/issueList.ts'
import * as wire from '../../../src/domain/wire/issues.ts'
import type { IssueUserEvent } from '../../../src/machines/issue/index.ts'
import { message } from '../../../src/messages/message.ts'
import type { Language } from '../../../src/messages/messages.ts'
import {
  eventsOfIssue,
  figuresOfReport,
  figuresOfRule,
  issueById,
  issuesOf,
  lastExplanationOf,
} from '../../database/queries/issues.ts'
import { reportOf } from '../../database/queries/results.ts'
import type { Database } from '../../database/schema.ts'
import { scopeOf, setScope, withScope } from '../../database/scope.ts'
import { granted } from '../../decisions/decider.ts'
import type { SignIns } from '../../identity/signIns.ts'
import {
  type Attached,
  announceAttachment,
  announcedAttachments,
  attachmentOf,
  type DecidedIssue,
  factsOfIssue,
  findIssue,
  type Issues,
  type IssueWords,
  type Raising,
  requestedTolerance,
  seesIssue,
} from '../../issues/index.ts'
import { downloadSeconds, type ObjectStore, objectKey } from '../../storage/index.ts'
import { route } from '../route.ts'
import { colleagueOf, colleaguesOf } from './colleagues.ts'
import { issueRowWire, issueWire } from './issueWire.ts'
import { ruleOfIssue } from './ruleOfIssue.ts'
import { noSubmission, uuidForm, withSubmission } from './submissionAccess.ts'

export interface IssueRouteOptions {
  db: Kysely<Database>
  clock: { now: () => Date }
  store: ObjectStore
  issues: Issues
  raising: Raising
  signIns: Pick<SignIns, 'peopleOf'>
}

/** Who asks, of which issue, and the language to answer in. */
interface IssueContext {
  actor: UserPrincipal
  params: { id: string }
  language: Language
}

const notFound = (code: 'noIssue' | 'noReport' | 'noAttachment'): ProblemError =>
  new ProblemError(problem('not-found', message('problems', code)))

/** The calls about issues (specification 2 §7.2, decisions §11). What may be done is the chart's to say. */
export const issueRoutes = (app: FastifyInstance, options: IssueRouteOptions): void => {
  const { db, clock, store, issues, raising, signIns } = options

  /** An issue as this person reads it; not found where the scope, or a specialist regulator, sees none. */
  const read = (actor: UserPrincipal, id: string) =>
    withScope(db, scopeOf(actor), async tx => {
      const row = uuidForm.test(id) ? await issueById(tx, id) : undefined
      if (!row || !seesIssue(actor, { regulatorCode: row.regulator_code })) throw notFound('noIssue')
      const events = await eventsOfIssue(tx, id)
      const figures = row.subject === 'rule' ? await figuresOfRule(tx, row) : []
      const reportFigures = row.subject === 'report' ? await figuresOfReport(tx, row) : []
      const lastExplanation = await lastExplanationOf(tx, row)
      await setScope(tx, { scope: 'all' })
      const found = await findIssue(tx, id)
      if (!found) throw notFound('noIssue')
      return { row, events, figures, reportFigures, lastExplanation, facts: await factsOfIssue(tx, found) }
    })

  const answer = async (actor: UserPrincipal, decision: Promise<DecidedIssue>, language: Language) => {
    const { issue } = await granted(decision)
    return issueWire(actor, await read(actor, issue.id), language)
  }

  const decide = async (
    { actor, params, language }: IssueContext,
    event: IssueUserEvent,
    words: IssueWords = {},
  ) => {
    if (!uuidForm.test(params.id)) throw notFound('noIssue')
    return answer(actor, issues.decide(params.id, event, words), language)
  }

  /** The files that are named, taken out of the reach of their posts; refused where one has not arrived. */
  const arrived = async (
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

  route(app, wire.createIssue, async ({ actor, params, body, language }) => {
    const of = await withSubmission(options, actor, params.uuid, { mode: 'live' }, async (tx, row) => {
      const named = { collectionId: row.collection_id, instId: row.inst_id, raisedFrom: row.id }
      if (body.subject === 'report') {
        const report = await reportOf(tx, row.id, 'credibility', body.validationCode)
        if (!report || row.regulator_code !== body.regulatorCode || onlyNaming(actor))
          throw notFound('noReport')
        const { code, title: name } = report
        return { ...named, subject: body.subject, code, name, regulatorCode: body.regulatorCode }
      }
      return { ...named, subject: 'rule' as const, ...(await ruleOfIssue(tx, actor, row.id, body)) }
    })
    return answer(actor, issues.raise(of, actor), language)
  })

  route(app, wire.requestCredibility, async ({ actor, body }) => {
    const { submissionUuid, instId } = body
    await withSubmission(options, actor, submissionUuid, { instId, mode: 'live' }, async (_, row) => {
      if (row.collection_id !== body.collectionId) throw noSubmission()
    })
    const { raised } = await granted(raising.raiseCredibility(submissionUuid, actor))
    return { raised }
  })

  route(app, listIssues, async ({ actor, query, language }) => {
    const { limit = defaultPageSize, offset = 0, filter, rule, status, ...of } = query
    const awaited = filter === 'awaiting-me' ? issueStatusesAwaiting(actor.organisationType) : undefined
    const statuses = status === undefined ? awaited : issueStatusesIn(status)
    const found = await withScope(db, scopeOf(actor), tx =>
      issuesOf(
        tx,
        {
          ...of,
          search: rule?.trim(),
          statuses: awaited && statuses ? statuses.filter(one => awaited.includes(one)) : statuses,
          states: awaited && statesWithAnswers,
          raiserId: filter === 'mine' ? actor.userId : undefined,
          assigneeId: filter === 'assigned-to-me' ? actor.userId : undefined,
          regulatorCode: onlyNaming(actor),
        },
        { limit, offset },
      ),
    )
    return {
      issues: found.rows.map(row => issueRowWire(actor, row, language)),
      pagingMetadata: { totalResultsCount: found.total, limit, offset },
    }
  })

  route(app, wire.getIssue, async ({ actor, params, language }) =>
    issueWire(actor, await read(actor, params.id), language),
  )

  route(app, wire.retryIssue, request => decide(request, { type: 'RETRY', actor: request.actor }))

  route(app, wire.commentOnIssue, async request => {
    const { actor, body } = request
    const event: IssueUserEvent = { type: 'COMMENT', actor, awaits: body.awaits }
    return decide(request, event, { text: body.text, attachments: await filesOf(request, body.attachments) })
  })

  route(app, wire.explainIssue, async request => {
    const { actor, body } = request
    const attachments = await filesOf(request, body.attachments)
    return decide(request, { type: 'EXPLAIN', actor }, { text: body.text, attachments })
  })

  route(app, wire.listColleagues, async ({ actor }) => ({
    colleagues: await colleaguesOf(signIns, actor.organisationId),
  }))

  const assigneeOf = (actor: UserPrincipal, userId: string | null) =>
    userId === null ? undefined : colleagueOf(signIns, actor.organisationId, userId)

  route(app, wire.assignIssue, async request => {
    const { actor, params, body } = request
    const event: IssueUserEvent = { type: 'ASSIGN', actor, assigneeId: body.userId ?? undefined }
    if (!uuidForm.test(params.id)) throw notFound('noIssue')
    const refusal = await issues.whyNot(params.id, event)
    if (refusal) throw new ProblemError(refusal)
    const assignee = await assigneeOf(actor, body.userId)
    return decide(request, event, { assigneeName: assignee?.name })
  })

  route(app, wire.assignIssues, async ({ actor, body }) => {
    const assignee = await assigneeOf(actor, body.userId)
    const event: IssueUserEvent = { type: 'ASSIGN', actor, assigneeId: assignee?.userId }
    const { count } = await granted(issues.decideAll(body.issues, event, { assigneeName: assignee?.name }))
    return { assigned: count }
  })

  route(app, decisions.startWork, request => decide(request, { type: 'START_WORK', actor: request.actor }))

  route(app, wire.explainIssues, async ({ actor, body }) => {
    const { count } = await granted(
      issues.decideAll(body.issues, { type: 'EXPLAIN', actor }, { text: body.text }),
    )
    return { explained: count }
  })

  /** Of an issue that the actor does not see, nothing is asked of the store. */
  const filesOf = async (request: IssueContext, ids: readonly string[] | undefined): Promise<Attached[]> => {
    if (ids === undefined || ids.length === 0) return []
    const tooMany = attachmentCountRefusal(ids.length)
    if (tooMany) throw new ProblemError(problem('invalid', tooMany))
    await read(request.actor, request.params.id)
    return arrived(request, ids)
  }

  route(app, decisions.requestOverride, async request => {
    const { actor, params, body } = request
    const { figures } = await read(actor, params.id)
    const current = figures.find(({ is_latest }) => is_latest)?.result.tolerance
    return decide(
      request,
      { type: 'REQUEST_OVERRIDE', actor },
      {
        text: body.text,
        ...(current ? { wantedTolerance: requestedTolerance(current, body.tolerances) } : {}),
      },
    )
  })

  route(app, decisions.approveOverride, request =>
    decide(request, { type: 'APPROVE_OVERRIDE', actor: request.actor }, { text: request.body.note }),
  )

  route(app, decisions.declineOverride, request =>
    decide(request, { type: 'DECLINE_OVERRIDE', actor: request.actor }, { text: request.body.note }),
  )

  route(app, decisions.withdrawIssue, request =>
    decide(request, { type: 'WITHDRAW', actor: request.actor }, { text: request.body.note }),
  )

  route(app, decisions.closeIssue, request => {
    const { resolution, note } = request.body
    return decide(request, { type: 'CLOSE', actor: request.actor, resolution }, { text: note })
  })

  route(app, decisions.reopenIssue, request =>
    decide(request, { type: 'REOPEN', actor: request.actor }, { text: request.body.note }),
  )

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
    await read(actor, params.id)
    const file = await withScope(db, scopeOf(actor), tx => attachmentOf(tx, params.id, params.attachmentId))
    if (!file) throw notFound('noAttachment')
    const { fileName } = file
    return {
      url: await store.signedDownload(file.objectKey, {
        fileName,
        seconds: downloadSeconds,
        userId: actor.userId,
      }),
    }
  })
}
