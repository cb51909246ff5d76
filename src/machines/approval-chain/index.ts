export type * from './contract.ts'
export { type ApprovalChainMachine, approvalChainMachine, grantedGuards } from './machine.ts'
export { approvalChain, nextApproval } from './order.ts'
export * from './selectors.ts'
