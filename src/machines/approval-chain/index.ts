export type * from './contract.ts'
export { type ApprovalChainMachine, approvalChainMachine } from './machine.ts'
export * from './selectors.ts'
