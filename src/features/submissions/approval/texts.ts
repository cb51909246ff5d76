import { product } from '../../../domain/product.ts'
import type { ApprovalStatusName } from '../../../domain/status.ts'

/** Words of the Approval page and of the receipt (specification 2 §2.12; decisions §3 "Awaiting party"). */
export const texts = {
  title: 'Approval',
  chain: 'Approvals',
  approvals: {
    ANALYST_APPROVAL: `${product.name} analyst approval`,
    AGENCY_APPROVAL: `${product.name} approval`,
    SC_APPROVAL: 'SC approval',
  } satisfies Record<ApprovalStatusName, string>,
  approvers: {
    ANALYST_APPROVAL: `A ${product.name} analyst reads the reports.`,
    AGENCY_APPROVAL: `${product.name} decides.`,
    SC_APPROVAL: 'Your statutory customer decides.',
  } satisfies Record<ApprovalStatusName, string>,
  states: {
    waiting: 'Waiting',
    current: 'Awaiting approval',
    approved: 'Approved',
    declined: 'Declined',
  },
  approvedBy: (name: string) => `Approved by ${name}`,
  declinedBy: (name: string) => `Declined by ${name}`,
  notSubmitted: {
    title: 'This submission has not been submitted yet',
    text: 'Its approvals start when it is submitted for approval.',
    toSubmit: 'Go to Submit',
  },
  resubmission: {
    title: 'Resubmission required',
    text: 'A new submission is required for one or more of these reasons:',
    reasons: [
      'quality standards are not met',
      'a resubmission was requested',
      'the changes do not align with a historical amendment',
      'there are outstanding queries',
    ],
    next: 'The next step is to make a new submission.',
  },
  uploadNew: 'Upload a new file',
  continue: 'Continue to Sign-off',
  notComplete: 'Sign-off can be requested when every approval is given.',
  activityFailed: 'Who approved, and when, failed to load.',
  receipt: {
    submitted: 'Submitted for approval',
    approved: 'Approved',
    title: 'Receipt',
    reference: 'Reference',
    collection: 'Collection',
    provider: 'Provider',
    fileName: 'File name',
    hash: 'File hash (SHA-256)',
    submittedOn: 'Submitted',
    submittedBy: 'Submitted by',
    status: 'Status',
    awaiting: 'Who acts next',
    next: 'What happens next',
    print: 'Print this receipt',
    copied: 'Reference',
  },
  nextSteps: {
    ANALYST_APPROVAL: `A ${product.name} analyst reads the reports and approves or declines. You need not do anything.`,
    AGENCY_APPROVAL: `${product.name} reads the reports and approves or declines. You need not do anything.`,
    SC_APPROVAL:
      'The statutory customer reads the reports and approves or declines. You need not do anything.',
    APPROVED: 'The provider requests sign-off on the Sign Off step.',
    PROVIDER_SIGNOFF: `The provider downloads and returns the sign-off form; ${product.name} records it.`,
    SIGNED_OFF: 'Nothing is left to do. The record is kept as the base of comparison for the next year.',
  },
} as const
