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
export { findIssue, type IssueRecord, seesIssue } from './issueRow.ts'
export {
  createIssues,
  type DecidedIssue,
  type ExplainedRule,
  type Issues,
} from './issues.ts'
export { createJira, type TrackerSettings } from './jira.ts'
export { createListening } from './listening.ts'
export { createNotes } from './notes.ts'
export { createRaising, type Raising } from './raising.ts'
export { requestedTolerance } from './requestedTolerance.ts'
export { createTracking } from './tracking.ts'
export { type Attached, factsOfIssue, type IssueWords, type TrackerQueue } from './write.ts'
