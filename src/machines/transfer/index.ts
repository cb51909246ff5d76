export { type TransferMachine, transferMachine } from './machine.ts'
export * from './state.ts'
export type { TransferEvent, TransferFacts } from './types.ts'
