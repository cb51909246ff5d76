import { type GuardName, guards } from '../submission-lifecycle/guards.ts'
import { lifecycleSetup } from '../submission-lifecycle/setup.ts'
import { approvalStates, toFirstApproval } from './states.ts'

/** Rights and conditions: what was stored was granted, so they always hold here. Guards that choose a way are asked. */
export const grantedGuards = (Object.keys(guards) as GuardName[]).filter(
  name => guards[name].kind !== 'route',
)

/**
 * A chart, because the Approval page runs the lifecycle's own states over the decisions made so far. The approvals of one
 * submission, by the very states that the lifecycle decides by (`states.ts`), for events that already were decided. It tells the
 * Approval page which approval each decision was about and which one is pending.
 */
export const approvalChainMachine = lifecycleSetup
  .createMachine({
    id: 'approvalChain',
    description: 'The approvals that a submission needs, one after the other, as its history has left them.',
    context: ({ input }) => input,
    initial: 'notSubmitted',
    options: { maxIterations: 1000 },
    states: {
      notSubmitted: {
        description: 'The provider has not submitted yet.',
        on: {
          SUBMIT: toFirstApproval,
          HISTORIC_AMENDMENT_REQUESTED: { target: 'resubmissionRequired' },
        },
      },
      approval: approvalStates,
      approved: {
        id: 'approved',
        description:
          'All approvals are given. What follows, up to an amendment years later, changes none of them.',
        on: {
          REQUEST_RESUBMISSION: { target: 'resubmissionRequired' },
        },
      },
      resubmissionRequired: {
        id: 'resubmissionRequired',
        description: 'An approver declined, or the agency took the submission back.',
      },
    },
  })
  .provide({ guards: Object.fromEntries(grantedGuards.map(name => [name, () => true])) })

export type ApprovalChainMachine = typeof approvalChainMachine
