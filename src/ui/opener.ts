export { OpenerButton } from './OpenerButton.tsx'
export { type FocusStart, type Opener, useOpener } from './useOpener.ts'
