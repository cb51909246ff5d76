export type * from './events.ts'
export { type SubmissionMachine, submissionMachine } from './machine.ts'
export * from './selectors.ts'
export type * from './types.ts'
