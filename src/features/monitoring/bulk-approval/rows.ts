import type { UserPrincipal } from '../../../domain/principal.ts'
import { type StatusName, statuses, statusOf } from '../../../domain/status.ts'
import type { MonitoringRow } from '../../../domain/wire/collections.ts'
import { factsFromWire } from '../../../domain/wire/facts.ts'
import type { RowDecision } from '../../../machines/bulk-decision/index.ts'
import { explain, step } from '../../../machines/submission-lifecycle/index.ts'
import type { Message } from '../../../messages/index.ts'
import { eventOf, statusOfLatest } from '../../common/decisions/actions.ts'

/** What the lifecycle says to the approval of a row by the viewer: where it leads, or why not. */
export type ApprovalOfRow =
  | { refusal: undefined; status: StatusName }
  | { refusal: Message; status: undefined }

const cache = new WeakMap<UserPrincipal, WeakMap<MonitoringRow, ApprovalOfRow>>()

/** Asks the chart for one row, as the server will; once, for of hundreds of rows one changes at a time. */
export const approvalOf = (row: MonitoringRow, viewer: UserPrincipal): ApprovalOfRow => {
  const ofViewer = cache.get(viewer) ?? new WeakMap<MonitoringRow, ApprovalOfRow>()
  cache.set(viewer, ofViewer)
  const answer = ofViewer.get(row) ?? computeApproval(row, viewer)
  ofViewer.set(row, answer)
  return answer
}

const computeApproval = (row: MonitoringRow, viewer: UserPrincipal): ApprovalOfRow => {
  const [status, facts, event] = [statusOfLatest(row), factsFromWire(row.facts), eventOf('APPROVE', viewer)]
  const refusal = explain(status, facts, event).refusal?.reason
  return refusal
    ? { refusal, status: undefined }
    : { refusal: undefined, status: step(status, facts, event).status }
}

/** Chosen rows at one status of which the same is said. */
export interface ApprovalCount {
  /** Unique among the counts. */
  id: string
  status: StatusName
  count: number
  /** Where they go on to; undefined where they are left out. */
  leadsTo: StatusName | undefined
  /** Why they are left out; undefined where they are not. */
  refusal: Message | undefined
}

/** What the confirmation says of the chosen rows, in the order of the statuses, and what is then decided. */
export const confirmationOf = (
  chosen: readonly MonitoringRow[],
  viewer: UserPrincipal,
): { counts: ApprovalCount[]; decisions: Omit<RowDecision, 'note'>[] } => {
  const answered = chosen.map(row => ({
    row,
    at: statusOfLatest(row),
    ...approvalOf(row, viewer),
  }))
  const groups = Map.groupBy(answered, ({ at, status, refusal }) => JSON.stringify([at, status, refusal]))
  const order = (name: StatusName) => statuses.findIndex(status => status.name === name)
  const counts = [...groups]
    .flatMap(([id, rows]): ApprovalCount[] =>
      rows
        .slice(0, 1)
        .map(({ at, status, refusal }) => ({ id, status: at, count: rows.length, leadsTo: status, refusal })),
    )
    .toSorted((one, other) => order(one.status) - order(other.status))
  const decisions = answered.flatMap(({ row, status }): Omit<RowDecision, 'note'>[] =>
    status && row.latestSubmission
      ? [
          {
            instId: row.provider.instId,
            submissionId: row.latestSubmission.uuid,
            statusId: statusOf(status).id,
          },
        ]
      : [],
  )
  return { counts, decisions }
}
