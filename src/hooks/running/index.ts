export { attached } from './roots.ts'
