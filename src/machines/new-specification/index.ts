export { type NewSpecificationMachine, newSpecificationMachine } from './machine.ts'
export * from './selectors.ts'
export type * from './types.ts'
