/** What is changed of a collection besides its state, by name (decisions §10). */
export const collectionDetails = [
  'name',
  'referencePeriodStart',
  'referencePeriodEnd',
  'submissionDeadline',
  'supportContact',
  'disallowCreateIssues',
  'additionalReportsReleased',
  'signsInPortal',
  'approversDiffer',
  'stayTargets',
  'pauseReason',
  'validationOn',
  'opensOn',
  'closesOn',
  'specification',
] as const
export type CollectionDetail = (typeof collectionDetails)[number]

/** Whom a provider can be sent to: an https address, or an e-mail address. */
export const contactForm = /^(?:https:\/\/\S+|[^\s@]+@[^\s@]+)$/
