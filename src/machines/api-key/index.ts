export { type ApiKeyMachine, apiKeyMachine } from './machine.ts'
export * from './state.ts'
export type { ApiKeyEvent, ApiKeyFacts } from './types.ts'
