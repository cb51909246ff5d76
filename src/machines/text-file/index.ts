export { textFileMachine } from './machine.ts'
export * from './selectors.ts'
export type { PickedTextFile, TextFile } from './types.ts'
