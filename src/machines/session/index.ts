export * from './guards.ts'
export { type SessionMachine, type SessionTag, sessionMachine } from './machine.ts'
export * from './selectors.ts'
export type * from './types.ts'
