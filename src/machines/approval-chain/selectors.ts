import { getInitialSnapshot, type SnapshotFrom, transition } from 'xstate'
import { approvalChain, type ChainFacts } from '../../domain/approvalChain.ts'
import { systemPrincipal } from '../../domain/principal.ts'
import { product } from '../../domain/product.ts'
import type { ApprovalStatusName } from '../../domain/status.ts'
import type { LifecycleEvent } from '../submission-lifecycle/events.ts'
import type { Approval, Decision, StoredEvent } from './contract.ts'
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

/** Why one cannot go on to the sign-off while the chain is not complete. */
export const signOffRefusal = 'Sign-off can be requested when every approval is given.'

interface Decided {
  state: 'done' | 'declined'
  decision: Decision
}

/** The chain with what was decided on each approval. */
interface Chain {
  snapshot: ApprovalChainSnapshot
  decided: Partial<Record<ApprovalStatusName, Decided>>
}

const pendingIn = (snapshot: ApprovalChainSnapshot): ApprovalStatusName | undefined =>
  (Object.keys(leaves) as ApprovalStatusName[]).find(status => snapshot.matches({ approval: leaves[status] }))

const take = ({ snapshot, decided }: Chain, { type, facts, at, by }: StoredEvent): Chain => {
  // A stored event was granted by its own principal and payload; only the way that it took is looked for.
  const event = { type, actor: systemPrincipal } as LifecycleEvent
  const before = approvalChainMachine.resolveState({ value: snapshot.value, context: facts })
  const pending = pendingIn(before)
  const state = type === 'APPROVE' ? 'done' : type === 'DECLINE' ? 'declined' : undefined
  return {
    snapshot: transition(approvalChainMachine, before, event)[0],
    decided: pending && state ? { ...decided, [pending]: { state, decision: { at, by } } } : decided,
  }
}

/**
 * The approvals that the provider's submission needs, in order, each with how it stands and who decided: read off the
 * stored events, oldest first.
 */
export const approvalsAfter = (facts: ChainFacts, events: readonly StoredEvent[]): Approval[] => {
  const [first] = events
  const start: Chain | undefined = first && {
    snapshot: getInitialSnapshot(approvalChainMachine, first.facts),
    decided: {},
  }
  const chain = start && events.reduce(take, start)
  const pending = chain && pendingIn(chain.snapshot)
  return approvalChain(facts).map((status): Approval => {
    const base = { status, label: labels[status] }
    const decided = chain?.decided[status]
    return decided
      ? { ...base, ...decided }
      : { ...base, state: status === pending ? 'pending' : 'notReached' }
  })
}
