export type * from './contract.ts'
export { type PlaybackMachine, type PlaybackTag, playbackMachine } from './machine.ts'
