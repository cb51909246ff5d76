import { addHours } from 'date-fns/addHours'
import { sql, type Transaction } from 'kysely'
import type { LifecycleEffect, Stepped } from '../../src/machines/submission-lifecycle/index.ts'
import type { Database } from '../database/schema.ts'
import type { JobQueue } from '../jobs/queue.ts'
import type { KeyedEffect } from './records.ts'
import type { SubmissionRecord } from './submissionRow.ts'

/** Hours that a file without right to process is kept (reference §7.1). */
const discardAfterHours = 24

/** The effects of an event with their keys: event and effect of a submission name each of them for good. */
export const keyed = (submission: SubmissionRecord, { effects }: Stepped): KeyedEffect[] =>
  effects.map(effect => ({
    ...effect,
    key: [submission.id, submission.version, effect.type, ...('stage' in effect ? [effect.stage] : [])].join(
      '/',
    ),
  }))

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

/** Applies the effects that are work of the queue; of the others nothing is left to do here. */
export const createEffects =
  (queue: JobQueue) =>
  async (
    tx: Transaction<Database>,
    submission: SubmissionRecord,
    effect: KeyedEffect,
    at: Date,
  ): Promise<void> => {
    const { id: submissionId, instId, mode, uploadExpires } = submission
    switch (effect.type) {
      case 'armUploadTimer':
        // An upload without an end would hold back every other one.
        if (!uploadExpires) throw new Error(`The upload of submission ${submissionId} has no end.`)
        return queue.armDeadline(tx, 'UPLOAD_EXPIRED', submissionId, uploadExpires)
      case 'disarmUploadTimer':
        return queue.disarmDeadline(tx, 'UPLOAD_EXPIRED', submissionId)
      case 'discardContentLater':
        return queue.armDeadline(tx, 'DISCARD_CONTENT', submissionId, addHours(at, discardAfterHours))
      case 'enqueueStage':
        return queue.enqueueStage(tx, { submissionId, instId, mode, stage: effect.stage }, effect.key)
      case 'withdrawWork':
        return queue.withdraw(tx, submissionId)
      case 'discardFile':
        return queue.enqueueDiscard(tx, { submissionId }, effect.key)
      case 'raiseIssues':
        return queue.enqueueIssues(tx, { submissionId }, effect.key)
      case 'takeSpecification':
        // In the row: see `columnsOf`.
        return
      case 'supersedePrevious':
      case 'createCopy':
      case 'notify':
        // Steps of other submissions, and what is told at the end: see `write`.
        return
      default:
        effect satisfies never
    }
  }
