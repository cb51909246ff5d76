import type { FastifyInstance } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import { commitNotAllowedReasons } from '../../../src/domain/commitStatus.ts'
import { exactStatusLabel } from '../../../src/domain/labels.ts'
import { modePermissions } from '../../../src/domain/permissions.ts'
import { may, type UserPrincipal } from '../../../src/domain/principal.ts'
import { onlyNaming } from '../../../src/domain/privacy.ts'
import { progressOf } from '../../../src/domain/progress.ts'
import { progressStepLabel } from '../../../src/domain/progressLabels.ts'
import { hasTag, statuses, statusNameOf, uploadingId } from '../../../src/domain/status.ts'
import { blockersToWire } from '../../../src/domain/wire/facts.ts'
import * as wire from '../../../src/domain/wire/submissions.ts'
import type { Facts } from '../../../src/machines/submission-lifecycle/index.ts'
import type { Language } from '../../../src/messages/messages.ts'
import { openIssueCounts } from '../../database/queries/issues.ts'
import { rulesOf, toleranceCounts } from '../../database/queries/results.ts'
import {
  latestSubmissions,
  type SubmissionRow,
  seesProvider,
  submissionsOf,
} from '../../database/queries/submissions.ts'
import { receiversOf } from '../../database/queries/transfers.ts'
import { rulesOutside } from '../../database/queries/uploads.ts'
import type { Database } from '../../database/schema.ts'
import { scopeOf, setScope, withScope } from '../../database/scope.ts'
import { queuePlaceOf, stageTimesOf } from '../../jobs/index.ts'
import { gatherAllFacts } from '../../lifecycle/facts.ts'
import type { Lifecycle } from '../../lifecycle/index.ts'
import { inLanguage } from '../../messages.ts'
import { namedAwaitingParty } from '../../names.ts'
import { route } from '../route.ts'
import { collectionSeen } from './collectionReading.ts'
import { rulesFor } from './recordView.ts'
import { noProvider, noSubmission, withProviderCollection, withSubmission } from './submissionAccess.ts'
import { beginning, subjectOf } from './submissionFacts.ts'
import { listRowToWire, submissionToWire } from './submissionWire.ts'

/** What the calls about submissions work with. */
export interface SubmissionRouteOptions {
  db: Kysely<Database>
  clock: { now: () => Date }
  lifecycle: Lifecycle
}

/** Who asks, and the language to answer in. */
export interface Asker {
  actor: UserPrincipal
  language: Language
}

/**
 * Of online validation the latest is listed (specification 2 §2.6), which a later file replaces once it is stored, and an
 * upload that is under way, because until it ends none can begin.
 */
const isListedOvt = ({ is_latest, status_id }: SubmissionRow): boolean =>
  is_latest || status_id === uploadingId

/** A submission as the viewer may read it, with what the guards read and, while it waits, its position in the queue. */
export const withFacts = async (
  { db, clock, lifecycle }: SubmissionRouteOptions,
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
  { clock }: Pick<SubmissionRouteOptions, 'clock'>,
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

const oneSubmission = async (
  options: SubmissionRouteOptions,
  { actor, language }: Asker,
  id: string,
  mode: SubmissionRow['mode'],
) => {
  const row = await withSubmission(options, actor, id, { mode }, async (_, found) => found)
  return { ...(await withFacts(options, actor, row, language)), liveSequence: row.live_sequence }
}
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

/** The calls that read submissions (specification 2 §7.2). */
export const submissionReadRoutes = (app: FastifyInstance, options: SubmissionRouteOptions): void => {
  const { db, clock, lifecycle } = options

  route(app, wire.listStates, async ({ language }) => ({
    states: statuses.map(({ id, name, code }) => ({
      id,
      name: inLanguage(language, exactStatusLabel(name)),
      code,
      step: inLanguage(language, progressStepLabel(progressOf(name).current)),
      // Who acts when a submission comes to the status.
      awaitingParty: namedAwaitingParty(language, name, { collectionState: 'Open', isFormReturned: false }),
    })),
  }))

  route(app, wire.listSubmissions, async ({ actor, query, language }) => ({
    submissions: await withProviderCollection(options, actor, query, async tx =>
      listRows(options, actor, tx, await submissionsOf(tx, { ...query, mode: 'live' }), language),
    ),
  }))

  route(app, wire.listOvtSubmissions, async ({ actor, query, language }) => ({
    submissions: await withProviderCollection(options, actor, query, async tx =>
      listRows(
        options,
        actor,
        tx,
        (await submissionsOf(tx, { ...query, mode: 'ovt' })).filter(isListedOvt),
        language,
      ),
    ),
  }))

  route(app, wire.listProviderStatuses, async ({ actor, query, language }) => ({
    providerStatuses: await withScope(db, scopeOf(actor), async tx => {
      if (!(await collectionSeen(tx, actor, { reference: query.collectionReference }))) throw noProvider()
      if (query.instId !== undefined && !(await seesProvider(tx, query.instId))) throw noProvider()
      return listRows(options, actor, tx, await latestSubmissions(tx, query), language)
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
      return withFacts(options, actor, row, language)
    })

  route(app, wire.getSubmission, context => oneSubmission(options, context, context.params.id, 'live'))
  route(app, wire.getOvtSubmission, context => oneSubmission(options, context, context.params.id, 'ovt'))

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
      ...(blockers.lacksTransferConsent && {
        awaitedTransfers: await withScope(
          db,
          { scope: 'all' },
          async tx => (await receiversOf(tx, row.id)).filter(({ consent }) => consent === 'awaited').length,
        ),
      }),
    }
  })
}
