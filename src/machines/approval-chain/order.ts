import { getInitialSnapshot, type SnapshotFrom, transition } from 'xstate'
import { systemPrincipal } from '../../domain/principal.ts'
import { type ApprovalStatusName, isAwaitingApproval, type StatusName } from '../../domain/status.ts'
import type { LifecycleEvent, LifecycleEventType } from '../submission-lifecycle/events.ts'
import type { Facts } from '../submission-lifecycle/facts.ts'
import { statusOfLeaf } from '../submission-lifecycle/state.ts'
import { type ApprovalChainMachine, approvalChainMachine } from './machine.ts'

export type ApprovalChainSnapshot = SnapshotFrom<ApprovalChainMachine>

/** The approval that the chain waits for; undefined before the first and after the last. */
export const pendingIn = ({ value }: ApprovalChainSnapshot): ApprovalStatusName | undefined => {
  const name = typeof value === 'string' ? undefined : statusOfLeaf(`approval.${value.approval}`)
  return name && isAwaitingApproval(name) ? name : undefined
}

/** The chain after an event that was granted: only the guards that choose a way are asked. */
export const following = (snapshot: ApprovalChainSnapshot, type: LifecycleEventType): ApprovalChainSnapshot =>
  // Who caused it and what else it said was judged when it was granted.
  transition(approvalChainMachine, snapshot, { type, actor: systemPrincipal } as LifecycleEvent)[0]

const approvalsFrom = (snapshot: ApprovalChainSnapshot): ApprovalStatusName[] => {
  const pending = pendingIn(snapshot)
  return pending === undefined ? [] : [pending, ...approvalsFrom(following(snapshot, 'APPROVE'))]
}

/**
 * The approvals that a provider's submission needs, in order (specification 1 §4, 2 §4.3): those that the chart asks for
 * from SUBMIT on, as long as everybody approves.
 */
export const approvalChain = (facts: Facts): ApprovalStatusName[] =>
  approvalsFrom(following(getInitialSnapshot(approvalChainMachine, facts), 'SUBMIT'))

/**
 * The status after `current` in the chain: the next approval, APPROVED after the last, undefined when `current` is not in
 * the chain (specification 2 §4.3).
 */
export const nextApproval = (
  current: StatusName,
  facts: Facts,
): ApprovalStatusName | 'APPROVED' | undefined => {
  if (!isAwaitingApproval(current)) return undefined
  const chain = approvalChain(facts)
  const position = chain.indexOf(current)
  return position < 0 ? undefined : (chain[position + 1] ?? 'APPROVED')
}
