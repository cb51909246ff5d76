import { sql, type Transaction } from 'kysely'
import type { UserActor } from '../../src/domain/actor.ts'
import type { Lane, SequenceMessage } from '../../src/domain/wire/inspection.ts'
import type { Database } from '../database/schema.ts'
import { type EventRow, entryFor } from './history.ts'

type Tx = Transaction<Database>

/** Where an event comes from: people act in the browser, the store reports files, the rest is work of the worker. */
const sourceOf = (row: EventRow): Lane => {
  if (row.actor.kind === 'user') return 'browser'
  if (row.event === 'FILE_STORED') return 'store'
  const isOfStep = /_(STARTED|PASSED|FAILED|ERRORED|COMPLETED)$/.test(row.event)
  return isOfStep && !row.event.startsWith('UPLOAD') ? 'worker' : 'api'
}

const eventMessages = (viewer: UserActor, rows: readonly EventRow[]): SequenceMessage[] =>
  rows.map(row => {
    const { actor, payload, detail, checks, sequence, occurredAt } = entryFor(viewer, row)
    return {
      at: occurredAt,
      from: sourceOf(row),
      to: 'api',
      kind: 'event',
      name: row.event,
      actor: actor.name,
      sequence,
      payload: {
        ...payload,
        ...detail,
        guards: Object.fromEntries(checks.map(check => [check.guard, check.holds])),
      },
    }
  })

interface Promised {
  kind: string
  payload: Record<string, unknown>
  created_utc: Date
}

/** Work that decisions have promised: steps for the worker, removals for the store. */
const promisedMessages = async (tx: Tx, submissionId: string): Promise<SequenceMessage[]> => {
  const { rows } = await sql<Promised>`select kind, payload, created_utc from outbox
    where submission_id = ${submissionId}::uuid order by id`.execute(tx)
  return rows.map(({ kind, payload, created_utc }) => {
    const { type: _, ...rest } = payload
    return {
      at: created_utc.toISOString(),
      from: 'api',
      to: kind === 'discardFile' ? 'store' : 'worker',
      kind: 'work',
      name: kind,
      actor: null,
      sequence: null,
      payload: rest,
    }
  })
}

interface Taken {
  step: string
  worker: string
  fence: number
  taken_utc: Date
  fault: string | null
  faulted_utc: Date | null
  outcome: string | null
  completed_utc: Date | null
}

/** Every taking of a step by a worker and what came of it: a result, a fault, or nothing when the worker was lost. */
const workMessages = async (tx: Tx, submissionId: string): Promise<SequenceMessage[]> => {
  const { rows } =
    await sql<Taken>`select t.step, t.worker, t.fence::int as fence, t.taken_utc, t.fault, t.faulted_utc, r.outcome, r.completed_utc
    from step_taking t left join step_result r
      on r.submission_id = t.submission_id and r.step = t.step and r.fence = t.fence
    where t.submission_id = ${submissionId}::uuid order by t.taken_utc, t.step, t.fence`.execute(tx)
  return rows.flatMap(
    ({ step, worker, fence, taken_utc, fault, faulted_utc, outcome, completed_utc }): SequenceMessage[] => [
      {
        at: taken_utc.toISOString(),
        from: 'worker',
        to: 'store',
        kind: 'taking',
        name: step,
        actor: worker,
        sequence: null,
        payload: { fence },
      },
      ...(faulted_utc
        ? [
            {
              at: faulted_utc.toISOString(),
              from: 'worker' as const,
              to: 'api' as const,
              kind: 'fault' as const,
              name: step,
              actor: worker,
              sequence: null,
              payload: { fence, reason: fault },
            },
          ]
        : []),
      ...(completed_utc && outcome !== null
        ? [
            {
              at: completed_utc.toISOString(),
              from: 'worker' as const,
              to: 'api' as const,
              kind: 'result' as const,
              name: step,
              actor: worker,
              sequence: null,
              payload: { outcome, fence },
            },
          ]
        : []),
    ],
  )
}

interface LiveRow {
  sequence: number
  payload: { type: string; submissionId?: string; status?: { code: string } }
  created_utc: Date
}

const liveMessages = async (tx: Tx, submissionId: string, instId: string): Promise<SequenceMessage[]> => {
  const { rows } = await sql<LiveRow>`select sequence::int as sequence, payload, created_utc from live_message
    where inst_id = ${instId} and payload ->> 'submissionId' = ${submissionId}
      and payload ->> 'type' = 'FILE_EVENT' order by sequence`.execute(tx)
  return rows.map(({ sequence, payload, created_utc }) => ({
    at: created_utc.toISOString(),
    from: 'api',
    to: 'browser',
    kind: 'live',
    name: payload.type,
    actor: null,
    sequence: null,
    payload: { number: sequence, ...(payload.status ? { status: payload.status.code } : {}) },
  }))
}

interface RefusedRow {
  action: string
  actor_id: string
  status: number
  reason: string | null
  occurred_utc: Date
}

const refusals = async (tx: Tx, submissionId: string): Promise<SequenceMessage[]> => {
  const { rows } = await sql<RefusedRow>`select action, actor_id, status, reason, occurred_utc from audit_line
    where subject = ${submissionId} and outcome = 'refused' order by id`.execute(tx)
  return rows.map(({ action, actor_id, status, reason, occurred_utc }) => ({
    at: occurred_utc.toISOString(),
    from: 'browser',
    to: 'api',
    kind: 'refusal',
    name: action,
    actor: actor_id,
    sequence: null,
    payload: { status, reason },
  }))
}

/**
 * At one moment a decision comes before what it promised, that before what became of it, and that before what was told.
 * What became of it is in order already.
 */
const rank: Readonly<Record<SequenceMessage['kind'], number>> = {
  refusal: 0,
  event: 1,
  work: 2,
  taking: 3,
  fault: 3,
  result: 3,
  live: 4,
}

/**
 * Every message about a submission between the parts of the system. Reads tables of the system: call it with the scope
 * 'all', after access was decided. Refusals name people and are for the agency.
 */
export const sequenceOf = async (
  tx: Tx,
  viewer: UserActor,
  submission: { id: string; instId: string },
  events: readonly EventRow[],
): Promise<SequenceMessage[]> => {
  const isAgency = viewer.organisationType === 'agency'
  const messages = [
    ...eventMessages(viewer, events),
    ...(await promisedMessages(tx, submission.id)),
    ...(await workMessages(tx, submission.id)).map(message =>
      isAgency ? message : { ...message, actor: 'Worker' },
    ),
    ...(await liveMessages(tx, submission.id, submission.instId)),
    ...(isAgency ? await refusals(tx, submission.id) : []),
  ]
  return messages.sort((one, other) => one.at.localeCompare(other.at) || rank[one.kind] - rank[other.kind])
}
