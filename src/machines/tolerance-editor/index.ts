export { toleranceEditorMachine } from './machine.ts'
