import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { leavesOut } from '../../../src/domain/job.ts'
import type { SubmissionJobKind } from '../../../src/domain/jobPlace.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { statusNameOf } from '../../../src/domain/status.ts'
import * as wire from '../../../src/domain/wire/submissions.ts'
import type { LifecycleEvent } from '../../../src/machines/submission-lifecycle/index.ts'
import { message } from '../../../src/messages/message.ts'
import { type BulkJobs, jobEventOf } from '../../bulk/index.ts'
import { latestSubmissions, submissionById } from '../../database/queries/submissions.ts'
import { scopeOf, withScope } from '../../database/scope.ts'
import { granted } from '../../decisions/decider.ts'
import type { Decided, DecideOptions } from '../../lifecycle/index.ts'
import { invalidField } from '../problems.ts'
import { route } from '../route.ts'
import { collectionSeen } from './collectionReading.ts'
import { noProvider, noSubmission, uuidForm } from './submissionAccess.ts'
import { type Asker, type SubmissionRouteOptions, withFacts } from './submissions.ts'

interface ChangeOptions extends SubmissionRouteOptions {
  jobs: Pick<BulkJobs, 'request'>
}

/** The submission as a decision has left it. */
const decided = async (
  options: SubmissionRouteOptions,
  { actor, language }: Asker,
  decision: Promise<Decided>,
) => {
  const { submission, facts } = await granted(decision)
  const row = await withScope(options.db, scopeOf(actor), tx => submissionById(tx, submission.id))
  if (!row) throw noSubmission()
  return withFacts(options, actor, row, language, row.version === submission.version ? facts : undefined)
}

/** A change of one submission: the lifecycle decides whether it exists for the actor, and whether it may be. */
const change = async (
  options: SubmissionRouteOptions,
  asker: Asker,
  id: string,
  event: LifecycleEvent,
  decideOptions?: DecideOptions,
) => {
  if (!uuidForm.test(id)) throw noSubmission()
  return decided(options, asker, options.lifecycle.decide(id, event, decideOptions))
}

/** What was written to a decision, kept with its event. */
const noted = (note: string): DecideOptions => (note === '' ? {} : { detail: { note } })
const termsOf = (accepted: boolean | undefined) => ({ termsAccepted: accepted === true })
const events: Record<
  (typeof wire.updateStateActions)[number],
  (actor: UserPrincipal, accepted: boolean | undefined, note: string) => LifecycleEvent
> = {
  submit: (actor, accepted) => ({ type: 'SUBMIT', actor, ...termsOf(accepted) }),
  approve: (actor, _, note) => ({ type: 'APPROVE', actor, hasNote: note !== '' }),
  decline: (actor, _, note) => ({ type: 'DECLINE', actor, hasNote: note !== '' }),
  'Provider sign-off': (actor, accepted) => ({ type: 'REQUEST_SIGN_OFF', actor, ...termsOf(accepted) }),
}

/**
 * One provider's latest submission is decided before the answer. Several are a job, as `POST /jobs` makes it: each of them
 * is decided by itself, and the answer says where to follow that (decisions §10).
 */
const forEach = async (
  { db, lifecycle, jobs }: ChangeOptions,
  request: Asker & { reply: FastifyReply },
  of: {
    kind: SubmissionJobKind
    reference: string
    instIds: readonly string[]
    submissionUuid?: string | undefined
    withSubmitted: boolean
  },
): Promise<undefined> => {
  const { actor, reply } = request
  const [instId = '', ...others] = new Set(of.instIds)
  if (others.length > 0) {
    if (of.submissionUuid !== undefined)
      throw invalidField('body.submissionUuid', message('server', 'field.unknown'))
    const id = randomUUID()
    await granted(jobs.request({ ...of, id, actor }))
    reply.header('location', `/jobs/${id}`)
    return
  }
  const row = await withScope(db, scopeOf(actor), async tx => {
    if (!(await collectionSeen(tx, actor, { reference: of.reference }))) throw noProvider()
    const [latest] = await latestSubmissions(tx, { collectionReference: of.reference, instId })
    if (of.submissionUuid === undefined || of.submissionUuid === latest?.id) return latest
    const meant = await submissionById(tx, of.submissionUuid)
    return meant?.mode === 'live' && meant.collection_reference === of.reference && meant.inst_id === instId
      ? meant
      : undefined
  })
  if (!row) throw noSubmission()
  if (leavesOut(of, statusNameOf(row.status_id)))
    throw new ProblemError(problem('conflict', message('job', 'submittedMeanwhile')))
  await granted(lifecycle.decide(row.id, jobEventOf(of.kind, actor), { expectedVersion: row.version }))
}

/** The calls by which people change submissions (specification 2 §7.2). */
export const submissionChangeRoutes = (app: FastifyInstance, options: ChangeOptions): void => {
  const { lifecycle } = options

  route(app, wire.updateState, async request => {
    const { actor, params, body } = request
    const { action, statusId, termsAccepted, note = '' } = body
    return change(options, request, params.id, events[action](actor, termsAccepted, note), {
      expectedStatusId: statusId,
      ...noted(note),
    })
  })

  route(app, wire.signOffSubmission, async request => {
    const { note = '' } = request.body
    const event = { type: 'SIGN_OFF', actor: request.actor, hasNote: note !== '' } as const
    return change(options, request, request.params.id, event, noted(note))
  })

  route(app, wire.refuseForm, async request => {
    const { note = '' } = request.body
    const event = { type: 'FORM_REFUSED', actor: request.actor, hasNote: note !== '' } as const
    return change(options, request, request.params.uuid, event, noted(note))
  })

  route(app, wire.requestResubmission, async request =>
    change(
      options,
      request,
      request.params.uuid,
      {
        type: 'REQUEST_RESUBMISSION',
        actor: request.actor,
        hasNote: (request.body.note ?? '') !== '',
      },
      noted(request.body.note ?? ''),
    ),
  )

  route(app, wire.createNilSubmission, async request =>
    decided(options, request, lifecycle.createNilReturn({ ...request.body, actor: request.actor })),
  )

  route(app, wire.withdrawNilReturn, async request =>
    change(options, request, request.params.uuid, { type: 'NIL_RETURN_WITHDRAWN', actor: request.actor }),
  )

  route(app, wire.makeHistory, async request =>
    change(
      options,
      request,
      request.params.uuid,
      { type: 'HISTORY_REQUESTED', actor: request.actor },
      { change: { failureReason: null } },
    ),
  )

  route(app, wire.requestHistoricAmendment, request => {
    const { collectionReference: reference, instIds } = request.body
    return forEach(options, request, { kind: 'HISTORIC_AMENDMENT', reference, instIds, withSubmitted: false })
  })

  route(app, wire.reprocess, request => {
    const { instIds, submissionUuid, withSubmitted = false } = request.body
    return forEach(options, request, {
      kind: 'REPROCESS',
      reference: request.params.reference,
      instIds,
      submissionUuid,
      withSubmitted,
    })
  })
}
