import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { systemPrincipal } from '../../src/domain/principal.ts'
import { statusOf } from '../../src/domain/status.ts'
import { changesWhoReturns } from '../../src/domain/transfer.ts'
import {
  type Facts,
  type LifecycleEffect,
  type LifecycleEvent,
  lifecycleChart,
} from '../../src/machines/submission-lifecycle/index.ts'
import { type Message, message } from '../../src/messages/message.ts'
import { forgetArtefacts } from '../database/queries/artefacts.ts'
import type { Database } from '../database/schema.ts'
import { createDecider, type Decision } from '../decisions/decider.ts'
import { actorName } from '../decisions/records.ts'
import type { JobQueue } from '../jobs/queue.ts'
import { fileEventOf, publish } from '../live/publish.ts'
import { toColumn } from '../messages.ts'
import { notifyOfSubmission } from '../notices/index.ts'
import { notifySenders } from '../transfers/renew.ts'
import type { WebhookQueue } from '../webhooks/decide.ts'
import { notifyWebhooks } from '../webhooks/notify.ts'
import { columnsOf, keyed, queueEffects } from './effects.ts'
import { gatherFacts } from './facts.ts'
import { lockProviderOf, recordActivity, recordEvent } from './records.ts'
import { findSubmission, lockLatest, lockSubmission, type SubmissionRecord } from './submissionRow.ts'

type Tx = Transaction<Database>

/** Columns that a decision may change in addition to the status. */
export interface SubmissionChange {
  fileSize?: number
  fileHash?: string
  /** Final key of the file. */
  objectKey?: string
  uploaded?: Date
  failureReason?: Message | string | null
  studentCount?: number | null
  failuresFileKey?: string
  errorFileKey?: string
}

/** Written in addition to the chart's transition. */
export interface WriteOptions {
  /** Kept with the event in the history. */
  detail?: Record<string, unknown>
  change?: SubmissionChange
}

type Made = Decision<
  SubmissionRecord,
  SubmissionRecord['status'],
  Facts,
  LifecycleEvent,
  LifecycleEffect,
  WriteOptions
>

/** The facts of a submission, stored or new. */
const factsNow = async (tx: Tx, submission: SubmissionRecord, at: Date): Promise<Facts> => {
  const facts = await gatherFacts(tx, { ...submission, submissionId: submission.id }, at)
  if (!facts) throw new Error(`Submission ${submission.id} has lost its collection or provider.`)
  return facts
}

/**
 * Publishes live messages to everybody who may see the submission, with the facts after the event, and to providers whose own submission
 * depends on it. Then the notices, to people and to the provider's webhooks.
 */
const announce = async (
  tx: Tx,
  queue: WebhookQueue,
  {
    before,
    after,
    effects,
    factsAfter,
    event,
    at,
  }: Pick<Made, 'before' | 'after' | 'effects' | 'factsAfter' | 'at'> & {
    event: Pick<LifecycleEvent, 'actor'>
  },
): Promise<void> => {
  const { collectionId, instId, mode } = after
  await publish(tx, fileEventOf(after, factsAfter, at), at)
  if (mode === 'live' && changesWhoReturns(before, after))
    await notifySenders(tx, { instIds: [instId], collectionId }, at)
  for (const effect of effects)
    if (effect.type === 'notify') {
      const { regulatorCode } = factsAfter
      await notifyOfSubmission(tx, effect.kind, after, { regulatorCode, actor: event.actor }, at)
      await notifyWebhooks(tx, queue, effect.kind, after, at)
    }
}

/** One row of the submission's history, and the line of the activity log. */
const keepHistory = async (
  tx: Tx,
  { event, from, after, facts, effects, input, at }: Made,
): Promise<void> => {
  const { type, actor, ...payload } = event
  const entry = {
    submissionId: after.id,
    collectionId: after.collectionId,
    instId: after.instId,
    event: type,
    from,
    to: after.status,
    sequence: after.version,
    actor,
    payload,
    facts,
    effects: effects.map(effect => keyed(after, effect)),
    detail: input.detail ?? {},
    at,
  }
  await recordEvent(tx, entry)
  await recordActivity(tx, entry, after)
}

/** Columns that every decision writes. */
const decidedColumns = (after: SubmissionRecord, effects: readonly LifecycleEffect[]) => ({
  status_id: statusOf(after.status).id,
  version: after.version,
  is_latest: after.isLatest,
  has_stored_file: after.hasStoredFile,
  uploader_id: after.uploaderId,
  submitter_id: after.submitterId,
  file_size: after.fileSize,
  file_hash: after.fileHash,
  object_key: after.objectKey,
  uploaded_utc: after.uploaded,
  ...columnsOf(effects, after),
})

const insertRow = (tx: Tx, after: SubmissionRecord, effects: readonly LifecycleEffect[], at: Date) =>
  tx
    .insertInto('submission')
    .values({
      id: after.id,
      collection_id: after.collectionId,
      inst_id: after.instId,
      mode: after.mode,
      file_name: after.fileName,
      created_utc: at,
      uploaded_by: after.uploadedBy,
      uploader_organisation_id: after.uploaderOrganisationId,
      copied_from: after.copiedFrom,
      upload_expires_utc: after.uploadExpires,
      ...decidedColumns(after, effects),
    })
    .execute()

const updateRow = async (
  tx: Tx,
  before: SubmissionRecord,
  after: SubmissionRecord,
  effects: readonly LifecycleEffect[],
  change: SubmissionChange,
): Promise<void> => {
  const { numUpdatedRows } = await tx
    .updateTable('submission')
    .set({
      ...decidedColumns(after, effects),
      ...(change.failureReason === undefined
        ? {}
        : { failure_reason: change.failureReason === null ? null : toColumn(change.failureReason) }),
      ...(change.studentCount === undefined ? {} : { student_count: change.studentCount }),
      ...(change.failuresFileKey === undefined ? {} : { failures_file_key: change.failuresFileKey }),
      ...(change.errorFileKey === undefined ? {} : { error_file_key: change.errorFileKey }),
    })
    .where('id', '=', before.id)
    .where('version', '=', before.version)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error(`Submission ${before.id} changed under its lock.`)
}

/** Decides events of submissions: the only writer of a status. */
export const submissionDecider = ({ clock, queue }: { clock: { now: () => Date }; queue: JobQueue }) => {
  const decider = createDecider(lifecycleChart)<string, SubmissionRecord, WriteOptions>({
    clock,
    isVisible: async (tx, id) => (await findSubmission(tx, id)) !== undefined,
    lock: async (tx, id) => ((await lockProviderOf(tx, id)) ? lockSubmission(tx, id) : undefined),
    notFound: message('problems', 'noSubmission'),
    placeOf: ({ status }) => status,
    subject: ({ id, instId }) => ({ id, instId }),
    facts: (tx, { before, at }) => factsNow(tx, before, at),
    /** The old latest is superseded first: the index allows only one. */
    beforeWrite: async (tx, { before: by, effects, at }) => {
      if (!effects.some(({ type }) => type === 'supersedePrevious')) return
      const old = await lockLatest(tx, by)
      if (!old || old.id === by.id) return
      const event: LifecycleEvent = { type: 'SUPERSEDED', actor: systemPrincipal }
      await decider.decideOrThrow(tx, old, event, { input: { detail: { by: by.id } }, at })
    },
    next: ({ before, to, factsAfter, input: { change = {} } }) => ({
      ...before,
      version: before.version + 1,
      status: to,
      isLatest: factsAfter.isLatest,
      hasStoredFile: factsAfter.hasStoredFile,
      uploaderId: factsAfter.uploaderId ?? null,
      submitterId: factsAfter.submitterId ?? null,
      fileSize: change.fileSize ?? before.fileSize,
      fileHash: change.fileHash ?? before.fileHash,
      objectKey: change.objectKey ?? before.objectKey,
      uploaded: change.uploaded ?? before.uploaded,
    }),
    write: (tx, { before, after, effects, input: { change = {} }, at }) =>
      before.version === 0
        ? insertRow(tx, after, effects, at)
        : updateRow(tx, before, after, effects, change),
    history: keepHistory,
    audit: {
      action: type => type,
      detail: ({ from, to }) => ({ from: statusOf(from).id, to: statusOf(to).id }),
    },
    effects: {
      ...queueEffects(queue),
      takeSpecification: 'row',
      supersedePrevious: 'row',
      notify: 'announcement',
      /** The provider returns another form; this one stays to be read, with the reason. */
      refuseForm: (tx, { after, input: { detail = {} }, at }) =>
        sql`update signed_form set refused_utc = ${at}, refusal_note = ${String(detail.note ?? '')}
          where id = (select id from signed_form where submission_id = ${after.id}::uuid and returned_utc is not null
            order by ordinal desc limit 1)`.execute(tx),
      /** A re-processing: a new submission of the same stored file, which starts at Provisioning. */
      createCopy: (tx, { after: source, event, at }): Promise<unknown> => {
        const fresh: SubmissionRecord = {
          ...source,
          id: randomUUID(),
          status: 'UNKNOWN',
          version: 0,
          isLatest: false,
          uploaded: at,
          copiedFrom: source.id,
          submitterId: null,
          uploadExpires: null,
        }
        const detail = { copiedFrom: source.id, by: actorName(event.actor) }
        const copied: LifecycleEvent = { type: 'COPIED', actor: systemPrincipal }
        return decider.decideOrThrow(tx, fresh, copied, { input: { detail }, at })
      },
    },
    reread: async (tx, { after, at }) => ({ factsAfter: await factsNow(tx, after, at) }),
    announce: (tx, decision) => announce(tx, queue, decision),
  })

  /**
   * Removes the stored file of a submission, its artefacts and its jobs. This is not an event of the chart, but changes a fact that guards
   * read. So the version, which is the number of the last event, stays the same.
   */
  const forgetFile = async (tx: Tx, before: SubmissionRecord, at: Date): Promise<void> => {
    await queue.withdraw(tx, before.id)
    await forgetArtefacts(tx, before.id)
    await sql`delete from workbook where submission_id = ${before.id}::uuid`.execute(tx)
    await sql`update submission set has_stored_file = false, content_discarded_utc = ${at},
        failures_file_key = null, error_file_key = null
      where id = ${before.id}::uuid`.execute(tx)
    const after = { ...before, hasStoredFile: false }
    const event = { actor: systemPrincipal }
    const factsAfter = await factsNow(tx, after, at)
    await announce(tx, queue, { before, after, effects: [], factsAfter, event, at })
  }

  return { ...decider, forgetFile }
}
