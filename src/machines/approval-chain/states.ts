import { tagsOf } from '../../domain/status.ts'
import { all, lifecycleSetup, notifying } from '../submission-lifecycle/setup.ts'

/**
 * The approvals of a provider's submission, one after the other (specification 1 §4, 2 §4.3; decisions §3). Defined here
 * once: the lifecycle takes it in and decides by it, the Approval page draws it. Whoever takes it in has states with the
 * ids `approved` and `resubmissionRequired`, to which it leads.
 */
export const approvalStates = lifecycleSetup.createStateConfig({
  description:
    'The submission is read by those who have to approve it, in the order of the chain. Who uploaded or submitted it approves nothing: without isSecondPerson one person could take a file from the upload to the sign-off.',
  initial: 'agencyApproval',
  states: {
    analystApproval: {
      id: 'analystApproval',
      tags: tagsOf('ANALYST_APPROVAL'),
      entry: notifying('decisionAwaited'),
      description:
        "First approver where the risk code asks for an analyst: the agency's analyst reads the reports.",
      on: {
        APPROVE: {
          target: 'agencyApproval',
          guard: all('mayApproveForAgency', 'isSecondPerson', 'isLatest', 'isNotArchived'),
          actions: 'noteApprover',
        },
        DECLINE: {
          target: '#resubmissionRequired',
          guard: all('mayApproveForAgency', 'isLatest', 'isNotArchived', 'hasNote'),
          actions: notifying('declined'),
        },
      },
    },
    agencyApproval: {
      id: 'agencyApproval',
      tags: tagsOf('AGENCY_APPROVAL'),
      entry: notifying('decisionAwaited'),
      description:
        'First approver where no analyst is needed; in England the regulator follows. A late decision needs isLatest, or it would reopen a replaced submission. The analyst of the first approval does not give this one, or says why (decisions §15).',
      on: {
        APPROVE: [
          {
            target: 'scApproval',
            guard: all(
              'mayApproveForAgency',
              'isSecondPerson',
              'isLatest',
              'isNotArchived',
              'isOtherApprover',
              'explainsBothApprovals',
              'needsStatutoryCustomer',
            ),
          },
          {
            target: '#approved',
            guard: all(
              'mayApproveForAgency',
              'isSecondPerson',
              'isLatest',
              'isNotArchived',
              'isOtherApprover',
              'explainsBothApprovals',
            ),
          },
        ],
        DECLINE: {
          target: '#resubmissionRequired',
          guard: all('mayApproveForAgency', 'isLatest', 'isNotArchived', 'hasNote'),
          actions: notifying('declined'),
        },
      },
    },
    scApproval: {
      tags: tagsOf('SC_APPROVAL'),
      entry: notifying('decisionAwaited'),
      description: "Last approver in England: the provider's regulator decides.",
      on: {
        APPROVE: {
          target: '#approved',
          guard: all('mayApproveForStatutoryCustomer', 'isSecondPerson', 'isLatest', 'isNotArchived'),
        },
        DECLINE: {
          target: '#resubmissionRequired',
          guard: all('mayApproveForStatutoryCustomer', 'isLatest', 'isNotArchived', 'hasNote'),
          actions: notifying('declined'),
        },
      },
    },
  },
})

/** Only the latest live submission of an open collection, with nothing that blocks it and the terms accepted. */
const submitted = [
  'maySubmit',
  'isLive',
  'isLatest',
  'isCollectionOpen',
  'hasNoBlockers',
  'hasAcceptedTerms',
] as const

const submittedActions = ['noteSubmitter', 'raiseIssues'] as const

/** Where SUBMIT leads: to the first approval that the provider's risk asks for. */
export const toFirstApproval = [
  {
    target: '#analystApproval',
    guard: all(...submitted, 'startsWithAnalyst'),
    actions: submittedActions,
  },
  { target: '#agencyApproval', guard: all(...submitted), actions: submittedActions },
]
