export { type BulkDecisionMachine, bulkDecisionMachine } from './machine.ts'
export type * from './types.ts'
