export { type ContentGuardName, contentGuards } from './guards.ts'
export { type SchemaStateMachine, schemaStateMachine } from './machine.ts'
export * from './state.ts'
export * from './types.ts'
