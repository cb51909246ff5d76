import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import { commitNotAllowedReasons } from '../../../src/domain/commitStatus.ts'
import { leavesOut } from '../../../src/domain/job.ts'
import type { SubmissionJobKind } from '../../../src/domain/jobPlace.ts'
import { exactStatusLabel } from '../../../src/domain/labels.ts'
import { modePermissions } from '../../../src/domain/permissions.ts'
import { may, type UserPrincipal } from '../../../src/domain/principal.ts'
import { onlyNaming } from '../../../src/domain/privacy.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { progressOf } from '../../../src/domain/progress.ts'
import { progressStepLabel } from '../../../src/domain/progressLabels.ts'
import { hasTag, statuses, statusNameOf, uploadingId } from '../../../src/domain/status.ts'
import { blockersToWire } from '../../../src/domain/wire/facts.ts'
import * as wire from '../../../src/domain/wire/submissions.ts'
import type { Facts, LifecycleEvent } from '../../../src/machines/submission-lifecycle/index.ts'
import { message } from '../../../src/messages/message.ts'
import type { Language } from '../../../src/messages/messages.ts'
import { type BulkJobs, jobEventOf } from '../../bulk/index.ts'
import { openIssueCounts } from '../../database/queries/issues.ts'
import { rulesOf, toleranceCounts } from '../../database/queries/results.ts'
import {
  latestSubmissions,
  type SubmissionRow,
  seesProvider,
  submissionById,
  submissionsOf,
} from '../../database/queries/submissions.ts'
import { rulesOutside } from '../../database/queries/uploads.ts'
import type { Database } from '../../database/schema.ts'
import { scopeOf, setScope, withScope } from '../../database/scope.ts'
import { granted } from '../../decisions/decider.ts'
import { queuePlaceOf, stageTimesOf } from '../../jobs/index.ts'
import { gatherAllFacts } from '../../lifecycle/facts.ts'
import type { Decided, DecideOptions, Lifecycle } from '../../lifecycle/index.ts'
import { inLanguage } from '../../messages.ts'
import { namedAwaitingParty } from '../../names.ts'
import { invalidField } from '../problems.ts'
import { route } from '../route.ts'
import { collectionSeen } from './collectionReading.ts'
import { rulesFor } from './recordView.ts'
import {
  noProvider,
  noSubmission,
  uuidForm,
  withProviderCollection,
  withSubmission,
} from './submissionAccess.ts'
import { beginning, subjectOf } from './submissionFacts.ts'
import { listRowToWire, submissionToWire } from './submissionWire.ts'

export interface SubmissionRouteOptions {
  db: Kysely<Database>
  clock: { now: () => Date }
  lifecycle: Lifecycle
  jobs: Pick<BulkJobs, 'request'>
}

/**
 * Of online validation the latest is listed (specification 2 §2.6), which a later file replaces once it is stored, and an
 * upload that is under way, because until it ends none can begin.
 */
const isListedOvt = ({ is_latest, status_id }: SubmissionRow): boolean =>
  is_latest || status_id === uploadingId

/** Who asks for a change, and the language to answer in. */
interface Asker {
  actor: UserPrincipal
  language: Language
}

/** The calls about submissions themselves and the changes that people make to them (specification 2 §7.2). */
export const submissionRoutes = (app: FastifyInstance, options: SubmissionRouteOptions): void => {
  const { db, clock, lifecycle, jobs } = options

  const withFacts = async (
    viewer: UserPrincipal,
    row: SubmissionRow,
    language: Language,
    /** As a decision has left them. */
    known?: Facts,
  ) => {
    const facts = known ?? (await lifecycle.factsOf(row.id))?.facts
    if (!facts) throw noSubmission()
    const isWaiting = hasTag(statusNameOf(row.status_id), 'busy')
    const ahead = isWaiting
      ? await withScope(db, { scope: 'all' }, async tx => ({
          queue: await queuePlaceOf(tx, row.id),
          stageTimes: await stageTimesOf(tx, row),
        }))
      : { queue: null, stageTimes: [] }
    return submissionToWire(viewer, row, { facts, now: clock.now(), ...ahead }, language)
  }

  /** Rows that the viewer's scope has shown, each with its facts. The last work of the transaction. */
  const listRows = async (
    viewer: UserPrincipal,
    tx: Transaction<Database>,
    rows: readonly SubmissionRow[],
    language: Language,
  ) => {
    await setScope(tx, { scope: 'all' })
    const facts = await gatherAllFacts(tx, rows.map(subjectOf), clock.now())
    const rules =
      onlyNaming(viewer) === undefined
        ? await rulesOutside(
            tx,
            rows.map(({ id }) => id),
          )
        : undefined
    return rows.flatMap((row, at) => {
      const own = facts[at]
      const given = { rules: rules?.get(row.id) ?? null }
      return own ? [listRowToWire(viewer, row, { facts: own, ...given }, language)] : []
    })
  }

  const decided = async ({ actor, language }: Asker, decision: Promise<Decided>) => {
    const { submission, facts } = await granted(decision)
    const row = await withScope(db, scopeOf(actor), tx => submissionById(tx, submission.id))
    if (!row) throw noSubmission()
    return withFacts(actor, row, language, row.version === submission.version ? facts : undefined)
  }

  /** A change of one submission: the lifecycle decides whether it exists for the actor, and whether it may be. */
  const change = async (asker: Asker, id: string, event: LifecycleEvent, decideOptions?: DecideOptions) => {
    if (!uuidForm.test(id)) throw noSubmission()
    return decided(asker, lifecycle.decide(id, event, decideOptions))
  }

  route(app, wire.listStates, async ({ language }) => ({
    states: statuses.map(({ id, name, code }) => ({
      id,
      name: inLanguage(language, exactStatusLabel(name)),
      code,
      step: inLanguage(language, progressStepLabel(progressOf(name).current)),
      awaitingParty: namedAwaitingParty(language, name),
    })),
  }))

  route(app, wire.listSubmissions, async ({ actor, query, language }) => ({
    submissions: await withProviderCollection(options, actor, query, async tx =>
      listRows(actor, tx, await submissionsOf(tx, { ...query, mode: 'live' }), language),
    ),
  }))

  route(app, wire.listOvtSubmissions, async ({ actor, query, language }) => ({
    submissions: await withProviderCollection(options, actor, query, async tx =>
      listRows(actor, tx, (await submissionsOf(tx, { ...query, mode: 'ovt' })).filter(isListedOvt), language),
    ),
  }))

  route(app, wire.listProviderStatuses, async ({ actor, query, language }) => ({
    providerStatuses: await withScope(db, scopeOf(actor), async tx => {
      if (!(await collectionSeen(tx, actor, { reference: query.collectionReference }))) throw noProvider()
      if (query.instId !== undefined && !(await seesProvider(tx, query.instId))) throw noProvider()
      return listRows(actor, tx, await latestSubmissions(tx, query), language)
    }),
  }))

  route(app, wire.getNewSubmission, async ({ actor, params, query }) => {
    const mode = query.ovt === 'true' ? 'ovt' : 'live'
    if (!may(actor, modePermissions[mode].read)) throw noProvider()
    return withProviderCollection(options, actor, params, async tx => {
      await setScope(tx, { scope: 'all' })
      const found = await beginning(tx, { ...params, mode }, clock.now())
      if (!found) throw noProvider()
      return found
    })
  })

  for (const [call, mode] of [
    [wire.getLatestSubmission, 'live'],
    [wire.getLatestOvtSubmission, 'ovt'],
  ] as const)
    route(app, call, async ({ actor, params, language }) => {
      const row = await withProviderCollection(options, actor, params, async tx =>
        (await submissionsOf(tx, { ...params, mode })).find(({ is_latest }) => is_latest),
      )
      if (!row) throw noSubmission()
      return withFacts(actor, row, language)
    })

  const oneSubmission = async ({ actor, language }: Asker, id: string, mode: SubmissionRow['mode']) => {
    const row = await withSubmission(options, actor, id, { mode }, async (_, found) => found)
    return { ...(await withFacts(actor, row, language)), liveSequence: row.live_sequence }
  }
  route(app, wire.getSubmission, context => oneSubmission(context, context.params.id, 'live'))
  route(app, wire.getOvtSubmission, context => oneSubmission(context, context.params.id, 'ovt'))

  /** Rules outside tolerance that the reader sees, and those of them that block. */
  const outsideFor = async (tx: Transaction<Database>, actor: UserPrincipal, submissionId: string) => {
    if (onlyNaming(actor) === undefined) {
      const { outside, blocking } = await toleranceCounts(tx, submissionId)
      return { ruleFailures: outside, blockingRules: blocking }
    }
    const failing = rulesFor(actor, await rulesOf(tx, submissionId)).filter(({ outside }) => outside)
    return {
      ruleFailures: failing.length,
      blockingRules: failing.filter(({ operational }) => operational).length,
    }
  }

  route(app, wire.getCommitAllowedStatus, async ({ actor, params, language }) => {
    const { row, ruleFailures, blockingRules, openIssues } = await withSubmission(
      options,
      actor,
      params.id,
      { mode: 'live' },
      async (tx, found) => ({
        row: found,
        ...(await outsideFor(tx, actor, found.id)),
        openIssues:
          (
            await openIssueCounts(tx, { collectionId: found.collection_id, regulatorCode: onlyNaming(actor) })
          ).get(found.inst_id) ?? 0,
      }),
    )
    const found = await lifecycle.factsOf(row.id)
    if (!found) throw noSubmission()
    const { blockers } = found.facts
    return {
      submissionStatuses: { ...blockersToWire(blockers), openIssues, ruleFailures },
      commitNotAllowedReasons: commitNotAllowedReasons(blockers).map(reason => inLanguage(language, reason)),
      blockingRules,
    }
  })

  /** What was written to a decision, kept with its event. */
  const noted = (note: string): DecideOptions => (note === '' ? {} : { detail: { note } })
  const termsOf = (accepted: boolean | undefined) => ({ termsAccepted: accepted === true })
  const events: Record<
    (typeof wire.updateStateActions)[number],
    (actor: UserPrincipal, accepted: boolean | undefined, note: string) => LifecycleEvent
  > = {
    submit: (actor, accepted) => ({ type: 'SUBMIT', actor, ...termsOf(accepted) }),
    approve: actor => ({ type: 'APPROVE', actor }),
    decline: (actor, _, note) => ({ type: 'DECLINE', actor, hasNote: note !== '' }),
    'Provider sign-off': (actor, accepted) => ({ type: 'REQUEST_SIGN_OFF', actor, ...termsOf(accepted) }),
  }

  route(app, wire.updateState, async request => {
    const { actor, params, body } = request
    const { action, statusId, termsAccepted, note = '' } = body
    return change(request, params.id, events[action](actor, termsAccepted, note), {
      expectedStatusId: statusId,
      ...noted(note),
    })
  })

  route(app, wire.signOffSubmission, async request =>
    change(request, request.params.id, { type: 'SIGN_OFF', actor: request.actor }),
  )

  route(app, wire.requestResubmission, async request =>
    change(
      request,
      request.params.uuid,
      { type: 'REQUEST_RESUBMISSION', actor: request.actor },
      noted(request.body.note ?? ''),
    ),
  )

  route(app, wire.createNilSubmission, async request =>
    decided(request, lifecycle.createNilReturn({ ...request.body, actor: request.actor })),
  )

  route(app, wire.withdrawNilReturn, async request =>
    change(request, request.params.uuid, { type: 'NIL_RETURN_WITHDRAWN', actor: request.actor }),
  )

  route(app, wire.makeHistory, async request =>
    change(
      request,
      request.params.uuid,
      { type: 'HISTORY_REQUESTED', actor: request.actor },
      { change: { failureReason: null } },
    ),
  )

  /**
   * One provider's latest submission is decided before the answer. Several are a job, as `POST /jobs` makes it: each of them
   * is decided by itself, and the answer says where to follow that (decisions §10).
   */
  const forEach = async (
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

  route(app, wire.requestHistoricAmendment, request => {
    const { collectionReference: reference, instIds } = request.body
    return forEach(request, { kind: 'HISTORIC_AMENDMENT', reference, instIds, withSubmitted: false })
  })

  route(app, wire.reprocess, request => {
    const { instIds, submissionUuid, withSubmitted = false } = request.body
    return forEach(request, {
      kind: 'REPROCESS',
      reference: request.params.reference,
      instIds,
      submissionUuid,
      withSubmitted,
    })
  })
}
