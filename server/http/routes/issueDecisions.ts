import type { FastifyInstance } from 'fastify'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { ProblemError } from '../../../src/domain/problem.ts'
import * as decisions from '../../../src/domain/wire/issueDecisions.ts'
import * as wire from '../../../src/domain/wire/issues.ts'
import type { IssueUserEvent } from '../../../src/machines/issue/index.ts'
import { granted } from '../../decisions/decider.ts'
import { type IssueWords, requestedTolerance } from '../../issues/index.ts'
import { route } from '../route.ts'
import { colleagueOf } from './colleagues.ts'
import { attachmentsOf } from './issueAttachments.ts'
import { answerIssue, type IssueContext, type IssueRouteOptions, notFound, readIssue } from './issues.ts'
import { uuidForm } from './submissionAccess.ts'

/** Has the chart decide about an event of the issue, and answers it. */
const decide = async (
  { db, issues }: IssueRouteOptions,
  { actor, params, language }: IssueContext,
  event: IssueUserEvent,
  words: IssueWords = {},
) => {
  if (!uuidForm.test(params.id)) throw notFound('noIssue')
  return answerIssue(db, actor, issues.decide(params.id, event, words), language)
}

/** The calls that change issues (specification 2 §7.2, decisions §11). What may be done is the chart's to say. */
export const issueDecisionRoutes = (app: FastifyInstance, options: IssueRouteOptions): void => {
  const { db, issues, signIns } = options

  route(app, wire.retryIssue, request => decide(options, request, { type: 'RETRY', actor: request.actor }))

  route(app, wire.commentOnIssue, async request => {
    const { actor, body } = request
    const event: IssueUserEvent = { type: 'COMMENT', actor, awaits: body.awaits }
    return decide(options, request, event, {
      text: body.text,
      attachments: await attachmentsOf(options, request, body.attachments),
    })
  })

  route(app, wire.explainIssue, async request => {
    const { actor, body } = request
    const attachments = await attachmentsOf(options, request, body.attachments)
    return decide(options, request, { type: 'EXPLAIN', actor }, { text: body.text, attachments })
  })

  const assigneeOf = (actor: UserPrincipal, userId: string | null) =>
    userId === null ? undefined : colleagueOf(signIns, actor.organisationId, userId)

  route(app, wire.assignIssue, async request => {
    const { actor, params, body } = request
    const event: IssueUserEvent = { type: 'ASSIGN', actor, assigneeId: body.userId ?? undefined }
    if (!uuidForm.test(params.id)) throw notFound('noIssue')
    const refusal = await issues.whyNot(params.id, event)
    if (refusal) throw new ProblemError(refusal)
    const assignee = await assigneeOf(actor, body.userId)
    return decide(options, request, event, { assigneeName: assignee?.name })
  })

  route(app, wire.assignIssues, async ({ actor, body }) => {
    const assignee = await assigneeOf(actor, body.userId)
    const event: IssueUserEvent = { type: 'ASSIGN', actor, assigneeId: assignee?.userId }
    const { count } = await granted(issues.decideAll(body.issues, event, { assigneeName: assignee?.name }))
    return { assigned: count }
  })

  route(app, decisions.startWork, request =>
    decide(options, request, { type: 'START_WORK', actor: request.actor }),
  )

  route(app, wire.explainIssues, async ({ actor, body }) => {
    const { count } = await granted(
      issues.decideAll(body.issues, { type: 'EXPLAIN', actor }, { text: body.text }),
    )
    return { explained: count }
  })

  route(app, decisions.requestOverride, async request => {
    const { actor, params, body } = request
    const { figures } = await readIssue(db, actor, params.id)
    const current = figures.find(({ is_latest }) => is_latest)?.result.tolerance
    return decide(
      options,
      request,
      { type: 'REQUEST_OVERRIDE', actor },
      {
        text: body.text,
        ...(current ? { wantedTolerance: requestedTolerance(current, body.tolerances) } : {}),
      },
    )
  })

  route(app, decisions.approveOverride, request =>
    decide(options, request, { type: 'APPROVE_OVERRIDE', actor: request.actor }, { text: request.body.note }),
  )

  route(app, decisions.declineOverride, request =>
    decide(options, request, { type: 'DECLINE_OVERRIDE', actor: request.actor }, { text: request.body.note }),
  )

  route(app, decisions.withdrawIssue, request =>
    decide(options, request, { type: 'WITHDRAW', actor: request.actor }, { text: request.body.note }),
  )

  route(app, decisions.closeIssue, request => {
    const { resolution, note } = request.body
    return decide(options, request, { type: 'CLOSE', actor: request.actor, resolution }, { text: note })
  })

  route(app, decisions.reopenIssue, request =>
    decide(options, request, { type: 'REOPEN', actor: request.actor }, { text: request.body.note }),
  )
}
