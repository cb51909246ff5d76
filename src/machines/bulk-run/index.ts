export { type BulkRunMachine, bulkRunMachine } from './machine.ts'
export * from './refusal.ts'
export type * from './types.ts'
