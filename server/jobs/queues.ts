import type { QueueOptions, QueuePolicy } from 'pg-boss'
import { deliveryRetries } from '../../src/domain/webhook.ts'
import { attempts } from '../limits.ts'
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

/** Time in which places that move are told together; where many wait, a longer one. */
export const placesAfterSeconds = 2

/** Tries of a stage that count, of so many attempts. */
export const countedTries = (taken: number): number => Math.min(taken, attempts.stageRetries + 1)

/** A job without a sign of life for this long goes to another process. */
const alive = { heartbeatSeconds: 10 } satisfies QueueOptions

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
  /** Of what is made: given up after few tries, and ended then by who reads the dead letters. */
  const made = {
    policy: 'standard',
    deadLetter: names.makingDead,
    retryLimit: attempts.makingRetries,
    ...backoff(retryDelaySeconds, 300),
    ...alive,
    ...long,
  } satisfies QueueRow
  return {
    webhookDead: { policy: 'standard', ...untilDone },
    webhook: {
      policy: 'standard',
      deadLetter: names.webhookDead,
      // A server that answers late makes its own calls wait, not those of others.
      groupConcurrency: 1,
      // Somebody else's server may be away for a night.
      retryLimit: deliveryRetries,
      ...backoff(retryDelaySeconds * attempts.firstWebhookRetrySeconds, 6 * 3600),
      ...alive,
    },
    deadLetter: { policy: 'standard', ...untilDone },
    // One open job of a submission at a time.
    stage: {
      policy: 'exclusive',
      deadLetter: names.deadLetter,
      retryLimit: attempts.stageRetries,
      ...backoff(retryDelaySeconds, attempts.longestRetrySeconds),
      ...alive,
      ...long,
    },
    // One of each kind that waits.
    deadline: { policy: 'short', ...untilDone },
    discard: { policy: 'standard', ...untilDone },
    issues: { policy: 'standard', ...untilDone },
    tracker: { policy: 'standard', ...untilDone },
    trackerEntryDead: { policy: 'standard', ...untilDone },
    // People wait for the link, and may try again: what is told of an issue afterwards waits until the tracker is back.
    trackerEntry: {
      policy: 'standard',
      deadLetter: names.trackerEntryDead,
      retryLimit: attempts.stageRetries,
      ...backoff(retryDelaySeconds, attempts.longestRetrySeconds),
      ...alive,
    },
    trackerPoll: { policy: 'exclusive', ...once },
    makingDead: { policy: 'standard', ...untilDone },
    workbook: made,
    pseudonymisation: made,
    deliverySet: made,
    delivery: made,
    bulk: made,
    outputs: made,
    places: { policy: 'short', ...once },
    sweep: { policy: 'exclusive', retryLimit: 3, ...backoff(60, 600), ...alive },
    auditSeal: { policy: 'exclusive', ...once },
    notices: { policy: 'exclusive', ...once },
    mail: { policy: 'standard', ...untilDone },
  }
}

const retriesByName: ReadonlyMap<string, number> = new Map(
  Object.entries(queuesWith(0)).map(([queue, { retryLimit = 0 }]) => [names[queue as QueueName], retryLimit]),
)

/** Tries of a job after the first one, by the name of its queue in the database. */
export const retriesOf = (name: string): number => retriesByName.get(name) ?? 0

/** How often a job was put back without that being counted as a try. */
export const timesPutBack = ({ name, retryLimit }: { name: string; retryLimit: number }): number =>
  Math.max(0, retryLimit - retriesOf(name))
