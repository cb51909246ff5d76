import type { Kysely, Transaction } from 'kysely'
import type { QueuePlace } from '../../src/domain/wire/progress.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { publishToOwn } from '../live/publish.ts'
import { type WaitingRow, waitingRowOf, waitingRows, waitingStages } from './bossTables.ts'
import type { JobQueue } from './queue.ts'
import { placesAfterSeconds } from './queues.ts'

type Tx = Transaction<Database>

const placeOf = ({ place, seconds, awaits }: WaitingRow): QueuePlace => ({
  place,
  seconds,
  ...(awaits ? { awaits } : {}),
})

/** Where a submission stands in the queue; null when it waits for no worker. */
export const queuePlaceOf = async (tx: Tx, submissionId: string): Promise<QueuePlace | null> => {
  const row = await waitingRowOf(tx, submissionId)
  return row ? placeOf(row) : null
}

/**
 * So many are told in a second, on average. Each is told over all sockets of its provider: in a long queue, told anew whenever
 * somebody moves, that would take more than the work on the files, and the queue would grow by it.
 */
const toldInASecond = 20

/** Tells every provider whose submission waits where it stands now. The more of them wait, the later it is before the next time. */
export const createPlaceTeller =
  ({
    db,
    clock,
    queue,
  }: {
    db: Kysely<Database>
    clock: { now: () => Date }
    queue: Pick<JobQueue, 'placesMoved'>
  }) =>
  async (): Promise<void> => {
    const count = await waitingStages(db)
    if (count === 0) return
    const seconds = Math.ceil(count / toldInASecond)
    // Before anybody is told: whoever moves from now on finds the next time asked for, and asks for no earlier one.
    if (seconds > placesAfterSeconds) await queue.placesMoved(seconds)
    await withScope(db, { scope: 'all' }, async tx => {
      const rows = await waitingRows(tx)
      const at = clock.now()
      const places = rows.map(row => ({
        type: 'QUEUE_PLACE' as const,
        submissionId: row.id,
        collectionId: row.collectionId,
        instId: row.instId,
        mode: row.mode,
        occurredAt: at.toISOString(),
        queue: placeOf(row),
      }))
      publishToOwn(tx, places, at)
    })
  }
