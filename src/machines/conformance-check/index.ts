export { type ConformanceCheckMachine, type ConformanceCheckTag, conformanceCheckMachine } from './machine.ts'
export type * from './types.ts'
