export { type PlaybackMachine, type PlaybackTag, playbackMachine } from './machine.ts'
export type * from './types.ts'
