import { sql, type Transaction } from 'kysely'
import { isJobOver } from '../../src/domain/job.ts'
import { jobChart } from '../../src/machines/job/index.ts'
import { message } from '../../src/messages/message.ts'
import type { Database } from '../database/schema.ts'
import { createDecider, type Decided } from '../decisions/decider.ts'
import { actorRecord } from '../decisions/records.ts'
import { keepImpact } from '../impact/index.ts'
import type { JobQueue } from '../jobs/index.ts'
import { publishToParty } from '../live/publish.ts'
import {
  factsOfJob,
  findJob,
  insertRows,
  type JobRecord,
  jobStateOf,
  leaveRows,
  lockJob,
  type NewRow,
  rowNamed,
  rowSummary,
  type SettledRow,
  settleRow,
} from './jobRow.ts'

type Tx = Transaction<Database>

export type DecidedJob = Decided<JobRecord>

const insertJob = async (tx: Tx, job: JobRecord, rows: readonly NewRow[]): Promise<void> => {
  await sql`insert into job
      (id, kind, collection_id, specification_id, place, version, actor, with_submitted, created_utc)
    values (${job.id}::uuid, ${job.kind}, ${job.collectionId}, ${job.specificationId}, ${job.place}, ${job.version},
      ${JSON.stringify(actorRecord(job.actor))}::jsonb, ${job.withSubmitted}, ${job.created})`.execute(tx)
  await insertRows(tx, job, rows)
}

const updateJob = (tx: Tx, { id, place, version, started, ended }: JobRecord): Promise<unknown> =>
  sql`update job set place = ${place}, version = ${version}, started_utc = ${started}, ended_utc = ${ended}
    where id = ${id}::uuid`.execute(tx)

/** Decides events of jobs; the row that an event is about is settled with it. */
export const jobDecider = ({
  clock,
  queue,
}: {
  clock: { now: () => Date }
  queue: Pick<JobQueue, 'enqueueBulk' | 'enqueueOutputs'>
}) =>
  createDecider(jobChart)<string, JobRecord, { rows: readonly NewRow[]; row: SettledRow }>({
    clock,
    lock: lockJob,
    notFound: message('server', 'noJob'),
    placeOf: ({ place }) => place,
    subject: ({ id }) => ({ id }),
    facts: (tx, { before }) => factsOfJob(tx, before),
    next: ({ before, event, to, at }) => ({
      ...before,
      place: to,
      version: before.version + 1,
      started: event.type === 'START' ? at : before.started,
      ended: isJobOver(to) ? at : before.ended,
    }),
    write: (tx, { after, input: { rows } }) => (rows ? insertJob(tx, after, rows) : updateJob(tx, after)),
    history: {
      sequence: ({ version }) => version,
      payload: ({ input: { row } }) => (row ? rowNamed(row) : {}),
    },
    audit: {
      action: type => `JOB_${type}`,
      detail: ({ from, to, facts, after: { kind, reference, withSubmitted } }) => ({
        from,
        to,
        kind,
        collection: reference,
        providers: facts.waiting,
        withSubmitted,
      }),
      // Each row has the line of the lifecycle's own decision.
      isLeftOut: ({ type }, made) => made !== undefined && type === 'ROW_SETTLED',
    },
    effects: {
      enqueueJob: (tx, { after: { id, kind } }) =>
        (kind === 'IRIS' ? queue.enqueueOutputs : queue.enqueueBulk)(tx, { jobId: id }, `job:${id}`),
      keepRow: async (tx, { after, input: { row }, at }) => {
        if (row) await settleRow(tx, after, row, at)
        if (row?.findings) await keepImpact(tx, after.id, row.instId, row.findings)
      },
      leaveRows: (tx, { after, at }) => leaveRows(tx, after, at),
    },
    reread: async (tx, { after: { id } }) => {
      const after = await findJob(tx, id)
      if (!after) throw new Error(`The job ${id} is gone.`)
      return { after }
    },
    announce: (tx, { after: job, input: { row }, at }) =>
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
      ),
  })
