export { type SpecificationGuardName, specificationGuards } from './guards.ts'
export { type SpecificationStateMachine, specificationStateMachine } from './machine.ts'
export * from './state.ts'
export * from './types.ts'
