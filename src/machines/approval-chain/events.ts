import { isAwaitingApproval, type StatusName } from '../../domain/status.ts'
import type { Decision, HistoryEntry } from './contract.ts'

export type ApprovalChainEvent =
  | { type: 'SUBMITTED'; decision: Decision }
  | { type: 'APPROVED'; decision: Decision }
  | { type: 'DECLINED'; decision: Decision }
  /** The agency took back what was approved or signed off, or asked for a historic amendment. */
  | { type: 'WITHDRAWN'; decision: Decision }

const typeOf = (
  before: StatusName | undefined,
  after: StatusName,
): ApprovalChainEvent['type'] | undefined => {
  if (before === 'QUALITY_PROCESSING_COMPLETE' && isAwaitingApproval(after)) return 'SUBMITTED'
  if (after === 'RESUBMISSION_REQUIRED' || after === 'RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT') {
    return before !== undefined && isAwaitingApproval(before) ? 'DECLINED' : 'WITHDRAWN'
  }
  if (before !== undefined && isAwaitingApproval(before)) return 'APPROVED'
  return undefined
}

/** What a submission's history, oldest first, says about its approvals. */
export const eventsOfHistory = (history: readonly HistoryEntry[]): ApprovalChainEvent[] =>
  history.flatMap(({ status, at, by }, index) => {
    const type = typeOf(history[index - 1]?.status, status)
    return type ? [{ type, decision: { at, by } }] : []
  })
