import { type Kysely, sql, type Transaction } from 'kysely'
import { rowCountsWithin } from '../../src/domain/job.ts'
import { isJobMade } from '../../src/domain/jobPlace.ts'
import { agencyOrganisationId } from '../../src/domain/organisation.ts'
import { systemPrincipal, type UserPrincipal } from '../../src/domain/principal.ts'
import { type Problem, problem } from '../../src/domain/problem.ts'
import {
  dpsFileStatusOf,
  isPseudonymisationCancelled,
  isReadyForAnalysis,
  type PseudonymisationPlace,
  pseudonymisationJobPlace,
} from '../../src/domain/pseudonymisation.ts'
import { type SubmissionMode, statusNameOf } from '../../src/domain/status.ts'
import {
  explainPseudonymisation,
  type PseudonymisationEvent,
  stepPseudonymisation,
} from '../../src/machines/pseudonymisation-task/index.ts'
import { type Message, message } from '../../src/messages/message.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import type { JobQueue } from '../jobs/index.ts'
import { recordChartEvent } from '../lifecycle/chartEvents.ts'
import { recordAudit } from '../lifecycle/records.ts'
import { publishToAgency, publishToParty } from '../live/publish.ts'
import { inEnglish, toColumn } from '../messages.ts'

type Tx = Transaction<Database>

/** The task of a submission, with what a worker needs of the submission. */
export interface PseudonymisationTask {
  submissionId: string
  instId: string
  collectionId: string
  place: PseudonymisationPlace
  version: number
  attempt: number
  /** Where the output is; null where there is none. */
  outputKey: string | null
  mode: SubmissionMode
  statusId: number
  hasFile: boolean
}

/** What an attempt has made. */
export interface Output {
  key: string
  size: number
  keyId: string
}

/** A granted decision, or the problem that refused it. */
export type DecidedTask = { ok: true; task: PseudonymisationTask } | { ok: false; problem: Problem }

const lockTask = async (tx: Tx, submissionId: string): Promise<PseudonymisationTask | undefined> => {
  await sql`insert into pseudonymisation (submission_id, inst_id)
    select id, inst_id from submission where id = ${submissionId}::uuid
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<PseudonymisationTask>`
    select p.submission_id as "submissionId", p.inst_id as "instId", s.collection_id as "collectionId", p.place, p.version,
      p.attempt, p.object_key as "outputKey", s.mode, s.status_id as "statusId", s.has_stored_file as "hasFile"
    from pseudonymisation p join submission s on s.id = p.submission_id
    where p.submission_id = ${submissionId}::uuid for no key update of p`.execute(tx)
  return rows[0]
}

const factsOf = ({ mode, statusId, hasFile, attempt }: PseudonymisationTask) => ({
  isReady: isReadyForAnalysis({ mode, status: statusNameOf(statusId) }),
  hasFile,
  attempt,
})

/**
 * The only writer of tasks of pseudonymisation. A decision locks the task, asks its chart, and writes row, event, audit line,
 * job and live message in one transaction; or nothing but the audit line of the refusal.
 */
export const createPseudonymisationTasks = (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  queue: Pick<JobQueue, 'enqueuePseudonymisation' | 'withdrawMaking'>
}) => {
  const { db, clock, queue } = options

  const refuse = async (
    tx: Tx,
    { actor, type }: PseudonymisationEvent,
    { submissionId, instId }: PseudonymisationTask,
    refusal: Problem,
  ): Promise<DecidedTask> => {
    const { status, reason } = refusal
    await recordAudit(tx, {
      actor,
      instId,
      event: `PSEUDONYMISATION_${type}`,
      subject: submissionId,
      at: clock.now(),
      refusal: { status, reason: inEnglish(reason) },
    })
    return { ok: false, problem: refusal }
  }

  /** Tells of a task as of a job: one that was reset is none any more. */
  const publishJob = async (tx: Tx, task: PseudonymisationTask, at: Date): Promise<void> => {
    const state = pseudonymisationJobPlace(task.place)
    if (!isJobMade(state)) return
    publishToParty(
      tx,
      {
        type: 'JOB',
        instId: agencyOrganisationId,
        jobId: task.submissionId,
        kind: 'PSEUDONYMISATION',
        collectionId: task.collectionId,
        state,
        version: task.version,
        counts: rowCountsWithin(state, 1, 1),
        occurredAt: at.toISOString(),
      },
      at,
    )
  }

  /** What a decision changes besides the place, by the effects that the chart asked for. */
  const decide = (
    submissionId: string,
    event: PseudonymisationEvent,
    kept: { output?: Output; fault?: Message | string } = {},
  ): Promise<DecidedTask> =>
    withScope(db, { scope: 'all' }, async tx => {
      const before = await lockTask(tx, submissionId)
      if (!before) return { ok: false, problem: problem('not-found', message('problems', 'noSubmission')) }
      // The same again finds it cancelled, and changes nothing.
      if (event.type === 'CANCEL' && isPseudonymisationCancelled(before.place))
        return { ok: true, task: before }
      const facts = factsOf(before)
      const { refusal } = explainPseudonymisation(before.place, facts, event)
      if (refusal) return refuse(tx, event, before, problem(refusal.kind, refusal.reason))
      const { place, effects } = stepPseudonymisation(before.place, facts, event)
      const at = clock.now()
      const output = effects.includes('keepOutput') ? kept.output : undefined
      const fault = effects.includes('keepFault')
        ? toColumn(kept.fault ?? message('problems', 'pseudonymisationNotMade'))
        : null
      const task: PseudonymisationTask = {
        ...before,
        place,
        version: before.version + 1,
        attempt: before.attempt + (effects.includes('countAttempt') ? 1 : 0),
        outputKey: output?.key ?? before.outputKey,
      }
      const isEnqueued = effects.includes('enqueueTask')
      await sql`update pseudonymisation set place = ${place}, version = ${task.version}, attempt = ${task.attempt},
          object_key = ${task.outputKey}, fault = ${fault},
          requested_utc = case when ${isEnqueued} then ${at}::timestamptz else requested_utc end,
          made_utc = ${output ? at : null}, size = ${output?.size ?? null}, key_id = ${output?.keyId ?? null}
        where submission_id = ${submissionId}::uuid`.execute(tx)
      await recordChartEvent(tx, 'pseudonymisation_event', submissionId, {
        event,
        from: before.place,
        to: place,
        facts,
        effects,
        at,
      })
      await recordAudit(tx, {
        actor: event.actor,
        instId: task.instId,
        event: `PSEUDONYMISATION_${event.type}`,
        subject: submissionId,
        at,
        detail: {
          from: before.place,
          to: place,
          ...(output ? { keyId: output.keyId, size: output.size } : {}),
        },
      })
      const key = `pseudonymisation:${submissionId}:${task.version}`
      if (isEnqueued) await queue.enqueuePseudonymisation(tx, { submissionId }, key)
      if (effects.includes('withdrawTask')) await queue.withdrawMaking(tx, 'pseudonymisation', submissionId)
      if (effects.includes('removeParts'))
        await queue.enqueuePseudonymisation(tx, { submissionId, removes: task.attempt }, key)
      if (dpsFileStatusOf(place) !== dpsFileStatusOf(before.place))
        publishToAgency(
          tx,
          {
            type: 'DPS_STATUS',
            submissionId,
            collectionId: task.collectionId,
            instId: task.instId,
            dpsFileStatus: dpsFileStatusOf(place),
            version: task.version,
            occurredAt: at.toISOString(),
          },
          at,
        )
      await publishJob(tx, task, at)
      return { ok: true, task }
    })

  const actor = systemPrincipal
  return {
    /** Somebody asks for the pseudonymised form of a submission's record. */
    request: (submissionId: string, who: UserPrincipal): Promise<DecidedTask> =>
      decide(submissionId, { type: 'REQUEST', actor: who }),
    /** Somebody ends a task that is not made yet: nobody makes it any more, and nothing of it stays. */
    cancel: (submissionId: string, who: UserPrincipal): Promise<DecidedTask> =>
      decide(submissionId, { type: 'CANCEL', actor: who }),
    /** An administrator lets a task that has failed begin anew. */
    reset: (submissionId: string, who: UserPrincipal): Promise<DecidedTask> =>
      decide(submissionId, { type: 'RESET', actor: who }),
    /** A worker begins: its attempt holds the task from now on. */
    start: (submissionId: string): Promise<DecidedTask> => decide(submissionId, { type: 'START', actor }),
    /** An attempt has made the output; refused where another one has taken over. */
    made: (submissionId: string, attempt: number, output: Output): Promise<DecidedTask> =>
      decide(submissionId, { type: 'MADE', actor, attempt }, { output }),
    /** An attempt gives up, and says why. */
    giveUp: (submissionId: string, attempt: number, fault: Message | string): Promise<DecidedTask> =>
      decide(submissionId, { type: 'GIVEN_UP', actor, attempt }, { fault }),
  }
}
export type PseudonymisationTasks = ReturnType<typeof createPseudonymisationTasks>
