import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import type { Measure } from '../impact/index.ts'
import { type JobRecord, lockJob, nextRow, nextRows, type SettledRow, type WaitingRow } from './jobRow.ts'

/** Rows of an impact that are measured at once. */
const measuredAtOnce = 2

/** Measures rows of a job, which takes a moment each, and settles them one after the other. */
export const createMeasuring = (options: {
  db: Kysely<Database>
  measure: Measure
  /** Settles a row of a locked job; whether the job goes on. */
  settle: (tx: Transaction<Database>, job: JobRecord, row: SettledRow) => Promise<boolean>
}) => {
  const { db, measure, settle } = options

  const measured = async (row: WaitingRow, specificationId: number): Promise<SettledRow> => {
    const found = await measure(row.submissionId, specificationId)
    return 'findings' in found
      ? { ...row, state: 'DONE', reason: null, findings: found.findings }
      : { ...row, state: 'REFUSED', reason: found.refusal }
  }

  const settleMeasured = (id: string, row: SettledRow): Promise<boolean> =>
    withScope(db, { scope: 'all' }, async tx => {
      const job = await lockJob(tx, id)
      if (job?.place !== 'IN_PROGRESS') return false
      const next = await nextRow(tx, id)
      // Where another process has settled it meanwhile, nothing is written.
      return next?.submissionId === row.submissionId ? settle(tx, job, row) : next !== undefined
    })

  /** Measures what is next. False where the job is over, or not begun. */
  return async ({ id, specificationId }: JobRecord): Promise<boolean> => {
    if (specificationId === null) throw new Error(`The job ${id} is of no specification.`)
    const rows = await withScope(db, { scope: 'all' }, tx => nextRows(tx, id, measuredAtOnce))
    let goesOn = false
    for (const row of await Promise.all(rows.map(one => measured(one, specificationId))))
      goesOn = await settleMeasured(id, row)
    return goesOn
  }
}
