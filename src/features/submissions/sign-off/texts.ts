import { product } from '../../../domain/product.ts'

/** Words of the Sign Off page (specification 2 §2.12, §5, §8). */
export const texts = {
  title: 'Sign Off',
  lead: 'Every approval has been given. Requesting sign-off makes the form that the head of your organisation signs.',
  notYet: {
    title: 'Sign-off is not possible yet',
    toApproval: 'Go to Approval',
  },
  terms:
    'I confirm that this submission is complete and accurate, and that the head of my organisation will sign it off.',
  request: 'Request sign-off',
  requestFailed: 'Sign-off could not be requested.',
  requested: {
    title: 'Sign-off requested',
    text: `Download the form, have it signed, and return it to ${product.name}. ${product.name} then records the sign-off.`,
  },
  download: 'Download sign-off form',
  downloadFailed: 'The sign-off form could not be downloaded.',
  noForm: 'This submission has no file, so there is no form.',
  signedOff: {
    title: 'Signed off',
    text: 'This submission is signed off. Nothing is left to do.',
  },
  toDashboard: 'Back to dashboard',
  toMonitoring: 'Back to monitoring',
  date: 'Date',
} as const
