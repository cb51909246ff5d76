export { type HintProps, useHint } from './useHint.tsx'
