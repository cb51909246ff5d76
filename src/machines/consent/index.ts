export { type ConsentEvent, consentMachine } from './machine.ts'
