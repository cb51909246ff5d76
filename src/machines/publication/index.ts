export { hasRoom } from './guards.ts'
export { type PublicationMachine, publicationMachine } from './machine.ts'
export type * from './types.ts'
