import type { AnyEventObject } from 'xstate'
import type { ApprovalStatusName } from '../../domain/status.ts'
import {
  type ApprovalChainContext,
  approvalChainMachine,
  type Decision,
} from '../../machines/approval-chain/index.ts'
import { approvalChainSpec, chainInputs } from '../charts/approvalChain.ts'
import type { Net, Outcome, Question } from './net.ts'

/*
 * The approvals of one submission, as specification 2 §4.3 and decisions §3 have them. Written apart from the chart and
 * from `src/domain/approvalChain`.
 */

type Facts = ApprovalChainContext
type State =
  | 'notSubmitted'
  | 'analystApproval'
  | 'agencyApproval'
  | 'scApproval'
  | 'approved'
  | 'declined'
  | 'withdrawn'

/** 02 asks the analyst first; England asks the regulator last; the agency is always asked. */
const orders: Record<string, readonly State[]> = {
  '01 E': ['agencyApproval', 'scApproval'],
  '01 W': ['agencyApproval'],
  '02 E': ['analystApproval', 'agencyApproval', 'scApproval'],
  '02 N': ['analystApproval', 'agencyApproval'],
}

const approvals: Partial<Record<State, ApprovalStatusName>> = {
  analystApproval: 'ANALYST_APPROVAL',
  agencyApproval: 'AGENCY_APPROVAL',
  scApproval: 'SC_APPROVAL',
}

const decided = ({ state, facts, event }: Question<Facts, State>): Outcome<Facts, State> | undefined => {
  const { type, decision } = event as AnyEventObject & { decision: Decision }
  const order = orders[`${facts.facts.riskCode} ${facts.facts.countryCode}`] ?? []
  const approval = approvals[state]
  const to = (next: State, change: Partial<Facts> = {}) => ({
    state: next,
    facts: { ...facts, ...change },
    effects: [],
  })
  if (type === 'SUBMITTED') return state === 'notSubmitted' ? to(order[0]!) : undefined
  // What was approved can be taken back, and a nil return that was never submitted.
  if (type === 'WITHDRAWN')
    return state === 'approved' || state === 'notSubmitted'
      ? to('withdrawn', { withdrawn: decision })
      : undefined
  if (!approval) return undefined
  if (type === 'DECLINED') return to('declined', { declined: { approval, decision } })
  const next = order[order.indexOf(state) + 1] ?? 'approved'
  return to(next, { approved: { ...facts.approved, [approval]: decision } })
}

const begun = ({ facts }: { facts: Facts['facts'] }): Facts => ({
  facts,
  approved: {},
  declined: undefined,
  withdrawn: undefined,
})

const inputs = Object.values(chainInputs)

export const approvalChainNet: Net<Facts, State> = {
  machine: approvalChainMachine,
  states: [
    'notSubmitted',
    'analystApproval',
    'agencyApproval',
    'scApproval',
    'approved',
    'declined',
    'withdrawn',
  ],
  // A state is asked about only in a chain that has it.
  factsIn: state =>
    inputs
      .filter(
        input =>
          !approvals[state] || orders[`${input.facts.riskCode} ${input.facts.countryCode}`]?.includes(state),
      )
      .map(begun),
  events: Object.values(approvalChainSpec.samples).flat(),
  decided,
  tags: {
    notSubmitted: [],
    analystApproval: ['pending'],
    agencyApproval: ['pending'],
    scApproval: ['pending'],
    approved: ['complete'],
    declined: [],
    withdrawn: [],
  },
  starts: inputs.map(input => ({
    input,
    outcome: { state: 'notSubmitted', facts: begun(input), effects: [] },
  })),
}
