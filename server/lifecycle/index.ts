export {
  createLifecycle,
  type Decided,
  type DecideOptions,
  type Lifecycle,
} from './lifecycle.ts'
export { createOutboxRunner, type OutboxRunner, type PromisedEffect } from './outbox.ts'
export type { SubmissionRecord } from './submissionRow.ts'
export { findSubmission } from './submissionRow.ts'
export { confirmStored, createTimers, type Timers } from './timers.ts'
export type { SubmissionChange } from './write.ts'
