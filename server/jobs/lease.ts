import { sql, type Transaction } from 'kysely'
import type { Stage } from '../../src/machines/submission-lifecycle/index.ts'
import type { Message } from '../../src/messages/message.ts'
import type { Database } from '../database/schema.ts'
import { toColumn } from '../messages.ts'

type Tx = Transaction<Database>

/** Another worker has taken the stage since, or it was withdrawn: what this attempt made does not count. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
  constructor(submissionId: string, stage: Stage) {
    super(`The stage ${stage} of submission ${submissionId} is not held by this worker any more.`)
  }
}

/** One attempt at a stage. The token grows with every attempt, over all jobs of a submission's stage. */
export interface Attempt {
  submissionId: string
  stage: Stage
  fencingToken: number
}

/** Takes the stage for a worker; every earlier attempt's fencing token is outdated from the commit on. */
export const takeLease = async (
  tx: Tx,
  of: { submissionId: string; stage: Stage; worker: string; at: Date },
): Promise<Attempt> => {
  const { submissionId, stage, worker, at } = of
  const { rows } = await sql<{ token: number }>`
    with lease as (
      insert into stage_lease (submission_id, stage, fencing_token, worker, taken_utc)
      values (${submissionId}::uuid, ${stage}, 1, ${worker}, ${at})
      on conflict (submission_id, stage) do update
        set fencing_token = stage_lease.fencing_token + 1, worker = excluded.worker, taken_utc = excluded.taken_utc
      returning *
    )
    insert into stage_attempt (submission_id, stage, fencing_token, worker, started_utc)
    select submission_id, stage, fencing_token, worker, taken_utc from lease
    returning fencing_token as token`.execute(tx)
  const [lease] = rows
  if (!lease) throw new Error('The lease could not be taken.')
  return { submissionId, stage, fencingToken: Number(lease.token) }
}

/** The last attempt at a stage; undefined when no worker has begun it. */
export const lastAttempt = async (
  tx: Tx,
  submissionId: string,
  stage: Stage,
): Promise<Attempt | undefined> => {
  const { rows } = await sql<{ token: number }>`select fencing_token as token from stage_lease
    where submission_id = ${submissionId}::uuid and stage = ${stage}`.execute(tx)
  return rows[0] && { submissionId, stage, fencingToken: Number(rows[0].token) }
}

/** Keeps the words of a fault of the system with the attempt in which it happened. */
export const recordFault = async (
  tx: Tx,
  { submissionId, stage, fencingToken }: Attempt,
  fault: { reason: Message | string; at: Date },
): Promise<void> => {
  await sql`update stage_attempt set fault = ${toColumn(fault.reason)}, faulted_utc = ${fault.at}
    where submission_id = ${submissionId}::uuid and stage = ${stage} and fencing_token = ${fencingToken}`.execute(
    tx,
  )
}

/**
 * Stores the result of a stage, once. Throws LeaseLost when there is a later attempt or the result stands already, so
 * that the transaction of an outdated worker rolls back.
 */
export const storeResult = async (
  tx: Tx,
  attempt: Attempt,
  result: { outcome: 'PASSED' | 'FAILED' | 'ERRORED'; detail: Record<string, unknown>; at: Date },
): Promise<void> => {
  const { submissionId, stage, fencingToken } = attempt
  const held = await sql<{ token: number }>`select fencing_token as token from stage_lease
    where submission_id = ${submissionId}::uuid and stage = ${stage} for update`.execute(tx)
  if (Number(held.rows[0]?.token) !== fencingToken) throw new LeaseLost(submissionId, stage)
  const stored = await sql`
    insert into stage_result (submission_id, stage, fencing_token, outcome, detail, completed_utc)
    values (${submissionId}::uuid, ${stage}, ${fencingToken}, ${result.outcome}, ${JSON.stringify(result.detail)}::jsonb,
      ${result.at})
    on conflict (submission_id, stage) do update
      set fencing_token = excluded.fencing_token, outcome = excluded.outcome, detail = excluded.detail,
        completed_utc = excluded.completed_utc
      where stage_result.outcome = 'ERRORED'
    returning fencing_token`.execute(tx)
  if (stored.rows.length === 0) throw new LeaseLost(submissionId, stage)
}

/** Stages leased by workers whose names begin so that have no result yet: what a dead worker leaves behind. */
export const stagesHeldBy = async (
  tx: Tx,
  workerPrefix: string,
): Promise<{ submissionId: string; stage: Stage }[]> => {
  const { rows } = await sql<{ submissionId: string; stage: Stage }>`
    select l.submission_id as "submissionId", l.stage from stage_lease l
    where starts_with(l.worker, ${workerPrefix}) and not exists (
      select 1 from stage_result r
      where r.submission_id = l.submission_id and r.stage = l.stage and r.fencing_token = l.fencing_token
    )`.execute(tx)
  return rows
}
