export { openPseudonymKeys, type PseudonymKeys } from './keys.ts'
export { findTask, type ListedSubmission, listReadySubmissions } from './list.ts'
export { createPseudonymisationMaker } from './maker.ts'
export { createPseudonymisationTasks, type DecidedTask, type PseudonymisationTasks } from './tasks.ts'
