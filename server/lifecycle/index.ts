export {
  createLifecycle,
  type Decided,
  type DecideOptions,
  type Lifecycle,
  type Session,
} from './lifecycle.ts'
export type { SubmissionRecord } from './submissionRow.ts'
export { findSubmission } from './submissionRow.ts'
export type { SubmissionChange, WriteOptions } from './write.ts'
