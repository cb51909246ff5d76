import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { fromKysely, type SendOptions, type WorkOptions } from 'pg-boss'
import type { Logger } from 'pino'
import type { Outage } from '../../src/domain/wire/progress.ts'
import { type Stage, stages } from '../../src/machines/submission-lifecycle/index.ts'
import type { Database } from '../database/schema.ts'
import type { Boss } from './boss.ts'
import {
  type BulkJob,
  type DeadlineJob,
  type DeadlineKind,
  type DeliveryJob,
  type DeliverySetJob,
  type DiscardJob,
  type Held,
  type IssuesJob,
  type Jobs,
  type MailJob,
  names,
  type OutputsJob,
  type PseudonymisationJob,
  type QueueName,
  type SectorGroupsJob,
  type StageJob,
  type TrackerJob,
  type WebhookJob,
  type WorkbookJob,
} from './jobs.ts'
import { leftForSeconds, refuseUnknown } from './laterRelease.ts'
import { LeaseLost } from './lease.ts'
import { graceMs, longestRetrySeconds, queuesWith, retries, timesPutBack, unseenOutages } from './queues.ts'

type Tx = Transaction<Database>

/** One consumer of a queue. */
export interface Slot {
  /** Looks at the queue now. */
  wake: () => void
  /** Takes no more jobs and waits for the one in hand. */
  stop: () => Promise<void>
}

/** Queues of what can be cancelled while it waits or is made. */
type MakingQueue = 'delivery' | 'pseudonymisation'

/** Waiting jobs are never dropped for their age. */
const retentionSeconds = 365 * 86_400
/** Finished jobs are kept for this long; the history of a submission is in `submission_event`, not here. */
const deleteAfterSeconds = 600

/** Time in which places that move are told together. */
const placesAfterSeconds = 2

/** The id of the job of an effect: the same effect always gets the same id, so it is never enqueued twice. */
export const jobIdOf = (idempotencyKey: string): string => {
  const hex = createHash('sha256').update(idempotencyKey).digest('hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * Later stages go first, so that what was begun is finished. At the first stage providers take turns: the n-th open
 * job of a provider waits behind the first n - 1 of every other.
 */
const priorityOf = (stage: Stage, openJobs: number): number =>
  stage === 'PROVISIONING' ? -openJobs : stages.indexOf(stage)

/** Jobs of a provider that wait or are in hand, as this transaction sees them; two senders at once may tie. */
const openJobsOf = async (tx: Tx, instId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pgboss.job
    where name = ${names.stage} and state <= 'active' and group_id = ${instId}`.execute(tx)
  return rows[0]?.count ?? 0
}

/**
 * All work that has to be done later or elsewhere: pg-boss in the same database. A job is sent by the transaction that
 * decides on it, so it exists exactly when the decision does; it is held by one process at a time. Its tables have no
 * row-level security: jobs carry ids only.
 */
export const createJobQueue = (options: {
  boss: Boss
  clock: { now: () => Date }
  log: Logger
  /** First delay after a fault, in seconds; it doubles. */
  retryDelaySeconds?: number
  /** Ends of uploads are also looked at this often before they are due: for a store that does not report arrivals. */
  uploadCheckSeconds?: number
}) => {
  const { boss, clock, log, retryDelaySeconds = 1, uploadCheckSeconds } = options

  const queues = queuesWith(retryDelaySeconds)

  const prepareQueues = async (): Promise<void> => {
    for (const [
      queue,
      { everySeconds: _, groupConcurrency: __, policy, deadLetter, ...row },
    ] of Object.entries(queues)) {
      const kept = { ...row, retentionSeconds, deleteAfterSeconds, notify: true }
      await boss.createQueue(names[queue as QueueName], {
        ...kept,
        policy,
        ...(deadLetter === undefined ? {} : { deadLetter }),
      })
      // A queue that an earlier release made keeps its settings otherwise.
      await boss.updateQueue(names[queue as QueueName], kept)
    }
  }

  /** Sends a job once; its id stands for the effect. Throws where another job of its key would swallow it. */
  const sendOnce = async <Q extends QueueName>(
    tx: Tx,
    queue: Q,
    data: Jobs[Q],
    sent: { key: string; singletonKey?: string; group?: string; priority?: number },
  ): Promise<void> => {
    const db = fromKysely(tx)
    const id = jobIdOf(sent.key)
    const made = await boss.send(names[queue], data, {
      db,
      id,
      ...(sent.singletonKey === undefined ? {} : { singletonKey: sent.singletonKey }),
      ...(sent.group === undefined ? {} : { group: { id: sent.group } }),
      ...(sent.priority === undefined ? {} : { priority: sent.priority }),
    })
    if (made !== null || (await boss.findJobs(names[queue], { db, id })).length > 0) return
    throw new Error(`The job ${sent.key} cannot be sent: another job of ${sent.singletonKey} is open.`)
  }

  /** Puts a stage's job back, to be tried once more often: its number of attempts grows all the same. */
  const putBackFor = async (
    tx: Tx,
    { id, retryCount }: Held<StageJob>,
    seconds: number,
    output: string | null,
  ): Promise<void> => {
    await sql`update pgboss.job set state = 'retry', heartbeat_on = null, retry_limit = retry_limit + 1,
        start_after = now() + ${seconds} * interval '1 second', output = ${output}::jsonb
      where name = ${names.stage} and id = ${id}::uuid and state = 'active' and retry_count = ${retryCount}`.execute(
      tx,
    )
  }

  /** Sends the making of something, which can be withdrawn by its id, or the removal of what was made of it, which cannot. */
  const sendMaking = <Q extends MakingQueue>(
    tx: Tx,
    queue: Q,
    job: Jobs[Q],
    key: string,
    id: string,
  ): Promise<void> =>
    sendOnce(tx, queue, job, job.removes === undefined ? { key, singletonKey: id } : { key })

  /** Takes the open jobs of a key off their queue: whoever has one in hand is told to stop. Whether there were any. */
  const cancelOpen = async (tx: Tx, queue: QueueName, key: string): Promise<boolean> => {
    const db = fromKysely(tx)
    const found = await boss.findJobs(names[queue], { db, key })
    const open = found.filter(({ state }) => ['created', 'retry', 'active'].includes(state))
    const ids = open.map(({ id }) => id)
    if (ids.length > 0) await boss.cancel(names[queue], ids, { db })
    return ids.length > 0
  }

  const placesMoved = async (options: SendOptions = {}): Promise<void> => {
    await boss.send(
      names.places,
      {},
      {
        ...options,
        singletonKey: names.places,
        startAfter: placesAfterSeconds,
      },
    )
  }

  const deadlineKey = (kind: DeadlineKind, submissionId: string): string => `${kind}:${submissionId}`

  /** One consumer of a queue. It takes one job at a time and looks for the next one as soon as that has ended. */
  const consume = async <Q extends QueueName>(
    queue: Q,
    handle: (job: Held<Jobs[Q]>) => Promise<void>,
  ): Promise<Slot> => {
    const name = names[queue]
    const { everySeconds, heartbeatSeconds, groupConcurrency } = queues[queue]
    const slot: { id?: string } = {}
    const wake = (): void => {
      if (slot.id !== undefined) boss.notifyWorker(slot.id)
    }
    slot.id = await boss.work<Jobs[Q], void, WorkOptions & { includeMetadata: true }>(
      name,
      {
        includeMetadata: true,
        pollingIntervalSeconds: everySeconds,
        notifyPollingIntervalSeconds: everySeconds,
        heartbeatRefreshSeconds: heartbeatSeconds / 4,
        ...(groupConcurrency === undefined ? {} : { groupConcurrency }),
      },
      async ([job]) => {
        try {
          if (!job) return
          refuseUnknown(queue, job.data)
          await handle(job)
        } catch (error) {
          log.error({ err: error, queue: name, ...job?.data }, 'a job failed')
          throw error
        } finally {
          wake()
        }
      },
    )
    const { id } = slot
    return { wake, stop: () => boss.offWork(name, { id, wait: true }) }
  }

  return {
    /** Installs the queue's tables or brings them up to date, and starts looking after it. */
    start: async (): Promise<void> => {
      await boss.start()
      await prepareQueues()
    },

    consume,

    /**
     * Enqueues a stage in the transaction that decides on it. The key names the effect: the same key again changes
     * nothing.
     */
    enqueueStage: async (tx: Tx, job: StageJob, key: string): Promise<void> => {
      const priority = priorityOf(job.stage, await openJobsOf(tx, job.instId))
      await sendOnce(tx, 'stage', job, { key, singletonKey: job.submissionId, group: job.instId, priority })
    },

    /** Enqueues the removal of a submission's file; the key as above. */
    enqueueDiscard: (tx: Tx, job: DiscardJob, key: string): Promise<void> =>
      sendOnce(tx, 'discard', job, { key }),

    /** Enqueues the raising of the issues that the system raises of a submission; the key as above. */
    enqueueIssues: (tx: Tx, job: IssuesJob, key: string): Promise<void> =>
      sendOnce(tx, 'issues', job, { key }),

    /** Hands an event of an issue on to the tracker; the key as above. */
    enqueueTracking: (tx: Tx, job: TrackerJob, key: string): Promise<void> =>
      sendOnce(tx, 'tracker', job, { key }),

    /** Has a workbook made by some worker; the key as above. */
    enqueueWorkbook: (tx: Tx, job: WorkbookJob, key: string): Promise<void> =>
      sendOnce(tx, 'workbook', job, { key }),

    /** Has the pseudonymised form of a record made by some worker; the key as above. */
    enqueuePseudonymisation: (tx: Tx, job: PseudonymisationJob, key: string): Promise<void> =>
      sendMaking(tx, 'pseudonymisation', job, key, job.submissionId),

    /** Has the files that are delivered of a submission made by some worker; the key as above. */
    enqueueDeliverySet: (tx: Tx, job: DeliverySetJob, key: string): Promise<void> =>
      sendOnce(tx, 'deliverySet', job, { key }),

    /** Has the package of a delivery made by some worker; the key as above. */
    enqueueDelivery: (tx: Tx, job: DeliveryJob, key: string): Promise<void> =>
      sendMaking(tx, 'delivery', job, key, job.deliveryId),

    /** Has what is added up over providers made of an earlier submission; the key as above. */
    enqueueSectorGroups: (tx: Tx, job: SectorGroupsJob, key: string): Promise<void> =>
      sendOnce(tx, 'sectorGroups', job, { key }),

    /** Has a decision about many submissions gone through by some process; the key as above. */
    enqueueBulk: (tx: Tx, job: BulkJob, key: string): Promise<void> => sendOnce(tx, 'bulk', job, { key }),

    /** Has outputs of submissions made again by some worker; the key as above. */
    enqueueOutputs: (tx: Tx, job: OutputsJob, key: string): Promise<void> =>
      sendOnce(tx, 'outputs', job, { key }),

    /** Enqueues the sending of a mail; the key as above. */
    enqueueMail: (tx: Tx, job: MailJob, key: string): Promise<void> => sendOnce(tx, 'mail', job, { key }),

    /** Has an address of a provider called, one call of it at a time; the key as above. */
    enqueueWebhook: (tx: Tx, job: WebhookJob, key: string, endpointId: string): Promise<void> =>
      sendOnce(tx, 'webhook', job, { key, group: endpointId }),

    /** Sets a deadline of a submission, or moves the one that is set. */
    armDeadline: async (tx: Tx, kind: DeadlineKind, submissionId: string, due: Date): Promise<void> => {
      const wait = Math.max(0, (due.getTime() - clock.now().getTime()) / 1000)
      const first = kind === 'UPLOAD_EXPIRED' ? Math.min(wait, uploadCheckSeconds ?? wait) : wait
      const data: DeadlineJob = { kind, submissionId, due: due.toISOString() }
      await boss.upsert(names.deadline, data, {
        db: fromKysely(tx),
        singletonKey: deadlineKey(kind, submissionId),
        startAfter: Math.ceil(first),
      })
    },

    disarmDeadline: async (tx: Tx, kind: DeadlineKind, submissionId: string): Promise<void> => {
      const db = fromKysely(tx)
      const key = deadlineKey(kind, submissionId)
      const waiting = await boss.findJobs(names.deadline, { db, key, queued: true })
      const ids = waiting.map(({ id }) => id)
      if (ids.length > 0) await boss.deleteJob(names.deadline, ids, { db })
    },

    /** Deadlines that are set, the earliest first. */
    deadlines: async (): Promise<{ id: string; data: DeadlineJob }[]> => {
      const waiting = await boss.findJobs<DeadlineJob>(names.deadline, { queued: true, limit: 100_000 })
      return waiting.toSorted((one, other) => one.data.due.localeCompare(other.data.due))
    },

    /** Takes a deadline that was handled off the queue. */
    dropDeadline: async (id: string): Promise<void> => {
      await boss.deleteJob(names.deadline, id)
    },

    /** Has everybody who waits be told of their place, a moment later: once for all that moves until then. */
    placesMoved: (): Promise<void> => placesMoved(),

    /** Takes the work on a submission off the queue, in hand or waiting: a worker that has it is told to stop. */
    withdraw: async (tx: Tx, submissionId: string): Promise<void> => {
      if (await cancelOpen(tx, 'stage', submissionId)) await placesMoved({ db: fromKysely(tx) })
    },

    /** The same of the making of a delivery or a pseudonymised form; what only removes stays. */
    withdrawMaking: async (tx: Tx, queue: MakingQueue, id: string): Promise<void> => {
      await cancelOpen(tx, queue, id)
    },

    /** Whether this attempt still holds its stage's job: a process that stood still may have lost it to another. */
    holds: async (tx: Tx, { id, retryCount }: Held<StageJob>): Promise<boolean> => {
      const found = await boss.findJobs(names.stage, { db: fromKysely(tx), id })
      return found.some(job => job.state === 'active' && job.retryCount === retryCount)
    },

    /** Ends a stage's job in the transaction of its result. Throws LeaseLost where this attempt does not hold it any more. */
    complete: async (tx: Tx, { id, retryCount, data }: Held<StageJob>): Promise<void> => {
      const ended = await boss.complete(names.stage, { id, retryCount }, undefined, { db: fromKysely(tx) })
      if (!('affected' in ended) || ended.affected !== 1) throw new LeaseLost(data.submissionId, data.stage)
    },

    /** Gives a stage's job back after a fault: it is tried again after a delay, or becomes a dead letter. */
    giveBack: async (tx: Tx, { id, retryCount }: Held<StageJob>, error: unknown): Promise<void> => {
      const reason = error instanceof Error ? error : { message: String(error) }
      await boss.fail(names.stage, { id, retryCount }, reason, { db: fromKysely(tx) })
    },

    /**
     * Puts a stage's job back for a while, which counts as no try: it may be tried once more often. Its number of attempts grows
     * all the same, so that whoever put it back cannot be taken for who holds it next. `awaits`: what is away; undefined where
     * the job is left to a later release.
     */
    putBack: async (tx: Tx, job: Held<StageJob>, awaits?: Outage): Promise<void> => {
      const seconds = awaits
        ? retryDelaySeconds * Math.min(longestRetrySeconds, 2 ** timesPutBack(job))
        : leftForSeconds
      await putBackFor(tx, job, seconds, JSON.stringify({ awaits }))
    },

    /** Leaves a stage's job to whoever is free, as this process ends: at once, and that counts as no try. */
    handBack: (tx: Tx, job: Held<StageJob>): Promise<void> => putBackFor(tx, job, 0, null),

    /**
     * Gives a try back that was counted although the worker lives: its signs of life were missed, for instance on a machine that
     * is too busy, and the job went to another one. So often as an outage that nobody sees; after that it stays counted.
     */
    uncount: async (tx: Tx, { id, retryCount }: Held<StageJob>): Promise<void> => {
      await sql`update pgboss.job set retry_limit = retry_limit + 1
        where name = ${names.stage} and id = ${id}::uuid and state in ('retry', 'active')
          and (retry_count = ${retryCount + 1} or (retry_count = ${retryCount} and state = 'retry'))
          and retry_limit < ${retries + unseenOutages}`.execute(tx)
    },

    /** Gives a stage back that a dead worker held, without waiting for its signs of life to fail. */
    release: async ({ submissionId, stage }: Pick<StageJob, 'submissionId' | 'stage'>): Promise<void> => {
      const found = await boss.findJobs<StageJob>(names.stage, { key: submissionId })
      for (const { id, retryCount, state, data } of found)
        if (state === 'active' && data.stage === stage)
          await boss.fail(names.stage, { id, retryCount }, { message: 'The worker ended in this stage.' })
    },

    /** Sweeps once an hour, whichever process is up; one that was missed is made up for. */
    scheduleSweep: async (): Promise<void> => {
      await boss.schedule(names.sweep, '17 * * * *', {}, { missed: 'once' })
    },

    /** Seals the audit every minute, whichever process is up. */
    scheduleAuditSeal: async (): Promise<void> => {
      await boss.schedule(names.auditSeal, '* * * * *', {}, { missed: 'once' })
    },

    /** Looks every minute what there is to tell of collections and their deadlines, whichever process is up. */
    scheduleNotices: async (): Promise<void> => {
      await boss.schedule(names.notices, '* * * * *', {}, { missed: 'once' })
    },

    /** Asks the tracker every minute for what is new in it, whichever process is up. */
    scheduleTrackerPoll: async (): Promise<void> => {
      await boss.schedule(names.trackerPoll, '* * * * *', {}, { missed: 'once' })
    },

    /** Takes the open jobs off the queue `step`, which the releases before this one had. */
    takeEarlier: async (tx: Tx): Promise<{ submissionId: string; instId: string; step: Stage }[]> => {
      const { rows } = await sql<{ data: { submissionId: string; instId: string; step: Stage } }>`
        delete from pgboss.job where name = 'step' and state <= 'active' returning data`.execute(tx)
      return rows.map(({ data }) => data)
    },

    /** Takes no more jobs; those in hand end within the grace, or are stopped and go to another process. */
    stop: async (): Promise<void> => {
      await boss.stop({ graceful: true, timeout: graceMs })
    },
  }
}
export type JobQueue = ReturnType<typeof createJobQueue>
