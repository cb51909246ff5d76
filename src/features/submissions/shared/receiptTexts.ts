import type { NextStep } from '../../../domain/outlook.ts'
import { product } from '../../../domain/product.ts'

/** Words of the receipt that confirms submit, approval and sign-off. */
export const receiptTexts = {
  title: 'Receipt',
  print: 'Print this receipt',
  reference: 'Reference',
  status: 'Status',
  provider: 'Provider',
  collection: 'Collection',
  fileName: 'File name',
  uploaded: 'Upload date',
  students: 'Students',
  hash: 'File hash (SHA-256)',
  submitted: 'Submitted',
  approved: 'Approved',
  signOffRequested: 'Sign-off requested',
  signedOff: 'Signed off',
  awaiting: 'Who acts next',
  next: 'What happens next',
  nextSteps: {
    ANALYST_APPROVAL: `A ${product.name} analyst reads the reports and approves or declines.`,
    AGENCY_APPROVAL: `${product.name} reads the reports and approves or declines.`,
    SC_APPROVAL: 'The statutory customer reads the reports and approves or declines.',
    APPROVED: 'The provider requests sign-off on the Sign Off step.',
    PROVIDER_SIGNOFF: `The provider returns the signed form; ${product.name} records it.`,
    SIGNED_OFF: 'Nothing is left to do. The record is the base of comparison for the next year.',
    RESUBMISSION_REQUIRED: 'The provider makes a new submission.',
    RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT: 'The provider makes a new submission.',
  } satisfies Record<NextStep, string>,
} as const
