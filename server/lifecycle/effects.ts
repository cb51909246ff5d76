import { addHours } from 'date-fns/addHours'
import { sql, type Transaction } from 'kysely'
import type { LifecycleEffect } from '../../src/machines/submission-lifecycle/index.ts'
import type { Database } from '../database/schema.ts'
import type { JobQueue } from '../jobs/queue.ts'
import { kept } from '../limits.ts'
import type { KeyedEffect } from './records.ts'
import type { SubmissionRecord } from './submissionRow.ts'

type Tx = Transaction<Database>

/** An effect of an event with its key: event and effect of a submission name it for good. */
export const keyed = (
  { id, version }: Pick<SubmissionRecord, 'id' | 'version'>,
  effect: LifecycleEffect,
): KeyedEffect => ({
  ...effect,
  key: [id, version, effect.type, ...('stage' in effect ? [effect.stage] : [])].join('/'),
})

/** What effects change in the submission's own row: written by the statement that writes its step. */
export const columnsOf = (
  effects: readonly LifecycleEffect[],
  { collectionId }: Pick<SubmissionRecord, 'collectionId'>,
) => {
  const isAskedFor = (type: LifecycleEffect['type']) => effects.some(effect => effect.type === type)
  return {
    ...(isAskedFor('withdrawWork') ? { progress: null } : {}),
    ...(isAskedFor('takeSpecification')
      ? {
          specification_id: sql<
            number | null
          >`(select c.specification_id from collection c where c.id = ${collectionId})`,
        }
      : {}),
  }
}

interface Of {
  after: SubmissionRecord
  at: Date
}

/** The effects that are work of the queue. */
export const queueEffects = (queue: JobQueue) => ({
  armUploadTimer: async (tx: Tx, { after: { id, uploadExpires } }: Of) => {
    // An upload without an end would hold back every other one.
    if (!uploadExpires) throw new Error(`The upload of submission ${id} has no end.`)
    await queue.armDeadline(tx, 'UPLOAD_EXPIRED', id, uploadExpires)
  },
  disarmUploadTimer: (tx: Tx, { after: { id } }: Of) => queue.disarmDeadline(tx, 'UPLOAD_EXPIRED', id),
  discardContentLater: (tx: Tx, { after: { id }, at }: Of) =>
    queue.armDeadline(tx, 'DISCARD_CONTENT', id, addHours(at, kept.contentWithoutRightHours)),
  enqueueStage: (
    tx: Tx,
    { after: { id: submissionId, version, instId, mode } }: Of,
    effect: Extract<LifecycleEffect, { type: 'enqueueStage' }>,
  ) =>
    queue.enqueueStage(
      tx,
      { submissionId, instId, mode, stage: effect.stage },
      keyed({ id: submissionId, version }, effect).key,
    ),
  withdrawWork: (tx: Tx, { after: { id } }: Of) => queue.withdraw(tx, id),
  discardFile: (tx: Tx, { after }: Of, effect: LifecycleEffect) =>
    queue.enqueueDiscard(tx, { submissionId: after.id }, keyed(after, effect).key),
  raiseIssues: (tx: Tx, { after }: Of, effect: LifecycleEffect) =>
    queue.enqueueIssues(tx, { submissionId: after.id }, keyed(after, effect).key),
})
