export { type DeliveryMachine, deliveryMachine } from './machine.ts'
export * from './state.ts'
export type { DeliveryEvent, DeliveryFacts } from './types.ts'
