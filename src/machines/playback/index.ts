export { type PlaybackMachine, type PlaybackTag, playbackMachine } from './machine.ts'
export * from './selectors.ts'
export type * from './types.ts'
