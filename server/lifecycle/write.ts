import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { type Principal, systemPrincipal } from '../../src/domain/principal.ts'
import { type StatusName, statusOf } from '../../src/domain/status.ts'
import { changesWhoReturns } from '../../src/domain/transfer.ts'
import {
  type Facts,
  type LifecycleEvent,
  type Stepped,
  step,
} from '../../src/machines/submission-lifecycle/index.ts'
import type { Message } from '../../src/messages/message.ts'
import { forgetArtefacts } from '../database/queries/artefacts.ts'
import type { Database } from '../database/schema.ts'
import type { JobQueue } from '../jobs/queue.ts'
import { fileEventOf, publish } from '../live/publish.ts'
import { toColumn } from '../messages.ts'
import { notifyOfSubmission } from '../notices/index.ts'
import { tellWebhooks, type WebhookQueue } from '../webhooks/tell.ts'
import { columnsOf, createEffects, keyed } from './effects.ts'
import { gatherFacts } from './facts.ts'
import { actorName, type KeyedEffect, recordActivity, recordAudit, recordEvent } from './records.ts'
import { lockLatest, type SubmissionRecord } from './submissionRow.ts'
import { notifySenders } from './transferSenders.ts'

type Tx = Transaction<Database>

/** Columns that a decision may change besides the status. */
export interface SubmissionChange {
  fileSize?: number
  fileHash?: string
  /** Where the file stays from now on. */
  objectKey?: string
  uploaded?: Date
  failureReason?: Message | string | null
  studentCount?: number
  failuresFileKey?: string
  errorFileKey?: string
}

/** What is written besides the chart's step. */
export interface WriteOptions {
  /** Kept with the event in the history. */
  detail?: Record<string, unknown>
  change?: SubmissionChange
}

/**
 * Tells everybody who may see the submission, with the facts as they are after the event, and those whose own submission depends
 * on it, and gives the notices of it; to people, and to addresses of the provider. Gives these facts.
 */
const announce = async (
  tx: Tx,
  queue: WebhookQueue,
  {
    before,
    after,
    effects,
  }: { before: SubmissionRecord; after: SubmissionRecord; effects: readonly KeyedEffect[] },
  at: Date,
): Promise<Facts> => {
  const facts = await gatherFacts(tx, { ...after, submissionId: after.id }, at)
  if (!facts) throw new Error(`Submission ${after.id} has lost its collection or provider.`)
  const { collectionId, instId, mode } = after
  await publish(tx, fileEventOf(after, facts, at), at)
  if (mode === 'live' && changesWhoReturns(before, after))
    await notifySenders(tx, { instIds: [instId], collectionId }, at)
  for (const effect of effects)
    if (effect.type === 'notify') {
      await notifyOfSubmission(tx, effect.kind, after, facts.regulatorCode, at)
      await tellWebhooks(tx, queue, effect.kind, after, at)
    }
  return facts
}

/** A submission after a step of it, with the facts as they are then. */
export interface Written {
  submission: SubmissionRecord
  facts: Facts
}

/** What the row keeps of the facts that the chart's step has changed. */
const keptOf = ({ status, facts }: Stepped) => ({
  status,
  isLatest: facts.isLatest,
  hasStoredFile: facts.hasStoredFile,
  uploaderId: facts.uploaderId ?? null,
  submitterId: facts.submitterId ?? null,
})

const record = async (
  tx: Tx,
  from: StatusName,
  after: SubmissionRecord,
  event: LifecycleEvent,
  decision: { facts: Stepped['before']; effects: readonly KeyedEffect[]; detail: Record<string, unknown> },
  at: Date,
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
    at,
    ...decision,
  }
  await recordEvent(tx, entry)
  await recordActivity(tx, entry, after)
  await recordAudit(tx, {
    actor: event.actor,
    instId: after.instId,
    event: event.type,
    subject: after.id,
    at,
    detail: { from: statusOf(from).id, to: statusOf(after.status).id },
  })
}

/**
 * Writes steps of the chart in the deciding transaction: the row, its history and logs, its effects as jobs, and the
 * live message. The submission has to be locked and the scope to be 'all'.
 */
export const createWriter = (queue: JobQueue) => {
  const applyEffect = createEffects(queue)

  const isSuperseding = ({ effects }: Stepped): boolean =>
    effects.some(({ type }) => type === 'supersedePrevious')

  /** The old latest steps aside first: one latest is all that the index allows. */
  const supersede = async (tx: Tx, by: SubmissionRecord, at: Date): Promise<void> => {
    const old = await lockLatest(tx, by)
    if (!old || old.id === by.id) return
    const facts = await gatherFacts(tx, { ...old, submissionId: old.id }, at)
    if (!facts) throw new Error(`Submission ${old.id} has lost its collection or provider.`)
    const event: LifecycleEvent = { type: 'SUPERSEDED', actor: systemPrincipal }
    await write(tx, old, event, step(old.status, facts, event), at, { detail: { by: by.id } })
  }

  const applyEffects = async (
    tx: Tx,
    after: SubmissionRecord,
    effects: readonly KeyedEffect[],
    at: Date,
    event: LifecycleEvent,
  ): Promise<void> => {
    for (const effect of effects)
      if (effect.type === 'createCopy') await copy(tx, after, event.actor, at)
      else await applyEffect(tx, after, effect, at)
  }

  const write = async (
    tx: Tx,
    before: SubmissionRecord,
    event: LifecycleEvent,
    stepped: Stepped,
    at: Date,
    options: WriteOptions = {},
  ): Promise<Written> => {
    if (isSuperseding(stepped)) await supersede(tx, before, at)
    const change = options.change ?? {}
    const after: SubmissionRecord = {
      ...before,
      version: before.version + 1,
      ...keptOf(stepped),
      fileSize: change.fileSize ?? before.fileSize,
      fileHash: change.fileHash ?? before.fileHash,
      objectKey: change.objectKey ?? before.objectKey,
      uploaded: change.uploaded ?? before.uploaded,
    }
    const effects = keyed(after, stepped)
    const { numUpdatedRows } = await tx
      .updateTable('submission')
      .set({
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
    const decision = { facts: stepped.before, effects, detail: options.detail ?? {} }
    await record(tx, before.status, after, event, decision, at)
    await applyEffects(tx, after, effects, at, event)
    return { submission: after, facts: await announce(tx, queue, { before, after, effects }, at) }
  }

  /** The same for a submission that is created, at the status that the chart gives. */
  const insert = async (
    tx: Tx,
    fresh: SubmissionRecord,
    event: LifecycleEvent,
    stepped: Stepped,
    at: Date,
    detail: Record<string, unknown>,
  ): Promise<SubmissionRecord> => {
    if (isSuperseding(stepped)) await supersede(tx, fresh, at)
    const after: SubmissionRecord = {
      ...fresh,
      version: 1,
      ...keptOf(stepped),
    }
    const effects = keyed(after, stepped)
    await tx
      .insertInto('submission')
      .values({
        id: after.id,
        collection_id: after.collectionId,
        inst_id: after.instId,
        mode: after.mode,
        status_id: statusOf(after.status).id,
        version: after.version,
        is_latest: after.isLatest,
        has_stored_file: after.hasStoredFile,
        uploader_id: after.uploaderId,
        submitter_id: after.submitterId,
        file_name: after.fileName,
        file_size: after.fileSize,
        file_hash: after.fileHash,
        object_key: after.objectKey,
        created_utc: at,
        uploaded_utc: after.uploaded,
        uploaded_by: after.uploadedBy,
        uploader_organisation_id: after.uploaderOrganisationId,
        copied_from: after.copiedFrom,
        upload_expires_utc: after.uploadExpires,
        ...columnsOf(effects, after),
      })
      .execute()
    await record(tx, 'UNKNOWN', after, event, { facts: stepped.before, effects, detail }, at)
    await applyEffects(tx, after, effects, at, event)
    await announce(tx, queue, { before: fresh, after, effects }, at)
    return after
  }

  /** A re-processing: a new submission of the same stored file, which starts at Provisioning. */
  const copy = async (
    tx: Tx,
    source: SubmissionRecord,
    by: Principal,
    at: Date,
  ): Promise<SubmissionRecord> => {
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
    const facts = await gatherFacts(tx, { ...fresh, submissionId: fresh.id }, at)
    if (!facts) throw new Error(`Submission ${source.id} has lost its collection or provider.`)
    const event: LifecycleEvent = { type: 'COPIED', actor: systemPrincipal }
    const stepped = step('UNKNOWN', facts, event)
    return insert(tx, fresh, event, stepped, at, { copiedFrom: source.id, by: actorName(by) })
  }

  /**
   * Takes the stored file from a submission, with what was made of it and the work on it. This is no event of the chart: a fact
   * changes that guards read. So the version, which is the number of the last event, stays; a later message of it counts.
   */
  const forgetFile = async (tx: Tx, before: SubmissionRecord, at: Date): Promise<void> => {
    await queue.withdraw(tx, before.id)
    await forgetArtefacts(tx, before.id)
    await sql`delete from workbook where submission_id = ${before.id}::uuid`.execute(tx)
    await sql`update submission set has_stored_file = false, content_discarded_utc = ${at},
        failures_file_key = null, error_file_key = null
      where id = ${before.id}::uuid`.execute(tx)
    await announce(tx, queue, { before, after: { ...before, hasStoredFile: false }, effects: [] }, at)
  }

  return { write, insert, forgetFile }
}
