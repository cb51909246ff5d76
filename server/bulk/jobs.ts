import { type Kysely, sql, type Transaction } from 'kysely'
import {
  isJobOver,
  isJobRunning,
  isOfLifecycle,
  jobDecision,
  leavesOut,
  seesJob,
} from '../../src/domain/job.ts'
import type { RowJobKind, SubmissionJobKind } from '../../src/domain/jobPlace.ts'
import { systemPrincipal, type UserPrincipal } from '../../src/domain/principal.ts'
import { type Problem, problem } from '../../src/domain/problem.ts'
import type { JobEvent } from '../../src/machines/job/index.ts'
import type { LifecycleEvent } from '../../src/machines/submission-lifecycle/index.ts'
import { type Message, message } from '../../src/messages/message.ts'
import { isIdTaken, lockId } from '../database/queries/ids.ts'
import { latestSubmissions } from '../database/queries/submissions.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { latestWithResults, type Measure } from '../impact/index.ts'
import type { JobQueue } from '../jobs/index.ts'
import { findSubmission, type Lifecycle } from '../lifecycle/index.ts'
import { lockProvider } from '../lifecycle/records.ts'
import {
  type DecidedRow,
  findJob,
  type JobRecord,
  jobStateOf,
  lockJob,
  type NewRow,
  newRow,
  nextRow,
  rowsOfJob,
  type SettledRow,
  type WaitingRow,
} from './jobRow.ts'
import { createMeasuring } from './measuring.ts'
import { type DecidedJob, jobDecider } from './write.ts'

type Tx = Transaction<Database>

interface Requested {
  /** Given by who asks: the same request again finds the same job, another one under it is refused. */
  id: string
  actor: UserPrincipal
}

/** A decision about the latest submissions of providers. */
export interface JobRequest extends Requested {
  kind: SubmissionJobKind
  reference: string
  instIds: readonly string[]
  withSubmitted: boolean
}

/** An output of a submission, by its key. */
type NamedOutput = Pick<WaitingRow, 'submissionId' | 'output'>

/** Outputs that are to be made again. */
export interface OutputRequest extends Requested {
  /** The collection of all of the submissions. */
  collectionId: string
  /** Those that whoever asks may see. */
  outputs: readonly { instId: string; submissionId: string; statusId: number; output: string }[]
}

/** What somebody wants to know of a specification. */
export interface ImpactRequest extends Requested {
  reference: string
  specificationId: number
}

type CollectionOfJob = Pick<JobRecord, 'reference'> & { id: string; name: string }

const granted = (record: JobRecord): DecidedJob => ({ ok: true, record, facts: undefined, effects: [] })

const refused = (kind: Problem['kind'], reason: Message): DecidedJob => ({
  ok: false,
  problem: problem(kind, reason),
})

/** What the lifecycle is asked of each row. */
export const jobEventOf = (kind: SubmissionJobKind, actor: UserPrincipal): LifecycleEvent => ({
  type: jobDecision(kind),
  actor,
})

/** Whether two lists name the same, however often and in whichever order. */
const isSameSet = (some: readonly string[], others: readonly string[]): boolean => {
  const [one, other] = [new Set(some), new Set(others)]
  return one.size === other.size && [...one].every(name => other.has(name))
}

const outputNamed = ({ submissionId, output }: NamedOutput): string => `${submissionId} ${output}`

/** Whether a job is about these outputs. */
const isAbout =
  (outputs: readonly NamedOutput[]) =>
  ({ kind }: JobRecord, rows: readonly DecidedRow[]): boolean =>
    kind === 'IRIS' && isSameSet(rows.map(outputNamed), outputs.map(outputNamed))

/** The latest submissions of the providers, in their order; undefined where one has none. */
const latestOf = async (tx: Tx, { reference, instIds }: JobRequest) => {
  const latest = new Map(
    (await latestSubmissions(tx, { collectionReference: reference })).map(row => [row.inst_id, row]),
  )
  const rows = [...new Set(instIds)].map(instId => latest.get(instId))
  return rows.includes(undefined) ? undefined : rows.flatMap(row => row ?? [])
}

/**
 * The job of the same request, also where that is answered at this moment; a refusal where anything else has its id. Ask before
 * anything that the request names is looked for: it may have gone since the job was asked for.
 */
const existingJob = async (
  tx: Tx,
  { id, actor }: Requested,
  isSame: (job: JobRecord, rows: readonly DecidedRow[]) => boolean,
): Promise<DecidedJob | undefined> => {
  await lockId(tx, id)
  const known = await findJob(tx, id)
  const isOfActor = known?.actor.userId === actor.userId
  if (isOfActor && isSame(known, await rowsOfJob(tx, id))) return granted(known)
  return (await isIdTaken(tx, id)) ? refused('conflict', message('problems', 'idInUse')) : undefined
}

/** Two that ask for jobs of one collection at once wait for each other here: the second one finds the first under way. */
const lockCollection = async (tx: Tx, of: { id: string } | { reference: string }) => {
  const { rows } = await sql<CollectionOfJob>`select id, reference, name from collection
    where ${'id' in of ? sql`id = ${of.id}` : sql`reference = ${of.reference}`} for no key update`.execute(tx)
  return rows[0]
}

/**
 * The only place that makes and goes on with jobs. A decision locks the job and is written in one transaction
 * (`write.ts`). A row is settled in the transaction in which the lifecycle decides its submission, so it is decided once,
 * whatever happens to the process.
 */
export const createJobs = (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  queue: Pick<JobQueue, 'enqueueBulk' | 'enqueueOutputs'>
  lifecycle: Lifecycle
  measure: Measure
}) => {
  const { db, clock, queue, lifecycle, measure } = options

  const { decide, decideOn, missing } = jobDecider({ clock, queue })

  /** What the lifecycle says to a row; nothing of it is asked where the job leaves the submission out. */
  const decideRow = async (
    tx: Tx,
    { actor, withSubmitted }: JobRecord,
    kind: SubmissionJobKind,
    row: WaitingRow,
  ): Promise<SettledRow> => {
    const seen = await findSubmission(tx, row.submissionId)
    // Under the lock that its decision takes: one that is submitted at this moment is left out as well.
    if (seen) await lockProvider(tx, seen)
    const submission = seen && (await findSubmission(tx, row.submissionId))
    if (submission && leavesOut({ kind, withSubmitted }, submission.status))
      return { ...row, state: 'REFUSED', reason: message('job', 'submittedMeanwhile') }
    const decided = await lifecycle.decideWithin(tx, row.submissionId, jobEventOf(kind, actor))
    return decided.ok
      ? { ...row, state: 'DONE', reason: null }
      : { ...row, state: 'REFUSED', reason: decided.problem.reason }
  }

  /** Makes a job of the rows, if its chart takes the request. */
  const open = (
    tx: Tx,
    {
      id,
      kind,
      collection,
      withSubmitted,
      actor,
      specificationId = null,
    }: Requested & {
      kind: RowJobKind
      collection: CollectionOfJob
      withSubmitted: boolean
      specificationId?: number | null
    },
    rows: readonly NewRow[],
  ): Promise<DecidedJob> => {
    const fresh: JobRecord = {
      id,
      kind,
      collectionId: collection.id,
      reference: collection.reference,
      collectionName: collection.name,
      specificationId,
      place: 'NONE',
      version: 0,
      actor,
      withSubmitted,
      created: clock.now(),
      started: null,
      ended: null,
      counts: { WAITING: rows.length, DONE: 0, REFUSED: 0, LEFT: 0 },
    }
    return decideOn(tx, fresh, { type: 'REQUEST', actor }, { input: { rows } })
  }

  /** Settles a row that is still to be decided; whether the job goes on. */
  const settle = async (tx: Tx, job: JobRecord, row: SettledRow): Promise<boolean> => {
    const event: JobEvent = { type: 'ROW_SETTLED', actor: systemPrincipal, outcome: row.state }
    const decided = await decideOn(tx, job, event, { input: { row } })
    return decided.ok && !isJobOver(jobStateOf(decided.record))
  }

  const measureNext = createMeasuring({ db, measure, settle })

  /** Decides the next row and settles it, in one transaction. */
  const decideNext = (id: string): Promise<boolean> =>
    withScope(db, { scope: 'all' }, async tx => {
      const job = await lockJob(tx, id)
      if (!job || !isJobRunning(job.place) || !isOfLifecycle(job.kind)) return false
      const row = await nextRow(tx, id)
      return row ? settle(tx, job, await decideRow(tx, job, job.kind, row)) : false
    })

  return {
    /** Somebody asks for a job: every provider named has to have a submission, or nothing is done. */
    request: (request: JobRequest): Promise<DecidedJob> =>
      withScope(db, { scope: 'all' }, async tx => {
        const { kind, reference, instIds, withSubmitted } = request
        const before = await existingJob(
          tx,
          request,
          (job, rows) =>
            job.kind === kind &&
            job.reference === reference &&
            job.withSubmitted === withSubmitted &&
            isSameSet(
              rows.map(row => row.instId),
              instIds,
            ),
        )
        if (before) return before
        const collection = await lockCollection(tx, { reference })
        if (!collection) return refused('not-found', message('problems', 'noCollection'))
        const rows = await latestOf(tx, request)
        if (!rows) return refused('not-found', message('problems', 'noSubmission'))
        return open(tx, { ...request, collection }, rows.map(newRow))
      }),

    /** Somebody wants to know what a specification would change in the latest results of a collection. */
    requestImpact: (request: ImpactRequest): Promise<DecidedJob> =>
      withScope(db, { scope: 'all' }, async tx => {
        const { reference, specificationId } = request
        const before = await existingJob(
          tx,
          request,
          job =>
            job.kind === 'IMPACT' && job.reference === reference && job.specificationId === specificationId,
        )
        if (before) return before
        const { rows } = await sql`select 1 from specification
          where id = ${specificationId} and deleted_utc is null`.execute(tx)
        if (rows.length === 0) return refused('not-found', message('problems', 'noSpecification'))
        const collection = await lockCollection(tx, { reference })
        if (!collection) return refused('not-found', message('problems', 'noCollection'))
        const measured = await latestWithResults(tx, reference)
        const of = { ...request, kind: 'IMPACT', collection, withSubmitted: true } as const
        return open(tx, of, measured.map(newRow))
      }),

    /**
     * What came of the same request for outputs before, whatever has become of them; undefined where nothing has its id. Ask before
     * they are looked for.
     */
    repeatedOutputs: (
      request: Requested & { outputs: readonly NamedOutput[] },
    ): Promise<DecidedJob | undefined> =>
      withScope(db, { scope: 'all' }, tx => existingJob(tx, request, isAbout(request.outputs))),

    /** Somebody asks for outputs to be made again. */
    requestOutputs: (request: OutputRequest): Promise<DecidedJob> =>
      withScope(db, { scope: 'all' }, async tx => {
        const before = await existingJob(tx, request, isAbout(request.outputs))
        if (before) return before
        const collection = await lockCollection(tx, { id: request.collectionId })
        if (!collection) return refused('not-found', message('problems', 'noCollection'))
        return open(
          tx,
          { ...request, collection, kind: 'IRIS', withSubmitted: true },
          request.outputs.map(({ instId, submissionId, statusId, output }, ordinal) => ({
            ordinal,
            inst_id: instId,
            submission_id: submissionId,
            status_id: statusId,
            output,
          })),
        )
      }),

    /** Somebody ends a job: what is decided stands, what waits is left. Whose it is not does not find it. */
    cancel: (id: string, actor: UserPrincipal): Promise<DecidedJob> =>
      withScope(db, { scope: 'all' }, async tx => {
        const job = await lockJob(tx, id)
        return job && seesJob(actor, { kind: job.kind, partyId: job.actor.organisationId })
          ? decideOn(tx, job, { type: 'CANCEL', actor })
          : missing()
      }),

    /** A process takes the job; one that another had begun goes on. */
    start: (id: string): Promise<DecidedJob> => decide(db, id, { type: 'START', actor: systemPrincipal }),

    /** The system cannot go on. */
    giveUp: (id: string): Promise<DecidedJob> => decide(db, id, { type: 'GIVE_UP', actor: systemPrincipal }),

    /**
     * Settles what is next: a decision of the lifecycle, or what was measured until the signal stops it. False where the job is
     * over, or not begun.
     */
    settleNext: async (id: string, signal?: AbortSignal): Promise<boolean> => {
      const job = await withScope(db, { scope: 'all' }, tx => findJob(tx, id))
      if (!job || !isJobRunning(job.place)) return false
      return job.kind === 'IMPACT' ? measureNext(job, signal) : decideNext(id)
    },

    /** The output that is made next; undefined where the job is over, or not begun. */
    nextOutput: (id: string): Promise<WaitingRow | undefined> =>
      withScope(db, { scope: 'all' }, async tx => {
        const job = await findJob(tx, id)
        return job && isJobRunning(job.place) && job.kind === 'IRIS' ? nextRow(tx, id) : undefined
      }),

    /**
     * Settles an output with what `keep` writes of it, in one transaction; `keep` says why it cannot. Nothing is written where
     * somebody else has settled it, or the job is over.
     */
    settleOutput: (
      id: string,
      row: WaitingRow,
      keep: (tx: Tx) => Promise<Message | string | null>,
    ): Promise<void> =>
      withScope(db, { scope: 'all' }, async tx => {
        const job = await lockJob(tx, id)
        const next = job && isJobRunning(job.place) ? await nextRow(tx, id) : undefined
        if (!job || next?.submissionId !== row.submissionId || next.output !== row.output) return
        const reason = await keep(tx)
        await settle(tx, job, { ...row, state: reason === null ? 'DONE' : 'REFUSED', reason })
      }),
  }
}
export type BulkJobs = ReturnType<typeof createJobs>
