export { type Late, late } from './late.ts'
export { NotLoaded } from './NotLoaded.tsx'
export { useLate } from './useLate.ts'
