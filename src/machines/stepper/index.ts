export { readingMs, type StepperMachine, type StepperTag, stepperMachine } from './machine.ts'
export * from './selectors.ts'
export * from './steps.ts'
export type * from './types.ts'
