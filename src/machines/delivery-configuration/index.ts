export { type DeliveryConfigurationMachine, deliveryConfigurationMachine } from './machine.ts'
export * from './state.ts'
export type { ConfigurationEvent, ConfigurationFacts } from './types.ts'
