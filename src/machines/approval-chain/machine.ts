import { assign, setup } from 'xstate'
import { approvalChain, type ChainFacts } from '../../domain/approvalChain.ts'
import type { ApprovalStatusName } from '../../domain/status.ts'
import type { ApprovalChainContext, Decision } from './contract.ts'
import type { ApprovalChainEvent } from './events.ts'

/** What views ask of the chain. */
export type ApprovalChainTag = 'pending' | 'complete'

const decisionOf = ({ event }: { event: { decision: Decision } }): Decision => event.decision

/**
 * The approvals of one provider's submission (specification 1 §4; decisions §3), drawn from its history. The lifecycle
 * decides; this chart tells the Approval page what was decided, by whom, and what is left.
 */
export const approvalChainMachine = setup({
  types: {
    context: {} as ApprovalChainContext,
    events: {} as ApprovalChainEvent,
    input: {} as { facts: ChainFacts },
    tags: {} as ApprovalChainTag,
  },
  guards: {
    startsWithAnalyst: ({ context }) => approvalChain(context.facts)[0] === 'ANALYST_APPROVAL',
    needsStatutoryCustomer: ({ context }) => approvalChain(context.facts).includes('SC_APPROVAL'),
  },
  actions: {
    approve: assign(
      ({ context }, { approval, decision }: { approval: ApprovalStatusName; decision: Decision }) => ({
        approved: { ...context.approved, [approval]: decision },
      }),
    ),
    decline: assign((_, declined: { approval: ApprovalStatusName; decision: Decision }) => ({ declined })),
    withdraw: assign((_, decision: Decision) => ({ withdrawn: decision })),
  },
}).createMachine({
  id: 'approvalChain',
  description: 'The approvals that a submission needs, one after the other.',
  context: ({ input }) => ({
    facts: input.facts,
    approved: {},
    declined: undefined,
    withdrawn: undefined,
  }),
  initial: 'notSubmitted',
  options: { maxIterations: 1000 },
  states: {
    notSubmitted: {
      description: 'The provider has not submitted yet.',
      on: {
        SUBMITTED: [{ guard: 'startsWithAnalyst', target: 'analystApproval' }, { target: 'agencyApproval' }],
        WITHDRAWN: { target: 'withdrawn', actions: { type: 'withdraw', params: decisionOf } },
      },
    },
    analystApproval: {
      description: "The agency's analyst decides.",
      tags: ['pending'],
      on: {
        APPROVED: {
          target: 'agencyApproval',
          actions: {
            type: 'approve',
            params: ({ event }) => ({ approval: 'ANALYST_APPROVAL', decision: event.decision }),
          },
        },
        DECLINED: {
          target: 'declined',
          actions: {
            type: 'decline',
            params: ({ event }) => ({ approval: 'ANALYST_APPROVAL', decision: event.decision }),
          },
        },
      },
    },
    agencyApproval: {
      description: 'The agency decides.',
      tags: ['pending'],
      on: {
        APPROVED: [
          {
            guard: 'needsStatutoryCustomer',
            target: 'scApproval',
            actions: {
              type: 'approve',
              params: ({ event }) => ({ approval: 'AGENCY_APPROVAL', decision: event.decision }),
            },
          },
          {
            target: 'approved',
            actions: {
              type: 'approve',
              params: ({ event }) => ({ approval: 'AGENCY_APPROVAL', decision: event.decision }),
            },
          },
        ],
        DECLINED: {
          target: 'declined',
          actions: {
            type: 'decline',
            params: ({ event }) => ({ approval: 'AGENCY_APPROVAL', decision: event.decision }),
          },
        },
      },
    },
    scApproval: {
      description: "The provider's regulator decides.",
      tags: ['pending'],
      on: {
        APPROVED: {
          target: 'approved',
          actions: {
            type: 'approve',
            params: ({ event }) => ({ approval: 'SC_APPROVAL', decision: event.decision }),
          },
        },
        DECLINED: {
          target: 'declined',
          actions: {
            type: 'decline',
            params: ({ event }) => ({ approval: 'SC_APPROVAL', decision: event.decision }),
          },
        },
      },
    },
    approved: {
      description: 'All approvals are given.',
      tags: ['complete'],
      on: { WITHDRAWN: { target: 'withdrawn', actions: { type: 'withdraw', params: decisionOf } } },
    },
    declined: { description: 'An approver has declined; the provider makes a new submission.' },
    withdrawn: {
      description: 'The agency has taken the submission back; the provider makes a new one.',
    },
  },
})

export type ApprovalChainMachine = typeof approvalChainMachine
