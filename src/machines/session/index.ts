export * from './guards.ts'
export { type SessionMachine, sessionMachine } from './machine.ts'
export * from './selectors.ts'
export type * from './types.ts'
