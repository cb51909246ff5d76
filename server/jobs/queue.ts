import type { Transaction } from 'kysely'
import type { QueueResult, SendOptions } from 'pg-boss'
import type { Logger } from 'pino'
import { withKeptClock } from '../clock.ts'
import type { Database } from '../database/schema.ts'
import { kept, longest } from '../limits.ts'
import type { Boss, Slot } from './boss.ts'
import { createPuttingBack } from './bossTables.ts'
import { createDeadlineJobs } from './deadlineJobs.ts'
import {
  type BulkJob,
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
  type TrackerJob,
  type WebhookJob,
  type WorkbookJob,
} from './jobs.ts'
import { refuseUnknown } from './laterRelease.ts'
import { placesAfterSeconds, queuesWith } from './queues.ts'
import { createSending, type Dated } from './sending.ts'
import { createStageJobs } from './stageJobs.ts'

type Tx = Transaction<Database>

/** Queues of what can be cancelled while it waits or is made. */
type CancelledQueue = 'delivery' | 'pseudonymisation'

/** Whether a queue has other settings than these. */
const differs = (found: QueueResult, settings: object): boolean =>
  Object.entries(settings).some(([name, value]) => found[name as keyof QueueResult] !== value)

/**
 * All work that has to be done later or elsewhere: pg-boss in the same database. A job is sent by the transaction that
 * decides on it, so it exists exactly when the decision does; it is held by one process at a time. Its tables have no
 * row-level security: jobs carry ids only.
 */
export const createJobQueue = (options: {
  boss: Boss
  clock: { now: () => Date }
  log: Logger
  /** Told of each job that failed, whether it is tried again or not. */
  onFailed?: (queue: string) => void
  /** First delay after a fault, in seconds; it doubles. */
  retryDelaySeconds?: number
  /** Ends of uploads are also looked at this often before they are due: for a store that does not report arrivals. */
  uploadCheckSeconds?: number
}) => {
  const { boss, clock, log, onFailed, retryDelaySeconds = 1, uploadCheckSeconds } = options

  const queues = queuesWith(retryDelaySeconds)
  const { sendOnce, cancelOpen } = createSending(boss, clock)

  /** Makes the queues that are missing, and gives those that an earlier release has made the settings of this one. */
  const prepareQueues = async (): Promise<void> => {
    const made = new Map((await boss.getQueues(Object.values(names))).map(found => [found.name, found]))
    for (const [queue, { groupConcurrency: _, policy, ...row }] of Object.entries(queues)) {
      const name = names[queue as QueueName]
      const settings = {
        ...row,
        retentionSeconds: kept.waitingJobsSeconds,
        deleteAfterSeconds: kept.finishedJobsSeconds,
        notify: true,
      }
      const found = made.get(name)
      if (!found) await boss.createQueue(name, { ...settings, policy })
      else if (differs(found, settings)) await boss.updateQueue(name, settings)
    }
  }

  /** Sends the making of something, which can be withdrawn by its id, or the removal of what was made of it, which cannot. */
  const sendMaking = <Q extends CancelledQueue>(
    tx: Tx,
    queue: Q,
    job: Jobs[Q],
    key: string,
    id: string,
  ): Promise<void> =>
    sendOnce(tx, queue, job, job.removes === undefined ? { key, singletonKey: id } : { key })

  const placesMoved = async (options: SendOptions = {}): Promise<void> => {
    await boss.send(
      names.places,
      {},
      { startAfter: placesAfterSeconds, ...options, singletonKey: names.places },
    )
  }

  /** One consumer of a queue. It takes one job at a time and looks for the next one as soon as that has ended. */
  const consume = async <Q extends QueueName>(
    queue: Q,
    handle: (job: Held<Jobs[Q]>) => Promise<void>,
  ): Promise<Slot> => {
    const name = names[queue]
    const { heartbeatSeconds, groupConcurrency } = queues[queue]
    return boss.consume<Jobs[Q]>(
      name,
      {
        heartbeatRefreshSeconds: heartbeatSeconds / 4,
        ...(groupConcurrency === undefined ? {} : { groupConcurrency }),
      },
      async job => {
        try {
          refuseUnknown(queue, job.data)
          await withKeptClock(clock, (job.data as Dated<Jobs[Q]>).clock, () => handle(job))
        } catch (error) {
          log.error({ err: error, queue: name, ...(job.data as object) }, 'a job failed')
          onFailed?.(name)
          throw error
        }
      },
    )
  }

  return {
    /** Installs the queue's tables or brings them up to date, and starts looking after it. */
    start: async (): Promise<void> => {
      await boss.start()
      await prepareQueues()
    },

    consume,

    ...createPuttingBack(retryDelaySeconds),
    ...createStageJobs({ boss, sendOnce, cancelOpen, placesMoved }),
    ...createDeadlineJobs({ boss, clock, uploadCheckSeconds }),

    /**
     * Enqueues the removal of a submission's file in the transaction that decides on it. The key names the effect: the same
     * key again changes nothing.
     */
    enqueueDiscard: (tx: Tx, job: DiscardJob, key: string): Promise<void> =>
      sendOnce(tx, 'discard', job, { key }),

    /** Enqueues the raising of the issues that the system raises of a submission; the key as above. */
    enqueueIssues: (tx: Tx, job: IssuesJob, key: string): Promise<void> =>
      sendOnce(tx, 'issues', job, { key }),

    /** Hands an event of an issue on to the tracker; the key as above. */
    enqueueTracking: (tx: Tx, job: TrackerJob, key: string): Promise<void> =>
      sendOnce(tx, 'tracker', job, { key }),

    /** Has an issue entered in the tracker, by the event that asks for it; the key as above. */
    enqueueTrackerEntry: (tx: Tx, job: TrackerJob, key: string): Promise<void> =>
      sendOnce(tx, 'trackerEntry', job, { key }),

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

    /** Has everybody who waits be told of their place, so much later: once for all that moves until then. */
    placesMoved: (afterSeconds = placesAfterSeconds): Promise<void> =>
      placesMoved({ startAfter: afterSeconds }),

    /**
     * Takes the making of a delivery or a pseudonymised form off its queue, in hand, waiting or given up; what only removes stays.
     */
    withdrawMaking: async (tx: Tx, queue: CancelledQueue, id: string): Promise<void> => {
      await cancelOpen(tx, queue, id)
      // It would give up what is asked for anew.
      await cancelOpen(tx, 'makingDead', id)
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

    /** Takes no more jobs; those in hand end within the grace, or are stopped and go to another process. */
    stop: async (): Promise<void> => {
      await boss.stop({ graceful: true, timeout: longest.jobsAtEndMs })
    },
  }
}
export type JobQueue = ReturnType<typeof createJobQueue>
