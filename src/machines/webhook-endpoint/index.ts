export { type WebhookEndpointMachine, webhookEndpointMachine } from './machine.ts'
export * from './state.ts'
export type { WebhookEvent, WebhookFacts } from './types.ts'
