export { FindBox, type FindBoxProps } from './FindBox.tsx'
export type { Findable } from './matches.ts'
