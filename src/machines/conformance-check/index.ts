export type * from './contract.ts'
export { type ConformanceCheckMachine, type ConformanceCheckTag, conformanceCheckMachine } from './machine.ts'
