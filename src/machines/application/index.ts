export { type ApplicationMachine, applicationMachine } from './machine.ts'
export * from './selectors.ts'
export type * from './types.ts'
