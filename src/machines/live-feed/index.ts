export * from './guards.ts'
export { type LiveFeedMachine, liveFeedMachine } from './machine.ts'
export * from './selectors.ts'
export type * from './types.ts'
