export { type DecidedRow, findJob, type JobRecord, jobStateOf, listJobs, rowsOfJob } from './jobRow.ts'
export { type BulkJobs, createJobs, type DecidedJob, jobEventOf } from './jobs.ts'
export { measuredAtOnce } from './measuring.ts'
export { createJobRunner } from './runner.ts'
