import type { Screen } from '../../src/domain/routes.ts'

/** Screens that draw nothing: each leads on to another. */
export const leadsOn = {
  submissionStart: 'leads on',
  validateSignIn: 'leads on',
  callback: 'leads on',
  managementStart: 'leads on',
  movedAdmin: 'leads on',
  movedSubmission: 'leads on',
  movedOnlineValidation: 'leads on',
  movedActivityLog: 'leads on',
  movedCollection: 'leads on',
  movedBulkReprocessing: 'leads on',
  movedDeliveryConfigurations: 'leads on',
  movedNewDeliveryConfiguration: 'leads on',
} as const satisfies Partial<Record<Screen, string>>
