export { pollMachine } from './machine.ts'
export type * from './types.ts'
