export { type IssueGuardName, issueGuards } from './guards.ts'
export { type IssueMachine, issueMachine } from './machine.ts'
export * from './state.ts'
export * from './types.ts'
