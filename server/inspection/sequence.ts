import { sql, type Transaction } from 'kysely'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { readsFaults } from '../../src/domain/privacy.ts'
import type { Lane, SequenceMessage } from '../../src/domain/wire/inspection.ts'
import { type LifecycleEffect, stageOfEvent } from '../../src/machines/submission-lifecycle/index.ts'
import { message } from '../../src/messages/message.ts'
import type { Language } from '../../src/messages/messages.ts'
import type { Database } from '../database/schema.ts'
import { fromColumn, inLanguage } from '../messages.ts'
import { entryFor, type NamedEventRow } from './history.ts'

type Tx = Transaction<Database>

/** Where an event comes from: people act in the browser, the store reports files, the rest is work of the worker. */
const sourceOf = (row: NamedEventRow): Lane => {
  if (row.actor.kind === 'user') return 'browser'
  if (row.event === 'FILE_STORED') return 'store'
  const isOfWorker = stageOfEvent(row.event) !== undefined || row.event === 'QUALITY_PROCESSING_COMPLETED'
  return isOfWorker ? 'worker' : 'api'
}

const eventMessages = (
  viewer: UserPrincipal,
  rows: readonly NamedEventRow[],
  language: Language,
): SequenceMessage[] =>
  rows.map(row => {
    const { actor, payload, detail, checks, sequence, occurredAt } = entryFor(viewer, row, language)
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

interface KeptEffect {
  /** One of an earlier release may have a name that this one no longer knows. */
  type: string
  key: string
}

/** Who carries out each effect as a job; null: the deciding transaction does it itself. */
const recipients: Readonly<Record<LifecycleEffect['type'], Lane | null>> = {
  enqueueStage: 'worker',
  discardFile: 'store',
  armUploadTimer: 'api',
  discardContentLater: 'api',
  raiseIssues: 'api',
  disarmUploadTimer: null,
  withdrawWork: null,
  takeSpecification: null,
  supersedePrevious: null,
  createCopy: null,
  refuseForm: null,
  notify: null,
}
const recipientOf = (type: string): Lane | null =>
  Object.hasOwn(recipients, type) ? recipients[type as LifecycleEffect['type']] : null

/** Jobs that decisions have sent: stages, removals, deadlines and issues to raise. */
const jobMessages = async (tx: Tx, submissionId: string): Promise<SequenceMessage[]> => {
  const { rows } = await sql<{ effects: KeptEffect[]; occurred_utc: Date }>`
    select effects, occurred_utc from submission_event
    where submission_id = ${submissionId}::uuid order by sequence`.execute(tx)
  return rows.flatMap(({ effects, occurred_utc }) =>
    effects.flatMap(({ type, ...payload }): SequenceMessage[] => {
      const to = recipientOf(type)
      if (to === null) return []
      const at = occurred_utc.toISOString()
      return [{ at, from: 'api', to, kind: 'work', name: type, actor: null, sequence: null, payload }]
    }),
  )
}

interface AttemptRow {
  stage: string
  worker: string
  fencingToken: number
  started_utc: Date
  fault: string | null
  faulted_utc: Date | null
  outcome: string | null
  completed_utc: Date | null
}

/** Every attempt at a stage and what came of it: a result, a fault, or nothing when the worker was lost. */
const attemptMessages = async (
  tx: Tx,
  viewer: UserPrincipal,
  submissionId: string,
  language: Language,
): Promise<SequenceMessage[]> => {
  const { rows } =
    await sql<AttemptRow>`select a.stage, a.worker, a.fencing_token::int as "fencingToken", a.started_utc, a.fault, a.faulted_utc,
      r.outcome, r.completed_utc
    from stage_attempt a left join stage_result r using (submission_id, stage, fencing_token)
    where a.submission_id = ${submissionId}::uuid order by a.started_utc, a.stage, a.fencing_token`.execute(
      tx,
    )
  return rows.flatMap(
    ({
      stage,
      worker,
      fencingToken,
      started_utc,
      fault,
      faulted_utc,
      outcome,
      completed_utc,
    }): SequenceMessage[] => [
      {
        at: started_utc.toISOString(),
        from: 'worker',
        to: 'store',
        kind: 'attempt',
        name: stage,
        actor: worker,
        sequence: null,
        payload: { fencingToken },
      },
      ...(faulted_utc
        ? [
            {
              at: faulted_utc.toISOString(),
              from: 'worker' as const,
              to: 'api' as const,
              kind: 'fault' as const,
              name: stage,
              actor: worker,
              sequence: null,
              payload: {
                fencingToken,
                ...(readsFaults(viewer) && { reason: inLanguage(language, fromColumn(fault ?? '')) }),
              },
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
              name: stage,
              actor: worker,
              sequence: null,
              payload: { outcome, fencingToken },
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
 * Of one moment: the decision, its jobs, what came of them, and the live message. Attempts are in order already.
 */
const rank: Readonly<Record<SequenceMessage['kind'], number>> = {
  refusal: 0,
  event: 1,
  work: 2,
  attempt: 3,
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
  viewer: UserPrincipal,
  submission: { id: string; instId: string },
  events: readonly NamedEventRow[],
  language: Language,
): Promise<SequenceMessage[]> => {
  const isAgency = viewer.organisationType === 'agency'
  const messages = [
    ...eventMessages(viewer, events, language),
    ...(await jobMessages(tx, submission.id)),
    ...(await attemptMessages(tx, viewer, submission.id, language)).map(entry =>
      isAgency ? entry : { ...entry, actor: inLanguage(language, message('server', 'history.worker')) },
    ),
    ...(await liveMessages(tx, submission.id, submission.instId)),
    ...(isAgency ? await refusals(tx, submission.id) : []),
  ]
  return messages.sort((one, other) => one.at.localeCompare(other.at) || rank[one.kind] - rank[other.kind])
}
