export { type JobMachine, jobMachine } from './machine.ts'
export * from './state.ts'
export * from './types.ts'
