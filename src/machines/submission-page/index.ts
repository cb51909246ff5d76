export { answerOf, answerOfNone } from './answer.ts'
export type * from './events.ts'
export {
  answerMachine,
  type SubmissionPageMachine,
  type SubmissionPageSnapshot,
  type SubmissionPageTag,
  submissionPageMachine,
} from './machine.ts'
export * from './selectors.ts'
export type * from './types.ts'
export * from './work.ts'
