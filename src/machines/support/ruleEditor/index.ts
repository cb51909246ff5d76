export { type RuleEditorMachine, ruleEditor } from './machine.ts'
export * from './selectors.ts'
export type * from './types.ts'
