import { sql, type Transaction } from 'kysely'
import { isJobOver } from '../../src/domain/job.ts'
import { type Problem, problem } from '../../src/domain/problem.ts'
import {
  explainJob,
  type JobEffect,
  type JobEvent,
  type JobFacts,
  stepJob,
} from '../../src/machines/job/index.ts'
import type { Message } from '../../src/messages/message.ts'
import type { Database } from '../database/schema.ts'
import { keepImpact } from '../impact/index.ts'
import type { JobQueue } from '../jobs/index.ts'
import { actorRecord, recordAudit } from '../lifecycle/records.ts'
import { publishToParty } from '../live/publish.ts'
import { inEnglish } from '../messages.ts'
import {
  factsOfJob,
  findJob,
  type JobRecord,
  jobStateOf,
  leaveRows,
  rowNamed,
  rowSummary,
  type SettledRow,
  settleRow,
} from './jobRow.ts'

type Tx = Transaction<Database>

/** A granted decision, or the problem that refused it. */
export type DecidedJob = { ok: true; job: JobRecord } | { ok: false; problem: Problem }

/**
 * The only writer of decisions about jobs: it asks the chart, and writes row, history, audit line, queue and live message in the
 * caller's transaction, which holds the job.
 */
export const createJobWriter = (options: {
  clock: { now: () => Date }
  queue: Pick<JobQueue, 'enqueueBulk' | 'enqueueOutputs'>
}) => {
  const { clock, queue } = options

  const publish = (tx: Tx, job: JobRecord, at: Date, row?: SettledRow): void =>
    publishToParty(
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
        ...(row ? { row: rowSummary(row) } : {}),
        occurredAt: at.toISOString(),
      },
      at,
    )

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
          await (job.kind === 'IRIS' ? queue.enqueueOutputs : queue.enqueueBulk)(
            tx,
            { jobId: job.id },
            `job:${job.id}`,
          )
          break
        case 'keepRow':
          if (row) await settleRow(tx, job, row, at)
          if (row?.findings) await keepImpact(tx, job.id, row.instId, row.findings)
          break
        case 'leaveRows':
          await leaveRows(tx, job, at)
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
        ended_utc = case when ${isJobOver(place)} then ${at}::timestamptz else ended_utc end
      where id = ${before.id}::uuid`.execute(tx)
    await recordEvent(tx, before, event, { place, version, facts, effects, row, at })
    await applyEffects(tx, before, effects, row, at)
    const job = await findJob(tx, before.id)
    if (!job) throw new Error(`The job ${before.id} is gone.`)
    publish(tx, job, at, row)
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
    const kept = { ...payload, ...(row ? rowNamed(row) : {}) }
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

  return { decide, refuse }
}
