export { type ApprovalChainMachine, approvalChainMachine, grantedGuards } from './machine.ts'
export { approvalChain, nextApproval } from './order.ts'
export * from './selectors.ts'
export type * from './types.ts'
