export { createSetMaker } from './maker.ts'
export { faultsOfSet } from './verify.ts'
