export { metadataEditorMachine } from './machine.ts'
