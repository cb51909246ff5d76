export { createSectorGroups } from './groups.ts'
