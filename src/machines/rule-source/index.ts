export { quietMs, type RuleSourceMachine, ruleSourceMachine } from './machine.ts'
export type * from './types.ts'
