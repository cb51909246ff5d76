import type { QueueOptions, QueuePolicy } from 'pg-boss'
import { deliveryRetries } from '../../src/domain/webhook.ts'
import { names, type QueueName } from './jobs.ts'

/** How a queue holds its jobs and tries them again. */
export interface QueueRow extends QueueOptions {
  /**
   * Which jobs of one key there may be: `standard` any; `short` one that waits; `exclusive` one that waits or is in hand
   * (of a queue without keys: one in all).
   */
  policy: QueuePolicy
  /**
   * A job without a sign of life for so long has lost its process. Without it, it would be held for a quarter of an hour, and
   * an exclusive queue with it.
   */
  heartbeatSeconds: number
  /** How many jobs of one group are in hand at a time, in all processes. Two that are taken at the same moment may be more. */
  groupConcurrency?: number
  /** Where jobs go that are given up. */
  deadLetter?: string
}

/** Tries after the first one (decisions §3 "Retry"); the death of a worker counts as a failed try. */
export const retries = 3

/** Longest delay before a stage is tried again, in seconds. */
export const longestRetrySeconds = 60

/** So often a stage is put back for an outage that the worker does not see itself; after that it counts as a try. */
export const unseenOutages = 20

/** How often a job was put back without that being counted as a try. */
export const timesPutBack = ({ retryLimit }: { retryLimit: number }): number =>
  Math.max(0, retryLimit - retries)

/** Time that a process gives to the jobs in hand when it ends, before it gives them back, in ms. */
export const graceMs = 5000

/** Tries of a stage that count, of so many attempts. */
export const countedTries = (attempts: number): number => Math.min(attempts, retries + 1)

/** A job without a sign of life for this long goes to another process. */
const alive = { heartbeatSeconds: 10 } satisfies QueueOptions

/** First delay before an address is called again, in seconds, where a stage's is one; it doubles. */
const firstWebhookRetrySeconds = 30

const backoff = (delay: number, longest: number): QueueOptions =>
  delay > 0 ? { retryDelay: delay, retryBackoff: true, retryDelayMax: longest } : { retryDelay: 0 }

/** Work that may take longer than a quarter of an hour. */
const long = { expireInSeconds: 23 * 3600 } satisfies QueueOptions

/** Of what is done anew soon anyway. */
const once = { retryLimit: 0, ...alive } satisfies QueueOptions

/**
 * Every queue, dead letters first: theirs has to be there before the queue that names it. `retryDelaySeconds`: first delay of a
 * stage, and of an effect, after a fault.
 */
export const queuesWith = (retryDelaySeconds: number): Record<QueueName, QueueRow> => {
  /** Of effects that have to happen in the end: they are tried for weeks. */
  const untilDone = {
    retryLimit: 10_000,
    ...backoff(retryDelaySeconds, 300),
    ...alive,
  } satisfies QueueOptions
  return {
    webhookDead: { policy: 'standard', ...untilDone },
    webhook: {
      policy: 'standard',
      deadLetter: names.webhookDead,
      // A server that answers late makes its own calls wait, not those of others.
      groupConcurrency: 1,
      // Somebody else's server may be away for a night.
      retryLimit: deliveryRetries,
      ...backoff(retryDelaySeconds * firstWebhookRetrySeconds, 6 * 3600),
      ...alive,
    },
    deadLetter: { policy: 'standard', ...untilDone },
    // One open job of a submission at a time.
    stage: {
      policy: 'exclusive',
      deadLetter: names.deadLetter,
      retryLimit: retries,
      ...backoff(retryDelaySeconds, longestRetrySeconds),
      ...alive,
      ...long,
    },
    // One of each kind that waits.
    deadline: { policy: 'short', ...untilDone },
    discard: { policy: 'standard', ...untilDone },
    issues: { policy: 'standard', ...untilDone },
    tracker: { policy: 'standard', ...untilDone },
    trackerPoll: { policy: 'exclusive', ...once },
    workbook: { policy: 'standard', ...untilDone, ...long },
    pseudonymisation: { policy: 'standard', ...untilDone, ...long },
    deliverySet: { policy: 'standard', ...untilDone, ...long },
    delivery: { policy: 'standard', ...untilDone, ...long },
    sectorGroups: { policy: 'standard', ...untilDone, ...long },
    bulk: { policy: 'standard', ...untilDone, ...long },
    outputs: { policy: 'standard', ...untilDone, ...long },
    places: { policy: 'short', ...once },
    sweep: { policy: 'exclusive', retryLimit: 3, ...backoff(60, 600), ...alive },
    auditSeal: { policy: 'exclusive', ...once },
    notices: { policy: 'exclusive', ...once },
    mail: { policy: 'standard', ...untilDone },
  }
}
