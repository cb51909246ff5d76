import { jobDecision, jobPermission, leavesOut, wouldLoseApproval } from '../../../domain/job.ts'
import type { SubmissionJobKind } from '../../../domain/jobPlace.ts'
import { statusOfRow } from '../../../domain/monitoringColumns.ts'
import { may, type UserPrincipal } from '../../../domain/principal.ts'
import { product } from '../../../domain/product.ts'
import { type StatusName, statuses } from '../../../domain/status.ts'
import type { MonitoringRow } from '../../../domain/wire/collections.ts'
import { factsFromWire } from '../../../domain/wire/facts.ts'
import { explain, type UserEvent } from '../../../machines/submission-lifecycle/index.ts'
import { type Message, message } from '../../../messages/message.ts'

/** Why a row would be refused now: the reader may have no such job done, or the lifecycle says no; undefined where it is taken. */
export const refusalOf = (
  row: MonitoringRow,
  kind: SubmissionJobKind,
  actor: UserPrincipal,
): Message | undefined => {
  if (!may(actor, jobPermission[kind])) return message('job', 'mayRun.fails', { product: product.name })
  const event: UserEvent = { type: jobDecision(kind), actor }
  return explain(statusOfRow(row) ?? 'UNKNOWN', factsFromWire(row.facts), event).refusal?.reason
}

/** Chosen providers at one status, and what becomes of them. */
export interface StatusCount {
  status: StatusName
  count: number
  /** They are left out, for they are at or beyond approval. */
  isLeftOut: boolean
  losesApproval: boolean
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
