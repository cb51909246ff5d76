export type * from './contract.ts'
export { type ApprovalChainEvent, eventsOfHistory } from './events.ts'
export { type ApprovalChainMachine, type ApprovalChainTag, approvalChainMachine } from './machine.ts'
export * from './selectors.ts'
