export { type BulkRunMachine, bulkRunMachine } from './machine.ts'
export type * from './types.ts'
