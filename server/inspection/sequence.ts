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
  attempts: number
  taken_utc: Date
  outcome: string | null
  completed_utc: Date | null
}

/** Steps as workers took them and what came of them. A step that was taken again shows by its fence. */
const workMessages = async (tx: Tx, submissionId: string): Promise<SequenceMessage[]> => {
  const { rows } =
    await sql<Taken>`select l.step, l.worker, l.fence::int as fence, l.attempts, l.taken_utc, r.outcome, r.completed_utc
    from step_lease l left join step_result r on r.submission_id = l.submission_id and r.step = l.step
    where l.submission_id = ${submissionId}::uuid`.execute(tx)
  return rows.flatMap(
    ({ step, worker, fence, attempts, taken_utc, outcome, completed_utc }): SequenceMessage[] => [
      {
        at: taken_utc.toISOString(),
        from: 'worker',
        to: 'store',
        kind: 'taking',
        name: step,
        actor: worker,
        sequence: null,
        payload: { fence, faults: attempts },
      },
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

/** At one moment a decision comes before what it promised, and that before what it told. */
const order = ['refusal', 'event', 'work', 'taking', 'result', 'live']

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
  return messages.sort(
    (one, other) => one.at.localeCompare(other.at) || order.indexOf(one.kind) - order.indexOf(other.kind),
  )
}
