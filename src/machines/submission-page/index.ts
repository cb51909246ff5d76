export type * from './contract.ts'
export type * from './events.ts'
export {
  type SubmissionPageMachine,
  type SubmissionPageSnapshot,
  type SubmissionPageTag,
  submissionPageMachine,
} from './machine.ts'
export * from './work.ts'
