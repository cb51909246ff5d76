export { type Shortcut, Shortcuts } from './Shortcuts.tsx'
