import type { Kysely, Transaction } from 'kysely'
import { isJobRunning } from '../../src/domain/job.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import type { Measure } from '../impact/index.ts'
import { type JobRecord, lockJob, nextRow, nextRows, type SettledRow, type WaitingRow } from './jobRow.ts'

/** Rows of an impact that are measured at once: twice the cores of a usual worker, so that none waits while databases are opened or closed. */
export const measuredAtOnce = 4

/** Rows that are taken from the list at a time; only at the end of them does a core wait for the others. */
const takenAtOnce = 24

/** Measures rows of a job, which takes a moment each, and settles them one after the other, in the order of the job. */
export const createMeasuring = (options: {
  db: Kysely<Database>
  measure: Measure
  /** Settles a row of a locked job; whether the job goes on. */
  settle: (tx: Transaction<Database>, job: JobRecord, row: SettledRow) => Promise<boolean>
}) => {
  const { db, measure, settle } = options

  const measured = async (
    row: WaitingRow,
    specificationId: number,
    signal: AbortSignal,
  ): Promise<SettledRow> => {
    const found = await measure(row.submissionId, specificationId, signal)
    return 'findings' in found
      ? { ...row, state: 'DONE', reason: null, findings: found.findings }
      : { ...row, state: 'REFUSED', reason: found.refusal }
  }

  const settleMeasured = (id: string, row: SettledRow): Promise<boolean> =>
    withScope(db, { scope: 'all' }, async tx => {
      const job = await lockJob(tx, id)
      if (!job || !isJobRunning(job.place)) return false
      const next = await nextRow(tx, id)
      // Where another process has settled it meanwhile, nothing is written.
      return next?.submissionId === row.submissionId ? settle(tx, job, row) : next !== undefined
    })

  /**
   * Measures what is next, until the signal says that the process stops: what comes to its end all the same is settled. False
   * where the job is over, or not begun.
   */
  return async ({ id, specificationId }: JobRecord, signal?: AbortSignal): Promise<boolean> => {
    if (specificationId === null) throw new Error(`The job ${id} is of no specification.`)
    const rows = await withScope(db, { scope: 'all' }, tx => nextRows(tx, id, takenAtOnce))
    const places = rows.map(row => ({ row, result: Promise.withResolvers<SettledRow | undefined>() }))
    const waiting = places.values()
    const over = new AbortController()
    const stop = AbortSignal.any(signal ? [signal, over.signal] : [over.signal])
    const measureWaiting = async (): Promise<void> => {
      for (const { row, result } of waiting) {
        if (stop.aborted) result.resolve(undefined)
        else
          await measured(row, specificationId, stop).then(result.resolve, error =>
            stop.aborted ? result.resolve(undefined) : result.reject(error),
          )
      }
    }
    for (const { result } of places) result.promise.catch(() => undefined)
    const working = Array.from({ length: measuredAtOnce }, measureWaiting)
    let goesOn = false
    try {
      for (const { result } of places) {
        const row = await result.promise
        // What was not begun, or was stopped, is measured by who goes on with the job.
        if (!row) return true
        goesOn = await settleMeasured(id, row)
        if (!goesOn) return false
      }
      return goesOn
    } finally {
      over.abort()
      await Promise.all(working)
    }
  }
}
