import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type Actor, systemActor } from '../../src/domain/actor.ts'
import { nilReturnFileName } from '../../src/domain/limits.ts'
import { type Problem, problem } from '../../src/domain/problem.ts'
import { type StatusName, statusOf } from '../../src/domain/status.ts'
import {
  explain,
  type Facts,
  type LifecycleEffect,
  type LifecycleEvent,
  type Stepped,
  step,
} from '../../src/machines/submission-lifecycle/index.ts'
import type { Database } from '../database/schema.ts'
import { scopeOf, setScope, withScope } from '../database/scope.ts'
import { fileEventOf, publish } from '../live/publish.ts'
import { gatherFacts, type Mode } from './facts.ts'
import { actorName, lockProvider, recordActivity, recordAudit, recordEvent } from './records.ts'
import { findSubmission, lockLatest, lockSubmission, type SubmissionRecord } from './submissionRow.ts'

type Tx = Transaction<Database>

/** Columns that a decision may change besides the status. */
export interface SubmissionChange {
  fileSize?: number
  fileHash?: string
  uploaded?: Date
  failureReason?: string | null
  studentCount?: number
  failuresFileKey?: string
  errorFileKey?: string
}

export interface DecideOptions {
  /** Version that the caller saw; another is answered 409. */
  expectedVersion?: number
  /** Status that the caller expects after the event; another is answered 409. */
  expectedStatusId?: number
  /** Kept with the event in the history. */
  detail?: Record<string, unknown>
  change?: SubmissionChange
  /** Work of the same transaction: it is kept only if the decision is. A throw undoes all of it. */
  alongside?: (tx: Tx) => Promise<void>
}

export interface UploadWanted {
  submissionId: string
  collectionId: string
  instId: string
  mode: Mode
  fileName: string
  objectKey: string
  /** End of the signed post. */
  expires: Date
  actor: Actor
}

/** A granted decision, or the problem that refused it. Refusals are results; only faults are thrown. */
export type Decided = { ok: true; submission: SubmissionRecord } | { ok: false; problem: Problem }

const refused = (value: Problem): Decided => ({ ok: false, problem: value })
const notFound = (): Decided => refused(problem('not-found', 'There is no such submission.'))

/** Hours that a file without right to process is kept (reference §7.1). */
const discardAfterHours = 24

const wrongVersion = 'The submission has changed meanwhile. Look at it again before you decide.'
const wrongStatus = (to: StatusName): string =>
  `The submission has changed meanwhile: this would lead to "${statusOf(to).label}". Look at it again before you decide.`

/**
 * The only writer of a status. A decision reads the submission and its facts under a lock, asks the chart, and writes
 * status, history, log, audit line, promised effects and live message in one transaction; or writes nothing but the
 * audit line of the refusal.
 */
export const createLifecycle = (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  /** Told after each commit that left effects behind. */
  onPromised: () => void
}) => {
  const { db, clock, onPromised } = options

  const promise = async (
    tx: Tx,
    submission: SubmissionRecord,
    effect: LifecycleEffect,
    at: Date,
  ): Promise<void> => {
    await tx
      .insertInto('outbox')
      .values({
        kind: effect.type,
        submission_id: submission.id,
        inst_id: submission.instId,
        payload: JSON.stringify(effect),
        created_utc: at,
        due_utc: at,
      })
      .execute()
  }

  const arm = async (tx: Tx, kind: string, submissionId: string, due: Date): Promise<void> => {
    await sql`insert into timer (kind, submission_id, due_utc) values (${kind}, ${submissionId}::uuid, ${due})
      on conflict (kind, submission_id) do update set due_utc = excluded.due_utc`.execute(tx)
  }

  /** The old latest steps aside first: one latest is all that the index allows. */
  const supersede = async (tx: Tx, by: SubmissionRecord, at: Date): Promise<void> => {
    const old = await lockLatest(tx, by)
    if (!old || old.id === by.id) return
    const facts = await gatherFacts(tx, { ...old, submissionId: old.id }, at)
    if (!facts) throw new Error(`Submission ${old.id} has lost its collection or provider.`)
    const event: LifecycleEvent = { type: 'SUPERSEDED', actor: systemActor }
    await write(tx, old, event, step(old.status, facts, event), at, { detail: { by: by.id } })
  }

  const carryOut = async (
    tx: Tx,
    submission: SubmissionRecord,
    effect: LifecycleEffect,
    at: Date,
    event: LifecycleEvent,
  ): Promise<void> => {
    switch (effect.type) {
      case 'armUploadTimer':
        if (submission.uploadExpires) await arm(tx, 'UPLOAD_EXPIRED', submission.id, submission.uploadExpires)
        return
      case 'disarmUploadTimer':
        await tx
          .deleteFrom('timer')
          .where('submission_id', '=', submission.id)
          .where('kind', '=', 'UPLOAD_EXPIRED')
          .execute()
        return
      case 'discardContentLater':
        await arm(
          tx,
          'DISCARD_CONTENT',
          submission.id,
          new Date(at.getTime() + discardAfterHours * 3_600_000),
        )
        return
      case 'supersedePrevious':
        return
      case 'createCopy':
        await copy(tx, submission, event.actor, at)
        return
      case 'enqueueStep':
      case 'discardFile':
        await promise(tx, submission, effect, at)
        return
    }
  }

  /** Writes one step of the chart: the row, its history and logs, effects and live message. */
  const write = async (
    tx: Tx,
    before: SubmissionRecord,
    event: LifecycleEvent,
    stepped: Stepped,
    at: Date,
    extra: Pick<DecideOptions, 'detail' | 'change'> = {},
  ): Promise<SubmissionRecord> => {
    if (stepped.effects.some(effect => effect.type === 'supersedePrevious')) await supersede(tx, before, at)
    const change = extra.change ?? {}
    const after: SubmissionRecord = {
      ...before,
      status: stepped.status,
      version: before.version + 1,
      isLatest: stepped.facts.isLatest,
      hasStoredFile: stepped.facts.hasStoredFile,
      fileSize: change.fileSize ?? before.fileSize,
      fileHash: change.fileHash ?? before.fileHash,
      uploaded: change.uploaded ?? before.uploaded,
    }
    const { numUpdatedRows } = await tx
      .updateTable('submission')
      .set({
        status_id: statusOf(after.status).id,
        version: after.version,
        is_latest: after.isLatest,
        has_stored_file: after.hasStoredFile,
        file_size: after.fileSize,
        file_hash: after.fileHash,
        uploaded_utc: after.uploaded,
        ...(after.status === before.status ? {} : { progress: null }),
        ...(change.failureReason === undefined ? {} : { failure_reason: change.failureReason }),
        ...(change.studentCount === undefined ? {} : { student_count: change.studentCount }),
        ...(change.failuresFileKey === undefined ? {} : { failures_file_key: change.failuresFileKey }),
        ...(change.errorFileKey === undefined ? {} : { error_file_key: change.errorFileKey }),
      })
      .where('id', '=', before.id)
      .where('version', '=', before.version)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new Error(`Submission ${before.id} changed under its lock.`)
    await record(tx, before.status, after, event, at, extra.detail ?? {})
    for (const effect of stepped.effects) await carryOut(tx, after, effect, at, event)
    await publish(tx, fileEventOf(after, at), at)
    return after
  }

  const record = async (
    tx: Tx,
    from: StatusName,
    after: SubmissionRecord,
    event: LifecycleEvent,
    at: Date,
    detail: Record<string, unknown>,
  ): Promise<void> => {
    const entry = {
      submissionId: after.id,
      collectionId: after.collectionId,
      instId: after.instId,
      event: event.type,
      from,
      to: after.status,
      sequence: after.version,
      actor: event.actor,
      at,
      detail,
    }
    await recordEvent(tx, entry)
    if (after.mode === 'live')
      await recordActivity(tx, entry, { name: after.fileName, uploadedBy: after.uploadedBy })
    await recordAudit(tx, {
      actor: event.actor,
      instId: after.instId,
      event: event.type,
      submissionId: after.id,
      at,
      detail: { from: statusOf(from).id, to: statusOf(after.status).id },
    })
  }

  /** Inserts the row of a submission that comes into being at the status that the chart gives. */
  const insert = async (
    tx: Tx,
    fresh: SubmissionRecord,
    event: LifecycleEvent,
    stepped: Stepped,
    at: Date,
    detail: Record<string, unknown>,
  ): Promise<SubmissionRecord> => {
    if (stepped.effects.some(effect => effect.type === 'supersedePrevious')) await supersede(tx, fresh, at)
    const after: SubmissionRecord = {
      ...fresh,
      status: stepped.status,
      version: 1,
      isLatest: stepped.facts.isLatest,
      hasStoredFile: stepped.facts.hasStoredFile,
    }
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
        file_name: after.fileName,
        file_size: after.fileSize,
        file_hash: after.fileHash,
        object_key: after.objectKey,
        created_utc: at,
        uploaded_utc: after.uploaded,
        uploaded_by: after.uploadedBy,
        copied_from: after.copiedFrom,
        upload_expires_utc: after.uploadExpires,
      })
      .execute()
    await record(tx, 'UNKNOWN', after, event, at, detail)
    for (const effect of stepped.effects) await carryOut(tx, after, effect, at, event)
    await publish(tx, fileEventOf(after, at), at)
    return after
  }

  /** A re-processing: a new submission of the same stored file, which starts at Provisioning. */
  const copy = async (tx: Tx, source: SubmissionRecord, by: Actor, at: Date): Promise<SubmissionRecord> => {
    const fresh: SubmissionRecord = {
      ...source,
      id: randomUUID(),
      status: 'UNKNOWN',
      version: 0,
      isLatest: false,
      uploaded: at,
      copiedFrom: source.id,
      uploadExpires: null,
    }
    const facts = await gatherFacts(tx, { ...fresh, submissionId: fresh.id }, at)
    if (!facts) throw new Error(`Submission ${source.id} has lost its collection or provider.`)
    const event: LifecycleEvent = { type: 'COPIED', actor: systemActor }
    const stepped = step('UNKNOWN', facts, event)
    return insert(tx, fresh, event, stepped, at, { copiedFrom: source.id, by: actorName(by) })
  }

  const refuse = async (
    tx: Tx,
    event: LifecycleEvent,
    subject: { id: string; instId: string },
    at: Date,
    value: Problem,
  ): Promise<Decided> => {
    await recordAudit(tx, {
      actor: event.actor,
      instId: subject.instId,
      event: event.type,
      submissionId: subject.id,
      at,
      refusal: { status: value.status, reason: value.detail },
    })
    return refused(value)
  }

  const refusalOf = (status: StatusName, facts: Facts, event: LifecycleEvent): Problem | undefined => {
    const { refusal } = explain(status, facts, event)
    return refusal && problem(refusal.kind, refusal.reason)
  }

  const told = async (work: Promise<Decided>): Promise<Decided> => {
    const decided = await work
    if (decided.ok) onPromised()
    return decided
  }

  /**
   * Decides one event of a submission. A submission that the actor may not see is not found (404); no right is 403; a
   * wrong moment, an unmet condition or a change meanwhile 409, in the chart's words.
   */
  const decide = (
    submissionId: string,
    event: LifecycleEvent,
    wanted: DecideOptions = {},
  ): Promise<Decided> =>
    told(
      withScope(db, scopeOf(event.actor), async tx => {
        const seen = await findSubmission(tx, submissionId)
        if (!seen) return notFound()
        await setScope(tx, { scope: 'all' })
        await lockProvider(tx, seen)
        const before = await lockSubmission(tx, submissionId)
        const at = clock.now()
        const facts = before && (await gatherFacts(tx, { ...before, submissionId }, at))
        if (!before || !facts) return notFound()
        const refusal = refusalOf(before.status, facts, event)
        if (refusal) return refuse(tx, event, before, at, refusal)
        if (wanted.expectedVersion !== undefined && wanted.expectedVersion !== before.version)
          return refuse(tx, event, before, at, problem('conflict', wrongVersion))
        const stepped = step(before.status, facts, event)
        if (wanted.expectedStatusId !== undefined && wanted.expectedStatusId !== statusOf(stepped.status).id)
          return refuse(tx, event, before, at, problem('conflict', wrongStatus(stepped.status)))
        await wanted.alongside?.(tx)
        return { ok: true, submission: await write(tx, before, event, stepped, at, wanted) }
      }),
    )

  /** What both ways of coming into being share: the right to see, the lock, the chart's answer at "unknown". */
  const bring = (
    fresh: SubmissionRecord,
    event: LifecycleEvent,
    again: (existing: SubmissionRecord) => boolean,
  ): Promise<Decided> =>
    told(
      withScope(db, scopeOf(event.actor), async tx => {
        const { rows } = await sql<{ visible: boolean }>`select may_see(${fresh.instId}) as visible`.execute(
          tx,
        )
        if (!rows[0]?.visible) return refused(problem('not-found', 'There is no such provider.'))
        await setScope(tx, { scope: 'all' })
        await lockProvider(tx, fresh)
        const at = clock.now()
        const existing = await findSubmission(tx, fresh.id)
        if (existing && again(existing)) return { ok: true, submission: existing }
        if (existing && existing.instId !== fresh.instId) return notFound()
        const facts = await gatherFacts(tx, { ...fresh, submissionId: fresh.id }, at)
        if (!facts) return refused(problem('not-found', 'There is no such collection or provider.'))
        if (existing)
          return refuse(tx, event, fresh, at, problem('conflict', 'This submission id is already in use.'))
        const refusal = refusalOf('UNKNOWN', facts, event)
        if (refusal) return refuse(tx, event, fresh, at, refusal)
        return { ok: true, submission: await insert(tx, fresh, event, step('UNKNOWN', facts, event), at, {}) }
      }),
    )

  const blank = (
    wanted: { submissionId: string; collectionId: string; instId: string; mode: Mode; fileName: string },
    actor: Actor,
  ): SubmissionRecord => ({
    id: wanted.submissionId,
    collectionId: wanted.collectionId,
    instId: wanted.instId,
    mode: wanted.mode,
    status: 'UNKNOWN',
    version: 0,
    isLatest: false,
    hasStoredFile: false,
    fileName: wanted.fileName,
    fileSize: null,
    fileHash: null,
    objectKey: null,
    uploaded: null,
    uploadedBy: actorName(actor),
    copiedFrom: null,
    uploadExpires: null,
  })

  return {
    decide,

    /** Starts a submission with an upload. The same request again, while it is under way, gives the same submission. */
    requestUpload: (wanted: UploadWanted): Promise<Decided> =>
      bring(
        { ...blank(wanted, wanted.actor), objectKey: wanted.objectKey, uploadExpires: wanted.expires },
        { type: 'UPLOAD_REQUESTED', actor: wanted.actor },
        existing =>
          existing.status === 'UPLOADING' &&
          existing.instId === wanted.instId &&
          existing.collectionId === wanted.collectionId &&
          existing.mode === wanted.mode &&
          existing.fileName === wanted.fileName,
      ),

    /** Records that the provider has nothing to report for the collection. */
    createNilReturn: (wanted: { collectionId: string; instId: string; actor: Actor }): Promise<Decided> =>
      bring(
        blank(
          { ...wanted, submissionId: randomUUID(), mode: 'live', fileName: nilReturnFileName },
          wanted.actor,
        ),
        { type: 'NIL_RETURN_CREATED', actor: wanted.actor },
        () => false,
      ),

    /**
     * The facts of a submission as of now, for those who draw the same chart; undefined when it does not exist.
     * The transaction's scope may be any: the facts themselves are gathered with the scope 'all'.
     */
    factsOf: async (
      submissionId: string,
    ): Promise<{ submission: SubmissionRecord; facts: Facts } | undefined> =>
      withScope(db, { scope: 'all' }, async tx => {
        const submission = await findSubmission(tx, submissionId)
        const facts = submission && (await gatherFacts(tx, { ...submission, submissionId }, clock.now()))
        return submission && facts && { submission, facts }
      }),
  }
}
export type Lifecycle = ReturnType<typeof createLifecycle>
