export { type FoundTask, tasksOf } from './tasks.ts'
