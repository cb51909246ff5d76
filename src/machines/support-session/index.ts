export { type SupportSessionMachine, supportSessionMachine } from './machine.ts'
export * from './state.ts'
export type { SupportSessionEvent, SupportSessionFacts } from './types.ts'
