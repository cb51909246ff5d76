import { getInitialSnapshot } from 'xstate'
import type { ApprovalStatusName } from '../../domain/status.ts'
import { message } from '../../messages/message.ts'
import type { Facts } from '../submission-lifecycle/facts.ts'
import type { Approval, Decision, StoredEvent } from './contract.ts'
import { approvalChainMachine } from './machine.ts'
import { type ApprovalChainSnapshot, approvalChain, following, pendingIn } from './order.ts'

/** Why one cannot go on to the sign-off while the chain is not complete. */
export const signOffRefusal = message('domain', 'approval.signOffRefusal')

interface Decided {
  state: 'done' | 'declined'
  decision: Decision
}

/** The chain with what was decided on each approval. */
interface Chain {
  snapshot: ApprovalChainSnapshot
  decided: Partial<Record<ApprovalStatusName, Decided>>
}

const take = ({ snapshot, decided }: Chain, { type, facts, at, by }: StoredEvent): Chain => {
  const before = approvalChainMachine.resolveState({ value: snapshot.value, context: facts })
  const pending = pendingIn(before)
  const state = type === 'APPROVE' ? 'done' : type === 'DECLINE' ? 'declined' : undefined
  return {
    snapshot: following(before, type),
    decided: pending && state ? { ...decided, [pending]: { state, decision: { at, by } } } : decided,
  }
}

/**
 * The approvals that the provider's submission needs, in order, each with how it stands and who decided: read off the
 * stored events, oldest first.
 */
export const approvalsAfter = (facts: Facts, events: readonly StoredEvent[]): Approval[] => {
  const [first] = events
  const start: Chain | undefined = first && {
    snapshot: getInitialSnapshot(approvalChainMachine, first.facts),
    decided: {},
  }
  const chain = start && events.reduce(take, start)
  const pending = chain && pendingIn(chain.snapshot)
  return approvalChain(facts).map((status): Approval => {
    const decided = chain?.decided[status]
    return decided ? { status, ...decided } : { status, state: status === pending ? 'pending' : 'notReached' }
  })
}
