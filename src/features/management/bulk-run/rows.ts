import { leavesOut, wouldLoseApproval } from '../../../domain/job.ts'
import type { SubmissionJobKind } from '../../../domain/jobPlace.ts'
import { statusOfRow } from '../../../domain/monitoringColumns.ts'
import { type StatusName, statuses } from '../../../domain/status.ts'
import type { MonitoringRow } from '../../../domain/wire/collections.ts'

/** Chosen providers at one status, and what becomes of them. */
export interface StatusCount {
  status: StatusName
  count: number
  /** They are left out, for they are at or beyond approval. */
  isLeftOut: boolean
  losesApproval: boolean
}

/** The rows that can be chosen, and how many others there are at each status, the most first. */
export const selectableOf = (
  rows: readonly MonitoringRow[],
  isRefused: (row: MonitoringRow) => boolean,
): { able: readonly MonitoringRow[]; rest: readonly { row: MonitoringRow; count: number }[] } => {
  const others = Map.groupBy(rows.filter(isRefused), row => statusOfRow(row) ?? 'UNKNOWN')
  return {
    able: rows.filter(row => !isRefused(row)),
    rest: [...others.values()]
      .flatMap(([row, ...more]) => (row ? [{ row, count: more.length + 1 }] : []))
      .sort((a, b) => b.count - a.count),
  }
}

/** What the confirmation says of the chosen rows: by status in the order of the catalogue, and who goes into the job. */
export const confirmationOf = (
  chosen: readonly MonitoringRow[],
  job: { kind: SubmissionJobKind; withSubmitted: boolean },
) => {
  const counted = Map.groupBy(chosen, row => statusOfRow(row) ?? 'UNKNOWN')
  const isOfReprocessing = job.kind === 'REPROCESS'
  const counts = statuses.flatMap(({ name }): StatusCount[] => {
    const count = counted.get(name)?.length ?? 0
    if (count === 0) return []
    return [
      {
        status: name,
        count,
        isLeftOut: leavesOut(job, name),
        losesApproval: isOfReprocessing && wouldLoseApproval(name),
      },
    ]
  })
  const sum = (of: readonly StatusCount[]) => of.reduce((total, { count }) => total + count, 0)
  return {
    counts,
    /** Submissions that can be ticked on purpose. */
    submitted: sum(counts.filter(({ status }) => leavesOut({ ...job, withSubmitted: false }, status))),
    losing: sum(counts.filter(({ losesApproval }) => losesApproval)),
    instIds: chosen
      .filter(row => !leavesOut(job, statusOfRow(row) ?? 'UNKNOWN'))
      .map(row => row.provider.instId),
  }
}
