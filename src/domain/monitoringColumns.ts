/**
 * The columns of the Submission Summary (specification 2 §2.5), by the names that addresses and saved views have: the table
 * draws each, its export writes each. One that is added here does not compile until both have it.
 */
export type MonitoringColumn =
  | 'id'
  | 'provider'
  | 'state'
  | 'progress'
  | 'days-in-state'
  | 'days-to-deadline'
  | 'last-submission'
  | 'student-count'
  | 'open-issues'
  | 'awaiting-action'
