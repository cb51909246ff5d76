export { type ResourceMachine, resourceMachine } from './machine.ts'
export * from './selectors.ts'
export type * from './types.ts'
