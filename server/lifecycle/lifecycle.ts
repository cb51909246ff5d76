import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Logger } from 'pino'
import { shownFileName } from '../../src/domain/fileName.ts'
import { exactStatusLabel } from '../../src/domain/labels.ts'
import { nilReturnFileName } from '../../src/domain/limits.ts'
import type { Principal } from '../../src/domain/principal.ts'
import { type Problem, problem } from '../../src/domain/problem.ts'
import type { SubmissionMode } from '../../src/domain/status.ts'
import { statusOf } from '../../src/domain/status.ts'
import {
  continuationRefusal,
  type Facts,
  type LifecycleEvent,
} from '../../src/machines/submission-lifecycle/index.ts'
import { type Message, message } from '../../src/messages/message.ts'
import { isIdTaken, lockId } from '../database/queries/ids.ts'
import type { Database } from '../database/schema.ts'
import { scopeOf, setScope, withScope } from '../database/scope.ts'
import { isSameAct } from '../decisions/history.ts'
import { actorName } from '../decisions/records.ts'
import type { JobQueue } from '../jobs/queue.ts'
import { gatherFacts } from './facts.ts'
import { lockProvider, lockProviderOf } from './records.ts'
import { findSubmission, lockLatest, lockSubmission, type SubmissionRecord } from './submissionRow.ts'
import { submissionDecider, type WriteOptions } from './write.ts'

/**
 * Whether a person repeats an act, because the first answer was lost: the last act of a person on this submission is the same one, with
 * the same words, and led to the status that the caller expects. An act that kept the status, such as re-processing, may be meant twice,
 * so it never counts as repeated. Lock the submission first.
 */
const isRepeated = async (
  tx: Transaction<Database>,
  submissionId: string,
  { actor, ...event }: LifecycleEvent,
  { detail = {}, expectedStatusId }: { detail?: Record<string, unknown>; expectedStatusId?: number } = {},
): Promise<boolean> => {
  if (actor.kind !== 'user') return false
  const { rows } = await sql<{ isSame: boolean }>`
    select ${isSameAct({ ...event, actor })} and detail = ${JSON.stringify(detail)}::jsonb
      and to_status_id = coalesce(${expectedStatusId ?? null}::int, to_status_id) and to_status_id <> from_status_id as "isSame"
    from submission_event where submission_id = ${submissionId}::uuid and actor ->> 'kind' = 'user'
    order by sequence desc limit 1`.execute(tx)
  return rows[0]?.isSame ?? false
}

type Tx = Transaction<Database>

const uploadEnds: ReadonlySet<string> = new Set<LifecycleEvent['type']>([
  'FILE_STORED',
  'UPLOAD_FAILED',
  'UPLOAD_EXPIRED',
  'UPLOAD_CANCELLED',
])
const endsUpload = ({ type }: LifecycleEvent): boolean => uploadEnds.has(type)

export interface DecideOptions extends WriteOptions {
  /** Version that the caller saw. Any other is a conflict (409). */
  expectedVersion?: number
  /** Status that the caller expects after the event. Any other is a conflict (409). */
  expectedStatusId?: number
}

/**
 * A submission, locked for a transaction in which the system decides. The first call of `can` or `decide` gathers the facts; later
 * calls use those of the last decision. So write rows that facts depend on before the first call.
 */
export interface Session {
  readonly tx: Tx
  /** The submission as it is now. */
  submission: () => SubmissionRecord
  /** Whether the chart takes the event now. */
  can: (event: LifecycleEvent) => Promise<boolean>
  /** Decides an event. Throws if the chart refuses it. */
  decide: (event: LifecycleEvent, options?: WriteOptions) => Promise<void>
}

export interface UploadRequest {
  submissionId: string
  collectionId: string
  instId: string
  mode: SubmissionMode
  fileName: string
  objectKey: string
  /** End of the signed post. */
  expires: Date
  actor: Principal
}

/** A granted decision, or the problem that refused it. Refusals are results; only faults are thrown. */
export type Decided =
  | {
      ok: true
      submission: SubmissionRecord
      /** After the decision; absent if an earlier request created the submission. */
      facts?: Facts
    }
  | { ok: false; problem: Problem }

const refused = (value: Problem): Decided => ({ ok: false, problem: value })
const notFound = (): Decided => refused(problem('not-found', message('problems', 'noSubmission')))

/** Why a new submission cannot have the id of this one. */
const takenBy = (existing: SubmissionRecord, actor: Principal): Message =>
  existing.hasStoredFile
    ? message('problems', 'otherFileStored')
    : (continuationRefusal(existing, actor) ??
      message('problems', 'otherFileUnderWay', { name: shownFileName(existing.fileName) }))

/** Decides events of submissions. */
export const createLifecycle = (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  queue: JobQueue
  /** Gets a line for each upload that ends (decisions §20). */
  log?: Pick<Logger, 'info'>
}) => {
  const { db, clock, queue, log } = options
  const decider = submissionDecider({ clock, queue })
  const { decideOn, decideOrThrow, judge, refuse, forgetFile } = decider

  /** Without the name of the file, which its sender chooses. */
  const logUpload = (
    {
      id: submission,
      instId: organisation,
      collectionId: collection,
      fileSize: bytes,
      uploaderId: user,
    }: SubmissionRecord,
    { type: event }: LifecycleEvent,
  ): void => log?.info({ submission, organisation, collection, event, bytes, user }, 'upload')

  type EventOptions = NonNullable<Parameters<typeof decideOn>[3]>

  const decided = (result: Awaited<ReturnType<typeof decideOn>>): Decided =>
    result.ok ? { ok: true, submission: result.record, facts: result.facts } : result

  const eventOptionsOf = ({ expectedVersion, expectedStatusId, ...input }: DecideOptions): EventOptions => ({
    input,
    unless: (_, { before, to }) => {
      if (expectedVersion !== undefined && expectedVersion !== before.version)
        return problem('conflict', message('server', 'wrongVersion'))
      return expectedStatusId === undefined || expectedStatusId === statusOf(to).id
        ? undefined
        : problem('conflict', message('problems', 'wrongStatus', { status: exactStatusLabel(to) }))
    },
  })

  /**
   * Decides one event of a submission. The problem is not-found (404) if the actor may not see it, forbidden (403) without the right, and
   * conflict (409) at the wrong time, with an unmet condition or after a change by others, in the chart's words. An act that the same
   * person has done already, whose answer may have been lost, is granted again and changes nothing.
   */
  const decide = async (
    submissionId: string,
    event: LifecycleEvent,
    options: DecideOptions = {},
  ): Promise<Decided> => {
    const result = decided(
      await decider.decide(db, submissionId, event, {
        ...eventOptionsOf(options),
        isDone: tx => isRepeated(tx, submissionId, event, options),
      }),
    )
    if (result.ok && endsUpload(event)) logUpload(result.submission, event)
    return result
  }

  /** The same within a transaction of the actor's scope, which is 'all' afterwards. A repeated act is refused. */
  const decideWithin = async (
    tx: Tx,
    submissionId: string,
    event: LifecycleEvent,
    options: DecideOptions = {},
  ): Promise<Decided> => decided(await decider.decideWithin(tx, submissionId, event, eventOptionsOf(options)))

  /**
   * Runs work of the system on one submission in one transaction, under the lock of its decisions, so that several events and their rows
   * are committed together. A throw undoes all of it. Undefined if there is no such submission.
   */
  const withSubmission = <T>(
    submissionId: string,
    work: (session: Session) => Promise<T>,
  ): Promise<T | undefined> =>
    withScope(db, { scope: 'all' }, async tx => {
      if (!(await lockProviderOf(tx, submissionId))) return undefined
      const locked = await lockSubmission(tx, submissionId)
      if (!locked) return undefined
      let submission = locked
      let facts: Facts | undefined
      const at = clock.now()
      return work({
        tx,
        submission: () => submission,
        can: async event => {
          const judged = await judge(tx, submission, event, { facts, at })
          facts = judged.facts
          return judged.transition !== undefined
        },
        decide: async (event, input = {}) => {
          const written = await decideOrThrow(tx, submission, event, { input, facts, at })
          submission = written.record
          facts = written.facts
        },
      })
    })

  /** Shared by requestUpload and createNilReturn: the right to see, the lock, the chart's answer at "unknown". */
  const create = (
    fresh: SubmissionRecord,
    event: LifecycleEvent,
    /** What an earlier, equal request has created. */
    findCreated: (tx: Tx, existing: SubmissionRecord | undefined) => Promise<SubmissionRecord | undefined>,
  ): Promise<Decided> =>
    withScope(db, scopeOf(event.actor), async tx => {
      const { rows } = await sql<{ visible: boolean }>`select may_see(${fresh.instId}) as visible`.execute(tx)
      if (!rows[0]?.visible) return refused(problem('not-found', message('problems', 'noProvider')))
      await setScope(tx, { scope: 'all' })
      // At the same time another provider could begin a submission, or a user a job, with this id.
      await lockId(tx, fresh.id)
      await lockProvider(tx, fresh)
      const at = clock.now()
      const existing = await findSubmission(tx, fresh.id)
      const created = await findCreated(tx, existing)
      if (created) return { ok: true, submission: created }
      if (existing && existing.instId !== fresh.instId) return notFound()
      const facts = await gatherFacts(tx, { ...fresh, submissionId: fresh.id }, at)
      if (!facts) return refused(problem('not-found', message('server', 'noCollectionOrProvider')))
      if (existing) return refuse(tx, fresh, event, problem('conflict', takenBy(existing, event.actor)), at)
      // The uploader chooses the id. A page of the job or delivery that has it would show the submission instead.
      if (await isIdTaken(tx, fresh.id))
        return refuse(tx, fresh, event, problem('conflict', message('problems', 'idInUse')), at)
      return decided(await decideOn(tx, fresh, event, { facts, at }))
    })

  const blank = (
    submission: {
      submissionId: string
      collectionId: string
      instId: string
      mode: SubmissionMode
      fileName: string
    },
    actor: Principal,
  ): SubmissionRecord => ({
    id: submission.submissionId,
    collectionId: submission.collectionId,
    instId: submission.instId,
    mode: submission.mode,
    status: 'UNKNOWN',
    version: 0,
    isLatest: false,
    hasStoredFile: false,
    fileName: submission.fileName,
    fileSize: null,
    fileHash: null,
    objectKey: null,
    uploaded: null,
    uploadedBy: actorName(actor),
    uploaderOrganisationId: actor.kind === 'user' ? actor.organisationId : null,
    uploaderId: null,
    submitterId: null,
    copiedFrom: null,
    uploadExpires: null,
  })

  return {
    decide,
    decideWithin,
    withSubmission,

    /**
     * Removes the stored file from a submission under the lock of its decisions, so that no copy is made of it from then on. The caller
     * may then remove the content. Returns the key of the file; undefined if there never was one.
     */
    forgetFile: (submissionId: string): Promise<string | undefined> =>
      withSubmission(submissionId, async ({ tx, submission }) => {
        const before = submission()
        if (before.hasStoredFile) await forgetFile(tx, before, clock.now())
        return before.objectKey ?? undefined
      }),

    /** Starts a submission with an upload. An equal request from somebody who may continue it gets the same submission. */
    requestUpload: (request: UploadRequest): Promise<Decided> =>
      create(
        { ...blank(request, request.actor), objectKey: request.objectKey, uploadExpires: request.expires },
        { type: 'UPLOAD_REQUESTED', actor: request.actor },
        async (_, existing) =>
          existing &&
          continuationRefusal(existing, request.actor) === undefined &&
          existing.instId === request.instId &&
          existing.collectionId === request.collectionId &&
          existing.mode === request.mode &&
          existing.fileName === request.fileName
            ? existing
            : undefined,
      ),

    /** Records that the provider has nothing to report for the collection. A person who repeats it gets the same submission. */
    createNilReturn: (request: {
      collectionId: string
      instId: string
      actor: Principal
    }): Promise<Decided> => {
      const fresh = blank(
        { ...request, submissionId: randomUUID(), mode: 'live', fileName: nilReturnFileName },
        request.actor,
      )
      const event: LifecycleEvent = { type: 'NIL_RETURN_CREATED', actor: request.actor }
      return create(fresh, event, async tx => {
        const latest = await lockLatest(tx, fresh)
        return latest && (await isRepeated(tx, latest.id, event)) ? latest : undefined
      })
    },

    /** A submission with its facts as of now, for clients that run the same chart; undefined if it does not exist. */
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
