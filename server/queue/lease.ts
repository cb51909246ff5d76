import { sql, type Transaction } from 'kysely'
import type { Step } from '../../src/machines/submission-lifecycle/index.ts'
import type { Database } from '../database/schema.ts'

type Tx = Transaction<Database>

/** Another worker has taken the step since: what this one made does not count. */
export class FenceLost extends Error {
  override readonly name = 'FenceLost'
  constructor(submissionId: string, step: Step) {
    super(`The step ${step} of submission ${submissionId} was taken up by another worker.`)
  }
}

export interface Lease {
  /** Grows with every taking; only the newest may store a result. */
  fence: number
  /** Faults of the system so far. */
  faults: number
}

/** Takes the step for a worker; every earlier holder's fence is old from the commit on. */
export const takeLease = async (
  tx: Tx,
  of: { submissionId: string; step: Step; worker: string; at: Date },
): Promise<Lease> => {
  const { rows } = await sql<{ fence: number; faults: number }>`
    insert into step_lease (submission_id, step, fence, worker, taken_utc, attempts)
    values (${of.submissionId}::uuid, ${of.step}, 1, ${of.worker}, ${of.at}, 0)
    on conflict (submission_id, step) do update
      set fence = step_lease.fence + 1, worker = excluded.worker, taken_utc = excluded.taken_utc
    returning fence, attempts as faults`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error('The lease could not be taken.')
  await tx
    .insertInto('step_taking')
    .values({
      submission_id: of.submissionId,
      step: of.step,
      fence: Number(row.fence),
      worker: of.worker,
      taken_utc: of.at,
    })
    .execute()
  return { fence: Number(row.fence), faults: row.faults }
}

/** Counts a fault of the system, and keeps its words with the taking in which it happened. */
export const countFault = async (
  tx: Tx,
  of: { submissionId: string; step: Step; fence: number; reason: string; at: Date },
): Promise<void> => {
  await sql`update step_lease set attempts = attempts + 1
    where submission_id = ${of.submissionId}::uuid and step = ${of.step}`.execute(tx)
  await sql`update step_taking set fault = ${of.reason}, faulted_utc = ${of.at}
    where submission_id = ${of.submissionId}::uuid and step = ${of.step} and fence = ${of.fence}`.execute(tx)
}

/** Whether the step has a result that stands: passed, or failed by the file's own fault. */
export const hasResult = async (tx: Tx, submissionId: string, step: Step): Promise<boolean> => {
  const { rows } = await sql`select 1 from step_result
    where submission_id = ${submissionId}::uuid and step = ${step} and outcome <> 'ERRORED'`.execute(tx)
  return rows.length > 0
}

/**
 * Stores the result of a step, once. Throws FenceLost when a later taking exists or the result stands already, so that
 * the transaction of a worker that came back from the dead leaves nothing.
 */
export const storeResult = async (
  tx: Tx,
  result: {
    submissionId: string
    step: Step
    fence: number
    outcome: 'PASSED' | 'FAILED' | 'ERRORED'
    detail: Record<string, unknown>
    at: Date
  },
): Promise<void> => {
  const { submissionId, step, fence, outcome } = result
  const held = await sql<{ fence: number }>`select fence from step_lease
    where submission_id = ${submissionId}::uuid and step = ${step} for update`.execute(tx)
  if (Number(held.rows[0]?.fence) !== fence) throw new FenceLost(submissionId, step)
  const stored = await sql`
    insert into step_result (submission_id, step, fence, outcome, detail, completed_utc)
    values (${submissionId}::uuid, ${step}, ${fence}, ${outcome}, ${JSON.stringify(result.detail)}::jsonb, ${result.at})
    on conflict (submission_id, step) do update
      set fence = excluded.fence, outcome = excluded.outcome, detail = excluded.detail, completed_utc = excluded.completed_utc
      where step_result.outcome = 'ERRORED'
    returning fence`.execute(tx)
  if (stored.rows.length === 0) throw new FenceLost(submissionId, step)
}

/** The steps that a worker held and that have no result of its taking: what it leaves behind when it dies. */
export const stepsHeldBy = async (
  tx: Tx,
  workerPrefix: string,
): Promise<{ submissionId: string; step: Step }[]> => {
  const { rows } = await sql<{ submissionId: string; step: Step }>`
    select l.submission_id as "submissionId", l.step from step_lease l
    where starts_with(l.worker, ${workerPrefix}) and not exists (
      select 1 from step_result r where r.submission_id = l.submission_id and r.step = l.step and r.fence = l.fence
    )`.execute(tx)
  return rows
}
