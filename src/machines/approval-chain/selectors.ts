import { getInitialSnapshot, type SnapshotFrom, transition } from 'xstate'
import { approvalChain, type ChainFacts } from '../../domain/approvalChain.ts'
import { product } from '../../domain/product.ts'
import type { ApprovalStatusName } from '../../domain/status.ts'
import type { Approval, HistoryEntry } from './contract.ts'
import { eventsOfHistory } from './events.ts'
import { type ApprovalChainMachine, approvalChainMachine } from './machine.ts'

export type ApprovalChainSnapshot = SnapshotFrom<ApprovalChainMachine>

const labels: Record<ApprovalStatusName, string> = {
  ANALYST_APPROVAL: `${product.name} analyst approval`,
  AGENCY_APPROVAL: `${product.name} approval`,
  SC_APPROVAL: 'SC approval',
}

const leaves = {
  ANALYST_APPROVAL: 'analystApproval',
  AGENCY_APPROVAL: 'agencyApproval',
  SC_APPROVAL: 'scApproval',
} as const satisfies Record<ApprovalStatusName, string>

/** The approvals that the provider's submission needs, in order, each with how it stands. */
export const selectApprovals = (snapshot: ApprovalChainSnapshot): Approval[] => {
  const { facts, approved, declined } = snapshot.context
  return approvalChain(facts).map(status => {
    const base = { status, label: labels[status] }
    const decision = approved[status]
    if (decision) return { ...base, state: 'done', at: decision.at, by: decision.by }
    if (declined?.approval === status)
      return { ...base, state: 'declined', at: declined.decision.at, by: declined.decision.by }
    return { ...base, state: snapshot.matches(leaves[status]) ? 'pending' : 'notReached' }
  })
}

/** Why one cannot go on to the sign-off while the chain is not complete. */
export const signOffRefusal = 'Sign-off can be requested when every approval is given.'

/** Whether all approvals are given and the submission was not taken back: Continue to Sign-off is enabled. */
export const selectIsComplete = (snapshot: ApprovalChainSnapshot): boolean => snapshot.hasTag('complete')

/** Whether a new submission is required: the notice with its reasons is shown. */
export const selectIsResubmissionRequired = (snapshot: ApprovalChainSnapshot): boolean =>
  snapshot.matches('declined') || snapshot.matches('withdrawn')

/** The chain as the submission's history, oldest first, has left it. */
export const approvalChainAfter = (
  facts: ChainFacts,
  history: readonly HistoryEntry[],
): ApprovalChainSnapshot =>
  eventsOfHistory(history).reduce(
    (snapshot, event) => transition(approvalChainMachine, snapshot, event)[0],
    getInitialSnapshot(approvalChainMachine, { facts }),
  )
