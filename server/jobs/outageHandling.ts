import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Outage } from '../../src/domain/wire/progress.ts'
import { unattended } from '../background.ts'
import { isDatabaseAway } from '../database/away.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { attempts } from '../limits.ts'
import type { Held } from './jobs.ts'
import { type Attempt, recordFault } from './lease.ts'
import { type Outages, outageOf } from './outages.ts'
import type { JobQueue } from './queue.ts'
import { timesPutBack } from './queues.ts'
import { PermanentFault, reasonOf } from './stageRunner.ts'

/** What a consumer does while something that it works with is away: it puts its job back, and takes nothing until that is back. */
export const createOutageHandling = (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  log: Logger
  queue: Pick<JobQueue, 'putBack' | 'placesMoved'>
  outages: Outages
}) => {
  const { db, clock, log, queue, outages } = options

  /** Whoever waits has moved up by one, or hears why nobody does. */
  const tellPlaces = (): void => {
    unattended(log, 'placesInQueue', () => queue.placesMoved())
  }

  /** Puts the job back without counting a try, as soon as the database can be told so. */
  const putBack = async (
    job: Held<unknown>,
    { part, error, attempt }: { part: Outage; error?: unknown; attempt?: Attempt },
  ): Promise<void> => {
    for (let times = 0; !job.signal.aborted && !outages.isEnded(); times += 1) {
      try {
        return await withScope(db, { scope: 'all' }, async tx => {
          if (attempt) await recordFault(tx, attempt, { reason: reasonOf(error), at: clock.now() })
          await queue.putBack(tx, job, part)
        })
      } catch (fault) {
        if (!isDatabaseAway(fault)) throw fault
        await outages.pause(times)
      }
    }
  }

  /** Waits until what is away is back: this consumer of the queue takes nothing before it returns. */
  const rest = async (part: Outage): Promise<void> => {
    if ((await outages.look()) === undefined) return
    tellPlaces()
    await outages.untilOver(part)
    tellPlaces()
  }

  /**
   * The part whose outage has made an attempt fail: one that a look confirms, or for so many times one that is over before
   * it is looked at. Undefined for any other fault, which counts as a try.
   */
  const awayAt = async (job: Held<unknown>, error: unknown): Promise<Outage | undefined> => {
    const outage = error instanceof PermanentFault ? undefined : outageOf(error)
    if (!outage) return undefined
    const seen = await outages.look()
    return seen ?? (outage.isCertain && timesPutBack(job) < attempts.unseenOutages ? outage.part : undefined)
  }

  return { tellPlaces, putBack, rest, awayAt }
}
