export { type TokenExchangeMachine, tokenExchangeMachine } from './machine.ts'
export type * from './types.ts'
