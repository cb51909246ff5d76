export { type UploadMachine, uploadMachine } from './machine.ts'
export { announcements } from './messages.ts'
export * from './selectors.ts'
export type * from './types.ts'
