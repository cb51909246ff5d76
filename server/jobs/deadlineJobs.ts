import type { Transaction } from 'kysely'
import { fromKysely } from 'pg-boss'
import type { Database } from '../database/schema.ts'
import type { Boss } from './boss.ts'
import { type DeadlineJob, type DeadlineKind, names } from './jobs.ts'
import { dated } from './sending.ts'

type Tx = Transaction<Database>

const deadlineKey = (kind: DeadlineKind, submissionId: string): string => `${kind}:${submissionId}`

/** Deadlines of submissions on the queue: one job of each kind for each submission, due at its time. */
export const createDeadlineJobs = (options: {
  boss: Boss
  clock: { now: () => Date }
  uploadCheckSeconds: number | undefined
}) => {
  const { boss, clock, uploadCheckSeconds } = options
  return {
    /** Sets a deadline of a submission, or moves the one that is set. `now`: by the clock that will say whether it is due. */
    armDeadline: async (
      tx: Tx,
      kind: DeadlineKind,
      submissionId: string,
      due: Date,
      now = clock.now(),
    ): Promise<void> => {
      const wait = Math.max(0, (due.getTime() - now.getTime()) / 1000)
      const first = kind === 'UPLOAD_EXPIRED' ? Math.min(wait, uploadCheckSeconds ?? wait) : wait
      const data = dated<DeadlineJob>(clock, { kind, submissionId, due: due.toISOString() })
      await boss.upsert(names.deadline, data, {
        db: fromKysely(tx),
        singletonKey: deadlineKey(kind, submissionId),
        startAfter: Math.ceil(first),
      })
    },

    /** Takes a deadline off that is not due any more; one that is in hand is left to its handler. */
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
  }
}
