import { type Kysely, sql, type Transaction } from 'kysely'
import { isJobOver, type JobKind, type JobRowState, leavesOut } from '../../src/domain/job.ts'
import { systemPrincipal, type UserPrincipal } from '../../src/domain/principal.ts'
import { type Problem, problem } from '../../src/domain/problem.ts'
import {
  explainJob,
  type JobEffect,
  type JobEvent,
  type JobFacts,
  stepJob,
} from '../../src/machines/job/index.ts'
import type { LifecycleEvent } from '../../src/machines/submission-lifecycle/index.ts'
import { type Message, message } from '../../src/messages/message.ts'
import { collectionOf, latestSubmissions } from '../database/queries/submissions.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import type { JobQueue } from '../jobs/index.ts'
import { findSubmission, type Lifecycle } from '../lifecycle/index.ts'
import { actorRecord, recordAudit } from '../lifecycle/records.ts'
import { publishToAgency } from '../live/publish.ts'
import { inEnglish, toColumn } from '../messages.ts'
import {
  factsOfJob,
  findJob,
  type JobRecord,
  jobStateOf,
  lockJob,
  nextRow,
  type WaitingRow,
} from './jobRow.ts'

type Tx = Transaction<Database>

/** What somebody asks for. */
export interface JobRequest {
  /** Given by who asks: the same request again finds the same job. */
  id: string
  kind: JobKind
  reference: string
  instIds: readonly string[]
  withSubmitted: boolean
  actor: UserPrincipal
}

/** A granted decision, or the problem that refused it. */
export type DecidedJob = { ok: true; job: JobRecord } | { ok: false; problem: Problem }

/** What came of a row, as it is kept. */
interface SettledRow {
  instId: string
  state: Extract<JobRowState, 'DONE' | 'REFUSED'>
  reason: Message | string | null
}

const refused = (kind: Problem['kind'], reason: Message): DecidedJob => ({
  ok: false,
  problem: problem(kind, reason),
})

/** What the lifecycle is asked of each row. */
const eventOf = ({ kind, actor }: Pick<JobRecord, 'kind' | 'actor'>): LifecycleEvent => ({
  type: kind === 'REPROCESS' ? 'REPROCESSED' : 'HISTORIC_AMENDMENT_REQUESTED',
  actor,
})

/**
 * The only writer of jobs. A decision locks the job, asks its chart, and writes row, history, audit line, queue and live message
 * in one transaction. A row is settled in the transaction in which the lifecycle decides its submission, so it is decided once,
 * whatever happens to the process.
 */
export const createJobs = (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  queue: Pick<JobQueue, 'enqueueBulk'>
  lifecycle: Lifecycle
}) => {
  const { db, clock, queue, lifecycle } = options

  const publish = (tx: Tx, job: JobRecord, at: Date, row?: SettledRow): Promise<void> =>
    publishToAgency(
      tx,
      {
        type: 'JOB',
        instId: job.actor.organisationId,
        jobId: job.id,
        kind: job.kind,
        collectionId: job.collectionId,
        state: jobStateOf(job),
        version: job.version,
        counts: job.counts,
        ...(row ? { row: { instId: row.instId, state: row.state } } : {}),
        occurredAt: at.toISOString(),
      },
      at,
    )

  const settle = (tx: Tx, jobId: string, { instId, state, reason }: SettledRow, at: Date): Promise<unknown> =>
    sql`update job_row set state = ${state}, settled_utc = ${at}, reason = ${reason === null ? null : toColumn(reason)}
      where job_id = ${jobId}::uuid and inst_id = ${instId} and state = 'WAITING'`.execute(tx)

  const applyEffects = async (
    tx: Tx,
    job: JobRecord,
    effects: readonly JobEffect[],
    row: SettledRow | undefined,
    at: Date,
  ): Promise<void> => {
    for (const effect of effects)
      switch (effect) {
        case 'enqueueJob':
          await queue.enqueueBulk(tx, { jobId: job.id }, `job:${job.id}`)
          break
        case 'keepRow':
          if (row) await settle(tx, job.id, row, at)
          break
        case 'leaveRows':
          await sql`update job_row set state = 'LEFT', settled_utc = ${at}
            where job_id = ${job.id}::uuid and state = 'WAITING'`.execute(tx)
      }
  }

  /** Writes what the chart takes of an event of a locked job; the row that it is about is settled with it. */
  const decide = async (
    tx: Tx,
    before: JobRecord,
    event: JobEvent,
    row?: SettledRow,
  ): Promise<DecidedJob> => {
    const at = clock.now()
    const facts = await factsOfJob(tx, before)
    const { refusal } = explainJob(before.place, facts, event)
    if (refusal) return refuse(tx, before, event, refusal, at)
    const { place, effects } = stepJob(before.place, facts, event)
    const version = before.version + 1
    await sql`update job set place = ${place}, version = ${version},
        started_utc = case when ${event.type === 'START'} then ${at}::timestamptz else started_utc end,
        ended_utc = case when ${place !== 'NONE' && isJobOver(place)} then ${at}::timestamptz else ended_utc end
      where id = ${before.id}::uuid`.execute(tx)
    await recordEvent(tx, before, event, { place, version, facts, effects, row, at })
    await applyEffects(tx, before, effects, row, at)
    const job = await findJob(tx, before.id)
    if (!job) throw new Error(`The job ${before.id} is gone.`)
    await publish(tx, job, at, row)
    return { ok: true, job }
  }

  const recordEvent = async (
    tx: Tx,
    job: JobRecord,
    { type, actor, ...payload }: JobEvent,
    decision: {
      place: JobRecord['place']
      version: number
      facts: JobFacts
      effects: readonly JobEffect[]
      row: SettledRow | undefined
      at: Date
    },
  ): Promise<void> => {
    const { place, version, facts, effects, row, at } = decision
    const kept = { ...payload, ...(row ? { instId: row.instId } : {}) }
    await sql`insert into job_event
        (job_id, sequence, event, from_place, to_place, actor, payload, facts, effects, occurred_utc)
      values (${job.id}::uuid, ${version}, ${type}, ${job.place}, ${place}, ${JSON.stringify(actorRecord(actor))}::jsonb,
        ${JSON.stringify(kept)}::jsonb, ${JSON.stringify(facts)}::jsonb, ${JSON.stringify(effects)}::jsonb, ${at})`.execute(
      tx,
    )
    // Each row has the line of the lifecycle's own decision.
    if (type === 'ROW_SETTLED') return
    await recordAudit(tx, {
      actor,
      event: `JOB_${type}`,
      subject: job.id,
      at,
      detail: {
        from: job.place,
        to: place,
        kind: job.kind,
        collection: job.reference,
        providers: facts.waiting,
        withSubmitted: job.withSubmitted,
      },
    })
  }

  const refuse = async (
    tx: Tx,
    { id }: Pick<JobRecord, 'id'>,
    { type, actor }: JobEvent,
    refusal: { kind: Problem['kind']; reason: Message },
    at: Date,
  ): Promise<DecidedJob> => {
    const why = problem(refusal.kind, refusal.reason)
    await recordAudit(tx, {
      actor,
      event: `JOB_${type}`,
      subject: id,
      at,
      refusal: { status: why.status, reason: inEnglish(why.reason) },
    })
    return { ok: false, problem: why }
  }

  const decideOf = (id: string, event: JobEvent): Promise<DecidedJob> =>
    withScope(db, { scope: 'all' }, async tx => {
      const job = await lockJob(tx, id)
      return job ? decide(tx, job, event) : refused('not-found', message('problems', 'noJob'))
    })

  /** The latest submissions of the providers, in their order; undefined where one has none. */
  const latestOf = async (tx: Tx, { reference, instIds }: JobRequest) => {
    const latest = new Map(
      (await latestSubmissions(tx, { collectionReference: reference })).map(row => [row.inst_id, row]),
    )
    const rows = [...new Set(instIds)].map(instId => latest.get(instId))
    return rows.includes(undefined) ? undefined : rows.flatMap(row => row ?? [])
  }

  /** What the lifecycle says to a row; nothing of it is asked where the job leaves the submission out. */
  const decideRow = async (tx: Tx, job: JobRecord, row: WaitingRow): Promise<SettledRow> => {
    const submission = await findSubmission(tx, row.submissionId)
    if (submission && leavesOut(job, submission.status))
      return { ...row, state: 'REFUSED', reason: message('job', 'submittedMeanwhile') }
    const decided = await lifecycle.decideWithin(tx, row.submissionId, eventOf(job))
    return decided.ok
      ? { ...row, state: 'DONE', reason: null }
      : { ...row, state: 'REFUSED', reason: decided.problem.reason }
  }

  return {
    /** Somebody asks for a job: every provider named has to have a submission, or nothing is done. */
    request: (wanted: JobRequest): Promise<DecidedJob> =>
      withScope(db, { scope: 'all' }, async tx => {
        const known = await findJob(tx, wanted.id)
        if (known)
          return known.actor.userId === wanted.actor.userId
            ? { ok: true, job: known }
            : refused('conflict', message('problems', 'jobIdInUse'))
        const collection = await collectionOf(tx, { reference: wanted.reference })
        if (!collection) return refused('not-found', message('problems', 'noCollection'))
        // Two that ask at once wait for each other here: the second one finds the first.
        await sql`select 1 from collection where id = ${collection.id} for no key update`.execute(tx)
        const rows = await latestOf(tx, wanted)
        if (!rows) return refused('not-found', message('problems', 'noSubmission'))
        const { id, kind, withSubmitted, actor } = wanted
        const event: JobEvent = { type: 'REQUEST', actor }
        const counts = { WAITING: rows.length, DONE: 0, REFUSED: 0, LEFT: 0 }
        const facts = await factsOfJob(tx, { id, kind, collectionId: collection.id, counts })
        const at = clock.now()
        const { refusal } = explainJob('NONE', facts, event)
        if (refusal) return refuse(tx, { id }, event, refusal, at)
        await sql`insert into job (id, kind, collection_id, place, version, actor, with_submitted, created_utc)
          values (${id}::uuid, ${kind}, ${collection.id}, 'NONE', 0, ${JSON.stringify(actorRecord(actor))}::jsonb,
            ${withSubmitted}, ${at})`.execute(tx)
        const given = rows.map((row, ordinal) => ({
          ordinal,
          inst_id: row.inst_id,
          submission_id: row.id,
          status_id: row.status_id,
        }))
        await sql`insert into job_row (job_id, ordinal, inst_id, submission_id, status_id, state)
          select ${id}::uuid, r.ordinal, r.inst_id, r.submission_id, r.status_id, 'WAITING'
          from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
            as r (ordinal int, inst_id text, submission_id uuid, status_id int)`.execute(tx)
        const made = await findJob(tx, id)
        if (!made) throw new Error(`The job ${id} is gone.`)
        return decide(tx, made, event)
      }),

    /** Somebody ends a job: what is decided stands, what waits is left. */
    cancel: (id: string, actor: UserPrincipal): Promise<DecidedJob> =>
      decideOf(id, { type: 'CANCEL', actor }),

    /** A process takes the job; one that another had begun goes on. */
    start: (id: string): Promise<DecidedJob> => decideOf(id, { type: 'START', actor: systemPrincipal }),

    /** The system cannot go on. */
    giveUp: (id: string): Promise<DecidedJob> => decideOf(id, { type: 'GIVE_UP', actor: systemPrincipal }),

    /** Decides the next row and settles it, in one transaction. False where the job is over, or not begun. */
    settleNext: (id: string): Promise<boolean> =>
      withScope(db, { scope: 'all' }, async tx => {
        const job = await lockJob(tx, id)
        const row = job?.place === 'IN_PROGRESS' ? await nextRow(tx, id) : undefined
        if (!job || !row) return false
        const settled = await decideRow(tx, job, row)
        const event: JobEvent = { type: 'ROW_SETTLED', actor: systemPrincipal, outcome: settled.state }
        const decided = await decide(tx, job, event, settled)
        return decided.ok && !isJobOver(jobStateOf(decided.job))
      }),
  }
}
export type BulkJobs = ReturnType<typeof createJobs>
