export type * from './contract.ts'
export type * from './events.ts'
export { type ActionDialogMachine, type ActionDialogTag, actionDialogMachine } from './machine.ts'
export * from './selectors.ts'
