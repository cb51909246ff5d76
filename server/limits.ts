/*
 * Times, sizes and attempts that people, operators or other systems notice, each with its unit in the name. Browser and server share
 * those of `src/domain/limits.ts`. What an installation sets is in `config.ts`. A number that only tunes one algorithm (a batch, a block,
 * a polling interval) is beside that algorithm.
 */

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Attempts, and the delays between them. */
export const attempts = {
  /** Attempts at a stage after the first (decisions §3 "Retry"). The death of a worker counts as one, unless the database ends with it. */
  stageRetries: 3,
  /** The same for artifacts made beside the stages. One fewer: a job that always kills its process must not use up a stage in that process. */
  makingRetries: 2,
  /** Longest delay before a stage is tried again; delays double from 1 s. */
  longestRetrySeconds: 60,
  /** An outage that the worker does not notice itself counts as no attempt this often. */
  unseenOutages: 20,
  /** Delay before a process tries a job again that only a later release knows. */
  laterReleaseSeconds: 5,
  /** First delay before a webhook is called again; delays double. */
  firstWebhookRetrySeconds: 30,
  /** With n conflicting transactions PostgreSQL lets at least one finish, so six succeed within six attempts. */
  transactions: 6,
  /** Requests to S3 for one call, with the client's own pause between them. */
  s3Requests: 2,
  /**
   * Pauses before an unconfirmed mail is sent again. Without them, a server that never confirms could send a person hundreds of copies.
   * After the last pause the mail is given up.
   */
  mailPausesMinutes: [10, 60, 6 * 60, 24 * 60],
}

/** How long we wait for somebody else. */
export const patience = {
  /** A process waits for its database this long at the start; then its supervisor restarts it. */
  databaseAtStartMs: minuteMs,
  /** No statement takes longer, so a database that is silent for longer has gone. */
  databaseAnswerMs: minuteMs,
  /** A part that does not answer within this time counts as down, for readiness and for workers. */
  readinessMs: 3000,
  outageMs: 5000,
  /** If the clock differs from the database's by more, tokens and signed URLs of others are refused. */
  clockOffMs: minuteMs,
  /** Tolerated difference between the clocks of two processes. With it, a token is valid for ten minutes at most. */
  clockSkewSeconds: 60,
  issuerMs: 5000,
  jiraMs: 10_000,
  /** Silence of a mail server, and the whole of one mail: a server that sends a byte now and then is never silent. */
  mailSilenceMs: 10_000,
  mailMs: minuteMs,
  webhookMs: 10_000,
  /** An upload whose time is over waits this long: for disk space if all its parts have arrived, and for a store that returns another file. */
  uploadHours: 1,
  /**
   * If a store returns one and the same other file for this long, it has no other: the provider is asked to send the file again before
   * the upload ends.
   */
  sameFileMinutes: 10,
  /** A sender may pause this long, however fast the file came before: a network may be gone for a minute. */
  uploadPauseMs: 2 * minuteMs,
  /** A download that makes no progress ends after this time. */
  downloadIdleMs: 2 * minuteMs,
}

/** Longest duration of our own work. */
export const longest = {
  /** One reading of an analysis for a person. */
  readingMs: minuteMs,
  /** The same if parts that the store no longer has must be made again. */
  makingAgainMs: 15 * minuteMs,
  /** One statement of a stage: a rule that never ends is a fault, not a stage that hangs. */
  statementMs: hourMs,
  /** The check of a published schema, or of a ruleset with its examples. */
  publishedCheckMs: 5 * minuteMs,
  /** The examples of one rule that is edited. */
  editedRuleMs: minuteMs,
  /** When a process ends, the jobs that it has get this long before it gives them back, and the whole process this long. */
  jobsAtEndMs: 5000,
  processAtEndMs: 30_000,
  /** A line of the audit without a position, or a position without a checkpoint, is a fault after this time: a seal runs each minute. */
  auditWaitsMinutes: 15,
}

/** How long something is kept. */
export const kept = {
  /** A page that was away longer reloads everything anyway. */
  liveMessagesMs: dayMs,
  /** An issuer may renew a session this long: until then we must know that it has ended here. */
  signInsMs: 90 * dayMs,
  /** Remains of an upload in the store. */
  uploadsMs: dayMs,
  /** A season, and the one before. */
  noticesMs: 2 * 365 * dayMs,
  /** Until then a call may name a file that was posted for a comment, or as a signed form. */
  attachmentsMs: dayMs,
  webhookCallsDays: 90,
  /** A file without right to process (reference §7.1). */
  contentWithoutRightHours: 24,
  /** Waiting jobs are practically never dropped for their age. */
  waitingJobsSeconds: 365 * 86_400,
  /** Finished jobs; the history of a submission is in `submission_event`. */
  finishedJobsSeconds: 600,
  /** Releases whose portal files are in the store. Pages of older ones must be reloaded. */
  portalReleases: 5,
  /** Unused copies of an analysis on a machine, whatever space there is. */
  unusedCopiesMs: dayMs,
}

/** How long a URL or a ticket is valid. */
export const valid = {
  downloadSeconds: 300,
  liveTicketMs: 30_000,
}

/** What one process does at a time: more wait in turn, or are refused with 503. */
export const atOnce = {
  /** Pages of failing records; they take a moment. */
  pages: { atOnce: 4, atOnceOfOne: 2, waiting: 32, waitingOfOne: 8 },
  /** First pages of a rule; they take less, and only memory. */
  firstPages: { atOnce: 8, atOnceOfOne: 2, waiting: 64, waitingOfOne: 8 },
  /** Downloads of records, which take as long as their receiver. */
  recordDownloads: { atOnce: 4, atOnceOfOne: 2, waiting: 8, waitingOfOne: 4 },
  /** Downloads of files from the folder store. */
  fileDownloads: { atOnce: 200, waiting: 0, waitingOfOne: 0 },
  /** Connections to the database of a process that serves, and of a worker. */
  serverConnections: 20,
  workerConnections: 8,
}
