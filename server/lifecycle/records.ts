import { sql, type Transaction } from 'kysely'
import type { Principal } from '../../src/domain/principal.ts'
import { type StatusName, statusOf } from '../../src/domain/status.ts'
import { factsToWire } from '../../src/domain/wire/facts.ts'
import {
  activityOf,
  type Facts,
  type LifecycleEffect,
  type LifecycleEventType,
} from '../../src/machines/submission-lifecycle/index.ts'
import type { Database } from '../database/schema.ts'
import { actorRecord } from '../decisions/records.ts'
import type { SubmissionRecord } from './submissionRow.ts'

type Tx = Transaction<Database>

/** An effect of a decision. Whoever applies it twice sees the same key, so that it counts once. */
export type KeyedEffect = LifecycleEffect & { key: string }

/** What a decision leaves behind besides the submission's own row. */
export interface Recorded {
  submissionId: string
  collectionId: string
  instId: string
  event: LifecycleEventType
  from: StatusName
  to: StatusName
  /** Number of the event in the submission's history: the submission's version after it. */
  sequence: number
  actor: Principal
  /** What the event said besides type and actor. */
  payload: Record<string, unknown>
  /** What the guards read. */
  facts: Facts
  effects: readonly KeyedEffect[]
  at: Date
  detail: Record<string, unknown>
}

/** One row of the submission's history. */
export const recordEvent = async (tx: Tx, entry: Recorded): Promise<void> => {
  await tx
    .insertInto('submission_event')
    .values({
      submission_id: entry.submissionId,
      inst_id: entry.instId,
      sequence: entry.sequence,
      event: entry.event,
      from_status_id: statusOf(entry.from).id,
      to_status_id: statusOf(entry.to).id,
      actor: JSON.stringify(actorRecord(entry.actor)),
      payload: JSON.stringify(entry.payload),
      facts: JSON.stringify(factsToWire(entry.facts)),
      occurred_utc: entry.at,
      detail: JSON.stringify(entry.detail),
      effects: JSON.stringify(entry.effects),
    })
    .execute()
}

/** The line of the activity log, for events that people read about. The uploader stands for what the store reports. */
export const recordActivity = async (
  tx: Tx,
  entry: Recorded,
  file: Pick<SubmissionRecord, 'fileName' | 'uploadedBy' | 'uploaderOrganisationId'>,
): Promise<void> => {
  const type = activityOf(entry.event, entry.facts)
  if (type === undefined) return
  await tx
    .insertInto('activity_log')
    .values({
      collection_id: entry.collectionId,
      inst_id: entry.instId,
      submission_id: entry.submissionId,
      type_id: type,
      created_utc: entry.at,
      username: entry.actor.kind === 'user' ? entry.actor.name : file.uploadedBy,
      organisation_id: entry.actor.kind === 'user' ? entry.actor.organisationId : file.uploaderOrganisationId,
      filename: file.fileName,
      detail: JSON.stringify({ from: statusOf(entry.from).id, to: statusOf(entry.to).id }),
    })
    .execute()
}

/** Everything that this provider's decisions of one collection and mode wait for: one after the other. */
export const lockProvider = async (
  tx: Tx,
  subject: { collectionId: string; instId: string; mode: string },
): Promise<void> => {
  const name = `${subject.collectionId}/${subject.instId}/${subject.mode}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** The same for the provider of a submission, in one statement; false where there is no such submission. */
export const lockProviderOf = async (tx: Tx, submissionId: string): Promise<boolean> => {
  const { rows } = await sql`
    select pg_advisory_xact_lock(hashtextextended(collection_id || '/' || inst_id || '/' || mode, 0))
    from submission where id = ${submissionId}::uuid`.execute(tx)
  return rows.length > 0
}
