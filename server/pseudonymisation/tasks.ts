import { type Kysely, sql, type Transaction } from 'kysely'
import { rowCountsWithin } from '../../src/domain/job.ts'
import { isJobMade } from '../../src/domain/jobPlace.ts'
import { agencyOrganisationId } from '../../src/domain/organisation.ts'
import { systemPrincipal, type UserPrincipal } from '../../src/domain/principal.ts'
import {
  dpsFileStatusOf,
  isPseudonymisationCancelled,
  isReadyForAnalysis,
  type PseudonymisationPlace,
  pseudonymisationJobPlace,
} from '../../src/domain/pseudonymisation.ts'
import { type SubmissionMode, statusNameOf } from '../../src/domain/status.ts'
import {
  type PseudonymisationEvent,
  pseudonymisationChart,
} from '../../src/machines/pseudonymisation-task/index.ts'
import { type Message, message } from '../../src/messages/message.ts'
import type { Database } from '../database/schema.ts'
import { createDecider, type Decided } from '../decisions/decider.ts'
import type { JobQueue } from '../jobs/index.ts'
import { publishToAgency, publishToParty } from '../live/publish.ts'
import { toColumn } from '../messages.ts'

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

export type DecidedTask = Decided<PseudonymisationTask>

/** What a worker says with the end of an attempt. */
interface Input {
  output: Output
  fault: Message | string
}

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

/** Names the work of a decision: it is sent once. */
const keyOf = ({ submissionId, version }: PseudonymisationTask): string =>
  `pseudonymisation:${submissionId}:${version}`

const factsOf = ({ mode, statusId, hasFile, attempt }: PseudonymisationTask) => ({
  isReady: isReadyForAnalysis({ mode, status: statusNameOf(statusId) }),
  hasFile,
  attempt,
})

/** The only writer of pseudonymisation tasks. */
export const createPseudonymisationTasks = (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  queue: Pick<JobQueue, 'enqueuePseudonymisation' | 'withdrawMaking'>
}) => {
  const { db, clock, queue } = options

  /** Tells the agency where the form of a submission stands now. */
  const publishStatus = (
    tx: Tx,
    { submissionId, collectionId, instId, place, version }: PseudonymisationTask,
    at: Date,
  ): void =>
    publishToAgency(
      tx,
      {
        type: 'DPS_STATUS',
        submissionId,
        collectionId,
        instId,
        dpsFileStatus: dpsFileStatusOf(place),
        version,
        occurredAt: at.toISOString(),
      },
      at,
    )

  /** Tells of a task as of a job: one that was reset is none any more. */
  const publishJob = (tx: Tx, task: PseudonymisationTask, at: Date): void => {
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

  const decider = createDecider(pseudonymisationChart)<string, PseudonymisationTask, Input>({
    clock,
    lock: lockTask,
    notFound: message('problems', 'noSubmission'),
    placeOf: ({ place }) => place,
    subject: ({ submissionId, instId }) => ({ id: submissionId, instId }),
    facts: (_, { before }) => factsOf(before),
    isRepeated: (_, { before, event }) =>
      event.type === 'CANCEL' && isPseudonymisationCancelled(before.place),
    next: ({ before, to, effects, input }) => ({
      ...before,
      place: to,
      version: before.version + 1,
      attempt: before.attempt + (effects.includes('countAttempt') ? 1 : 0),
      outputKey: (effects.includes('keepOutput') && input.output?.key) || before.outputKey,
    }),
    write: (tx, { after, effects, input, at }) => {
      const output = effects.includes('keepOutput') ? input.output : undefined
      const fault = effects.includes('keepFault')
        ? toColumn(input.fault ?? message('problems', 'pseudonymisationNotMade'))
        : null
      return sql`update pseudonymisation set place = ${after.place}, version = ${after.version}, attempt = ${after.attempt},
          object_key = ${after.outputKey}, fault = ${fault},
          requested_utc = case when ${effects.includes('enqueueTask')} then ${at}::timestamptz else requested_utc end,
          made_utc = ${output ? at : null}, size = ${output?.size ?? null}, key_id = ${output?.keyId ?? null}
        where submission_id = ${after.submissionId}::uuid`.execute(tx)
    },
    audit: {
      action: type => `PSEUDONYMISATION_${type}`,
      detail: ({ from, to, input: { output } }) => ({
        from,
        to,
        ...(output && { keyId: output.keyId, size: output.size }),
      }),
    },
    effects: {
      countAttempt: 'row',
      keepOutput: 'row',
      keepFault: 'row',
      enqueueTask: (tx, { after }) =>
        queue.enqueuePseudonymisation(tx, { submissionId: after.submissionId }, keyOf(after)),
      withdrawTask: (tx, { after }) => queue.withdrawMaking(tx, 'pseudonymisation', after.submissionId),
      removeParts: (tx, { after }) =>
        queue.enqueuePseudonymisation(
          tx,
          { submissionId: after.submissionId, removes: after.attempt },
          keyOf(after),
        ),
    },
    announce: (tx, { before, after, at }) => {
      if (dpsFileStatusOf(after.place) !== dpsFileStatusOf(before.place)) publishStatus(tx, after, at)
      publishJob(tx, after, at)
    },
  })

  const decide = (
    submissionId: string,
    event: PseudonymisationEvent,
    input: Partial<Input> = {},
  ): Promise<DecidedTask> => decider.decide(db, submissionId, event, { input })

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
