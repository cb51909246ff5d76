import type { Job, Work } from './state.ts'

/** What queue, lease and results promise. Tests replace one to see that a property fails without it. */
export interface Rules {
  /** The job once a worker has it: no other gets it (`server/jobs/queues.ts`, policy `exclusive`; pg-boss `fetch`). */
  take: (job: Job) => Job
  /** Whether an attempt may end its job: only the attempt that has it (`server/jobs/stageJobs.ts` `holds`, `complete`). */
  holdsJob: (work: Work) => boolean
  /** Whether an attempt may store its result: only the newest (`server/jobs/lease.ts` `storeResult`). */
  hasLease: (work: Work) => boolean
  /** Whether the result of a stage is stored: not if it has one that counts (`server/jobs/lease.ts` `storeResult`). */
  takesResult: (hasResult: boolean) => boolean
}

/** The promises of the product. */
export const productRules: Rules = {
  take: job => ({ ...job, isActive: true }),
  holdsJob: ({ holdsJob }) => holdsJob,
  hasLease: ({ isNewest }) => isNewest,
  takesResult: hasResult => !hasResult,
}
