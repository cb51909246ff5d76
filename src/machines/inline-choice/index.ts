export { type InlineChoiceMachine, inlineChoiceMachine } from './machine.ts'
export * from './selectors.ts'
export type * from './types.ts'
