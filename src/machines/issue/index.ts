export { issueTaskOf, issueTaskStatusesOf } from './awaiting.ts'
export {
  type CredibilityRaising,
  offersCredibilityIssues,
  whyNotRaiseCredibility,
} from './credibilityRaising.ts'
export { explainingEvents, whyNotExplain } from './explaining.ts'
export { type IssueGuardName, issueGuards } from './guards.ts'
export { type IssueMachine, issueMachine } from './machine.ts'
export * from './state.ts'
export * from './types.ts'
