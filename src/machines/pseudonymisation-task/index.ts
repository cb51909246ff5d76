export { type PseudonymisationTaskMachine, pseudonymisationTaskMachine } from './machine.ts'
export * from './state.ts'
export type * from './types.ts'
