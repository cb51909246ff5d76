import * as z from 'zod/mini'
import { measuredChanges } from '../allowance.ts'
import { askableParties, issueSubjects } from '../issue.ts'
import { limits } from '../limits.ts'
import { call } from './call.ts'
import { collectionId, instant, instId, sha256Hex, uuid } from './common.ts'
import { issueFacts } from './issueFacts.ts'
import { issueRow, issueStatus } from './issueList.ts'

const toleranceValue = z.object({
  toleranceTypeId: z.number(),
  toleranceFrom: z.number(),
  toleranceTo: z.nullable(z.number()),
})

/** What the rule has measured in one upload, or how many cells of the report it shaded. */
export const issueFigures = z.object({
  submissionId: uuid,
  uploaded: instant,
  isLatest: z.boolean(),
  /** Null for a report, which has neither population nor tolerance. */
  populationCount: z.nullable(z.number()),
  failureCount: z.number(),
  isOutside: z.boolean(),
  tolerance: z.nullable(z.string()),
  isProviderToleranceOverride: z.boolean(),
  /** What a rule that compares whole files measured; null for every other rule, for a report, and if nothing could be compared. */
  measured: z.nullable(
    z.object({
      percent: z.number(),
      change: z.enum(measuredChanges),
      now: z.nullable(z.number()),
      before: z.nullable(z.number()),
    }),
  ),
  /** Between which percentages the rule is inside tolerance; null for a report, and where any number is tolerated. */
  allowed: z.nullable(z.object({ from: z.number(), to: z.number() })),
})

const entry = {
  sequence: z.number(),
  event: z.string(),
  /** The event in words. */
  name: z.string(),
  at: instant,
  by: z.string(),
}

export const issueComment = z.object({
  ...entry,
  text: z.string(),
  attachments: z.array(z.object({ id: uuid, fileName: z.string(), fileSize: z.number() })),
})

export const issueEntry = z.object({ ...entry, from: issueStatus, to: issueStatus })

/** What the provider wrote of the same rule or report in the collection before; null where it wrote nothing. */
const lastExplanation = z.nullable(z.object({ collection: z.string(), text: z.string(), at: instant }))
export type LastExplanation = NonNullable<z.output<typeof lastExplanation>>

/** One issue with everything that has been said and measured. */
export const issue = z.object({
  ...issueRow.shape,
  description: z.nullable(z.string()),
  guidanceUrl: z.nullable(z.string()),
  /** The tolerance that the latest results were held against, and its parts; null for a report. */
  tolerance: z.nullable(
    z.object({
      text: z.string(),
      /** What its range is in; null where it has none. */
      measuredIn: z.nullable(z.enum(measuredChanges)),
      parts: z.array(toleranceValue),
    }),
  ),
  lastExplanation,
  /** The tolerance that the provider asks for, in words. */
  wantedTolerance: z.nullable(z.string()),
  /** The provider's figures over its uploads, newest first. */
  figures: z.array(issueFigures),
  comments: z.array(issueComment),
  history: z.array(issueEntry),
  facts: issueFacts,
})
export type IssueWire = z.output<typeof issue>

/** What somebody writes about an issue. */
export const issueText = z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.issueText))
/** The same where it may be left out. */
export const issueNote = z.optional(z.string().check(z.trim(), z.maxLength(limits.issueText)))
/** How many, and how large, is decided by `attachmentCountRefusal` and `attachmentRefusal`. */
const attachments = z.optional(z.array(uuid))
const severalIssues = z.array(uuid).check(z.minLength(1), z.maxLength(limits.issuesAtOnce))
const userId = z.string().check(z.maxLength(200))
/** Null for nobody. */
const assignee = z.nullable(userId)
const validationCode = z.string().check(z.maxLength(100))
const regulatorCode = z.string().check(z.maxLength(20))
/** A file that is announced before it is posted. */
const attachedFile = z.object({
  fileName: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  fileSize: z.number().check(z.int(), z.gte(0)),
  /** SHA-256 of the file, which nothing else is taken for. */
  fileHash: z.optional(sha256Hex),
})
const postPlace = z.object({
  attachmentId: uuid,
  url: z.string(),
  fields: z.record(z.string(), z.string()),
})

/** What may be decided is said by the chart of the issue; the permission here only opens the door. */
const writers = ['collections.comment-on-issue', 'collections.create-issue'] as const

export const createIssue = call({
  method: 'POST',
  path: '/submissions/{uuid}/issues',
  summary:
    "Raises an issue of a rule, for a regulator that sets its tolerance; or of a credibility report, by its code, for the provider's regulator.",
  permission: 'collections.create-issue',
  body: z.object({
    validationCode,
    regulatorCode,
    /** What the code names: a rule where it is left out. */
    subject: z.optional(z.enum(issueSubjects)),
  }),
  response: issue,
})

export const requestCredibility = call({
  method: 'POST',
  path: '/submissions/requestCredibility',
  summary: 'Raises an issue of every credibility report with a shaded cell that has none.',
  permission: 'collections.request-credibility-issues',
  body: z.object({
    submissionUuid: uuid,
    instId,
    collectionId,
    fileName: z.string(),
    providerName: z.string(),
  }),
  response: z.object({ raised: z.number() }),
})

export const getIssue = call({
  method: 'GET',
  path: '/issues/{id}',
  summary: 'One issue: the rule, its figures over the uploads, the discussion, the override, the history.',
  permission: 'collections.view-issue',
  response: issue,
})

export const retryIssue = call({
  method: 'POST',
  path: '/issues/{id}/retry',
  summary: 'Tries again to create an issue that the register did not take in.',
  permission: 'collections.create-issue',
  response: issue,
})

export const commentOnIssue = call({
  method: 'POST',
  path: '/issues/{id}/comments',
  summary: 'Writes to everybody concerned, and may ask one of them to answer.',
  permission: writers,
  body: z.object({ text: issueText, awaits: z.optional(z.enum(askableParties)), attachments }),
  response: issue,
})

export const explainIssue = call({
  method: 'POST',
  path: '/issues/{id}/explanations',
  summary: 'Explains why the figures are as they are, with files beside it.',
  permission: 'collections.answer-issue',
  body: z.object({ text: issueText, attachments }),
  response: issue,
})

export const listColleagues = call({
  method: 'GET',
  path: '/issues/colleagues',
  summary:
    "To whom an issue can be assigned: submitters and sign-off users of the caller's provider who have signed in.",
  permission: 'collections.answer-issue',
  response: z.object({ colleagues: z.array(z.object({ userId: z.string(), name: z.string() })) }),
})

export const assignIssue = call({
  method: 'POST',
  path: '/issues/{id}/assign',
  summary: 'Assigns the issue to a colleague, or to nobody.',
  permission: 'collections.answer-issue',
  body: z.object({ userId: assignee }),
  response: issue,
})

export const explainIssues = call({
  method: 'POST',
  path: '/issues/explanations',
  summary: 'Gives several issues the same explanation: all of them, or none where one is refused.',
  permission: 'collections.answer-issue',
  body: z.object({
    issues: severalIssues,
    text: issueText,
  }),
  response: z.object({ explained: z.number() }),
})

export const assignIssues = call({
  method: 'POST',
  path: '/issues/assignments',
  summary:
    'Assigns several issues to one colleague, or to nobody: all of them, or none where one is refused.',
  permission: 'collections.answer-issue',
  body: z.object({ issues: severalIssues, userId: assignee }),
  response: z.object({ assigned: z.number() }),
})

export const getLastExplanation = call({
  method: 'GET',
  path: '/submissions/{uuid}/last-explanation',
  summary:
    'What the provider wrote in the collection before of a rule that it may explain now, for one regulator.',
  permission: 'collections.answer-issue',
  query: z.object({ validationCode, regulatorCode }),
  response: z.object({ lastExplanation }),
})

export const explainRules = call({
  method: 'POST',
  path: '/submissions/{uuid}/explanations',
  summary:
    'Gives several rules of the quality report the same explanation, and a colleague to look after them: an issue that nobody has raised is raised. All of them, or none, with the reason of each that is refused.',
  permission: 'collections.answer-issue',
  body: z.object({
    rules: z
      .array(z.object({ validationCode, regulatorCode }))
      .check(z.minLength(1), z.maxLength(limits.issuesAtOnce)),
    text: issueText,
    attachments,
    /** The colleague to whom they are assigned; left out, the assignment stays as it is. */
    userId: z.optional(userId),
  }),
  response: z.object({ explained: z.number() }),
})

export const attachToExplanation = call({
  method: 'POST',
  path: '/submissions/{uuid}/explanation-files',
  summary:
    'Gives the address to which a file is posted. The explanation of several rules that names it makes it part of each issue.',
  permission: 'collections.answer-issue',
  body: attachedFile,
  response: postPlace,
})

export const attachToIssue = call({
  method: 'POST',
  path: '/issues/{id}/attachments',
  summary:
    'Gives the address to which a file is posted. The comment or explanation that names it makes it part of the issue.',
  permission: writers,
  body: attachedFile,
  response: postPlace,
})

export const downloadAttachment = call({
  method: 'POST',
  path: '/issues/{id}/attachments/{attachmentId}/download-request',
  summary: 'A short-lived address of a file beside a comment or an explanation.',
  permission: 'collections.view-issue',
  response: z.object({ url: z.string() }),
})
