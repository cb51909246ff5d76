export type * from './contract.ts'
export type * from './events.ts'
export { type ResourceMachine, type ResourceTag, resourceMachine } from './machine.ts'
export * from './selectors.ts'
