export { type PseudonymisationPageMachine, pseudonymisationPageMachine } from './machine.ts'
export * from './selectors.ts'
export type * from './types.ts'
