export { type ActionDialogMachine, type ActionDialogTag, actionDialogMachine } from './machine.ts'
export * from './selectors.ts'
export type * from './types.ts'
