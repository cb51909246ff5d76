export {
  announceAttachment,
  announcedAttachments,
  announceExplanationFile,
  attachmentOf,
  besideAttachments,
  explanationFilesOf,
  forgetExplanationFiles,
  type SharedFile,
  sweepAttachments,
} from './attachments.ts'
export { findIssue, type IssueRecord } from './issueRow.ts'
export {
  createIssues,
  type DecidedIssue,
  type ExplainedRule,
  factsOfIssue,
  type Issues,
  seesIssue,
} from './issues.ts'
export { createJira, type TrackerSettings } from './jira.ts'
export { createListening } from './listening.ts'
export { createNotes } from './notes.ts'
export { createRaising, type Raising } from './raising.ts'
export { requestedTolerance } from './requestedTolerance.ts'
export { createTracking } from './tracking.ts'
export type { Attached, IssueWords, TrackerQueue } from './write.ts'
