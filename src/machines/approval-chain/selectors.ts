import { getInitialSnapshot } from 'xstate'
import type { ApprovalStatusName } from '../../domain/status.ts'
import { message } from '../../messages/message.ts'
import type { Facts } from '../submission-lifecycle/facts.ts'
import { approvalChainMachine } from './machine.ts'
import { type ApprovalChainSnapshot, approvalChain, following, pendingIn } from './order.ts'
import type { Approval, Decision, StoredEvent } from './types.ts'

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
  /** What made another submission necessary. */
  sentBack: Decision | undefined
}

const take = ({ snapshot, decided, sentBack }: Chain, event: StoredEvent): Chain => {
  const { type, facts, at, by, note, isSameApprover } = event
  const before = approvalChainMachine.resolveState({ value: snapshot.value, context: facts })
  const pending = pendingIn(before)
  const state = type === 'APPROVE' ? 'done' : type === 'DECLINE' ? 'declined' : undefined
  const after = following(before, type)
  const isSentBack = after.matches('resubmissionRequired') && !before.matches('resubmissionRequired')
  const decision = { at, by, note, ...(isSameApprover && { isSameApprover }) }
  return {
    snapshot: after,
    decided: pending && state ? { ...decided, [pending]: { state, decision } } : decided,
    sentBack: isSentBack ? decision : sentBack,
  }
}

/** The chain after the stored events, oldest first; undefined without any. */
const chainAfter = (events: readonly StoredEvent[]): Chain | undefined => {
  const [first] = events
  return (
    first &&
    events.reduce(take, {
      snapshot: getInitialSnapshot(approvalChainMachine, first.facts),
      decided: {},
      sentBack: undefined,
    })
  )
}

/**
 * The approvals that the provider's submission needs, in order, each with how it stands and who decided: read off the
 * stored events, oldest first.
 */
export const approvalsAfter = (facts: Facts, events: readonly StoredEvent[]): Approval[] => {
  const chain = chainAfter(events)
  const pending = chain && pendingIn(chain.snapshot)
  return approvalChain(facts).map((status): Approval => {
    const decided = chain?.decided[status]
    return decided ? { status, ...decided } : { status, state: status === pending ? 'pending' : 'notReached' }
  })
}

/** The approval that was given by who gave the one before; undefined without one. */
export const secondApproval = (approvals: readonly Approval[]): Approval | undefined =>
  approvals.find(({ state, decision }) => state === 'done' && decision?.isSameApprover)

/** Who submitted the file for approval last, and when; undefined if nobody did. */
export const submittedBy = (events: readonly StoredEvent[]): Decision | undefined => {
  const event = events.findLast(({ type }) => type === 'SUBMIT')
  return event && { at: event.at, by: event.by, note: event.note }
}

/** The decision after which the provider has to make another submission, with its note; undefined where there is none. */
export const sentBackBy = (events: readonly StoredEvent[]): Decision | undefined =>
  chainAfter(events)?.sentBack
