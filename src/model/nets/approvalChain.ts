import { approvalChainMachine } from '../../machines/approval-chain/index.ts'
import { chartOf } from '../../machines/inspection/chart.ts'
import { type Facts, type GuardName, guards } from '../../machines/submission-lifecycle/index.ts'
import { approvalChainSpec, chainInputs } from '../charts/approvalChain.ts'
import type { Net, Outcome, Question } from './net.ts'

/*
 * The approvals of one submission, as specification 2 §4.3 and decisions §3 have them. Written apart from the chart and
 * from `src/domain/approvalChain`.
 */

type Approval = 'approval.analystApproval' | 'approval.agencyApproval' | 'approval.scApproval'
type State = 'notSubmitted' | Approval | 'approved' | 'resubmissionRequired'

/** 02 asks the analyst first; England asks the regulator last; the agency is always asked. */
const orders: Record<string, readonly Approval[]> = {
  '01 E': ['approval.agencyApproval', 'approval.scApproval'],
  '01 W': ['approval.agencyApproval'],
  '02 E': ['approval.analystApproval', 'approval.agencyApproval', 'approval.scApproval'],
  '02 N': ['approval.analystApproval', 'approval.agencyApproval'],
}

const orderOf = ({ riskCode, countryCode }: Facts): readonly State[] =>
  orders[`${riskCode} ${countryCode}`] ?? []

/** Where an event of the stored history leads; it was granted, so nobody is asked for a right again. */
const targetOf = (state: State, facts: Facts, type: string): State | undefined => {
  const order = orderOf(facts)
  const isApproval = state.startsWith('approval.')
  switch (type) {
    case 'SUBMIT':
      return state === 'notSubmitted' ? order[0] : undefined
    case 'APPROVE':
      return isApproval ? (order[order.indexOf(state) + 1] ?? 'approved') : undefined
    case 'DECLINE':
      return isApproval ? 'resubmissionRequired' : undefined
    case 'REQUEST_RESUBMISSION':
      return state === 'approved' ? 'resubmissionRequired' : undefined
    // Of a nil return, which was never submitted.
    case 'HISTORIC_AMENDMENT_REQUESTED':
      return state === 'notSubmitted' ? 'resubmissionRequired' : undefined
    default:
      return undefined
  }
}

const decided = ({ state, facts, event }: Question<Facts, State>): Outcome<Facts, State> | undefined => {
  const to = targetOf(state, facts, event.type)
  if (to === undefined) return undefined
  // Who submits is noted: that person approves nothing.
  const isFirstApproval = event.type === 'APPROVE' && state === 'approval.analystApproval'
  const after = {
    ...facts,
    ...(event.type === 'SUBMIT' && { submitterId: event.actor.userId }),
    // And who gives the first approval of the agency: that person gives the second only with a note (decisions §15).
    ...(isFirstApproval && { approverId: event.actor.userId }),
  }
  // The same states ask for it in the lifecycle, where it is carried out: whoever is to approve hears of it (decisions
  // §14), and the provider of a refusal.
  const effects = [
    ...(event.type === 'SUBMIT' ? ['raiseIssues'] : []),
    ...(to.startsWith('approval.') || event.type === 'DECLINE' ? ['notify'] : []),
  ]
  return { state: to, facts: after, effects }
}

const inputs: readonly Facts[] = Object.values(chainInputs)
/** Every report is there when a submission is handed over. */
const handedOver = ['processed', 'reported']

export const approvalChainNet: Net<Facts, State> = {
  machine: approvalChainMachine,
  states: [
    'notSubmitted',
    'approval.analystApproval',
    'approval.agencyApproval',
    'approval.scApproval',
    'approved',
    'resubmissionRequired',
  ],
  // A state is asked about only in a chain that has it.
  factsIn: state => inputs.filter(facts => !state.startsWith('approval.') || orderOf(facts).includes(state)),
  events: Object.values(approvalChainSpec.samples).flat(),
  decided,
  tags: {
    notSubmitted: [],
    'approval.analystApproval': handedOver,
    'approval.agencyApproval': handedOver,
    'approval.scApproval': handedOver,
    approved: [],
    resubmissionRequired: [],
  },
  starts: inputs.map(input => ({
    input,
    outcome: { state: 'notSubmitted', facts: input, effects: [] },
  })),
  // What was stored was granted: only the guards that choose a way are asked (the lifecycle's own net asks the others).
  harmless: Object.fromEntries(
    chartOf(approvalChainMachine).transitions.flatMap(({ id, guards: names }) =>
      names
        .filter(name => guards[name as GuardName].kind !== 'route')
        .map(name => [`${id} ${name}`, 'the stored event was granted']),
    ),
  ),
}
