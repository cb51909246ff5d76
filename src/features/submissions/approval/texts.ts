import { product } from '../../../domain/product.ts'
import type { ApprovalStatusName } from '../../../domain/status.ts'
import type { Approval } from '../../../machines/approval-chain/index.ts'

/** Words of the Approval page (specification 2 §2.12). */
export const texts = {
  title: 'Approval',
  chain: 'Approvals',
  approvers: {
    ANALYST_APPROVAL: `A ${product.name} analyst reads the reports first.`,
    AGENCY_APPROVAL: `${product.name} decides.`,
    SC_APPROVAL: "The provider's statutory customer decides.",
  } satisfies Record<ApprovalStatusName, string>,
  states: {
    notReached: 'Not reached yet',
    pending: 'Awaiting approval',
    done: 'Approved',
    declined: 'Declined',
  } satisfies Record<Approval['state'], string>,
  decided: (at: string, by: string | undefined) => (by ? `${at} by ${by}` : at),
  submitted: {
    title: 'Submitted for approval',
    text: 'The approvals are given one after the other. This page follows them by itself.',
  },
  approved: {
    title: 'Approved',
    text: 'Every approval has been given. The next step is to request sign-off.',
  },
  notSubmitted: {
    title: 'This submission has not been submitted yet',
    text: 'Its approvals start when it is submitted for approval.',
    toSubmit: 'Go to Submit',
  },
  resubmission: {
    title: 'Resubmission required',
    text: 'A new submission is required for one or more of these reasons:',
    reasons: [
      'quality standards have not been met',
      'a resubmission was requested',
      'historical amendment changes do not align',
      'there are outstanding queries',
    ],
    next: 'The next step is to make a new submission.',
  },
  uploadNew: 'Upload a new file',
  continue: 'Continue to Sign-off',
} as const
