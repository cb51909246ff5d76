import {
  type ApprovalStatusName,
  hasTag,
  isApproved,
  isAwaitingApproval,
  isFinished,
  isJustApproved,
  isResubmissionRequired,
  type StatusName,
} from '../../domain/status.ts'
import type { Facts } from '../submission-lifecycle/facts.ts'
import { approvalChain } from './order.ts'

/** What has to happen to a submission until it is signed off. */
export type NextStep =
  | 'upload'
  | 'check'
  | 'submit'
  | { approval: ApprovalStatusName }
  | 'requestSignOff'
  | 'returnForm'
  | 'record'

const signOff: readonly NextStep[] = ['requestSignOff', 'returnForm', 'record']

/** The steps that are left, in order, as long as everybody approves. None for a file that is only checked, was replaced or is finished. */
export const nextSteps = (status: StatusName, facts: Facts): readonly NextStep[] => {
  if (isFinished(status) || facts.mode === 'ovt' || !facts.isLatest) return []
  if (isApproved(status)) {
    if (isJustApproved(status)) return signOff
    return facts.isFormReturned ? ['record'] : ['returnForm', 'record']
  }
  const chain = approvalChain(facts)
  const left = isAwaitingApproval(status) ? chain.slice(chain.indexOf(status)) : chain
  const approvals = [...left.map((approval): NextStep => ({ approval })), ...signOff]
  if (isAwaitingApproval(status)) return approvals
  if (isResubmissionRequired(status)) return ['upload', 'check', 'submit', ...approvals]
  if (hasTag(status, 'processed')) return ['submit', ...approvals]
  return [...(hasTag(status, 'providerActs') ? (['upload'] as const) : []), 'check', 'submit', ...approvals]
}
