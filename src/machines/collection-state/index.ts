export { type CollectionGuardName, collectionGuards } from './guards.ts'
export { type CollectionStateMachine, collectionStateMachine } from './machine.ts'
export * from './state.ts'
export * from './types.ts'
