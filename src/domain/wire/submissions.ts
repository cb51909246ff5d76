import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { call } from './call.ts'
import { collectionId, instant, instId, named, statusNamed, uuid } from './common.ts'
import { lifecycleFacts } from './facts.ts'
import { processingProgress, queuePlace, stageTime } from './progress.ts'

const status = z.extend(statusNamed, { step: z.object({ number: z.number() }) })

export const historyEntry = z.object({ StatusId: z.number(), Code: z.string(), Actioned: instant })

/**
 * The server's clock when it answered: what the facts say of a moment (`changesAt`) is counted from it, for the reader's clock may be
 * ahead or behind.
 */
const serverTime = instant

export const submission = z.object({
  uuid: z.string(),
  fileName: z.string(),
  fileSize: z.nullable(z.number()),
  uploaded: instant,
  uploadedBy: z.string(),
  fileHash: z.nullable(z.string()),
  status,
  stateHistory: z.array(historyEntry),
  provider: z.object({
    instId,
    name: z.string(),
    riskCode: z.string(),
    countryCode: z.string(),
    regulatorCode: z.string(),
  }),
  collection: z.object({
    id: collectionId,
    reference: z.string(),
    name: z.string(),
    /** Version of the specification that the collection uses now; null where it has none. */
    specification: z.nullable(z.string()),
  }),
  /** Version of the specification that it is processed with; null where no processing has begun. */
  specification: z.nullable(z.string()),
  copiedFrom: z.nullable(z.string()),
  /** Upload time of the submission that this one is a re-processing of. */
  originallyUploaded: z.nullable(instant),
  /** The re-processed copy of this submission, when there is one. */
  copiedTo: z.nullable(z.string()),
  /** When its file and the records made of it were removed, if they were. */
  contentRemoved: z.optional(instant),
  /** The provider's latest submission in the collection, if that is another one. */
  replacedBy: z.optional(uuid),
  /** An earlier submission of the same bytes that was declined. */
  declinedBefore: z.optional(z.object({ submissionId: uuid, at: instant })),
  isLatest: z.boolean(),
  isOvt: z.boolean(),
  tsvDeliveryLocation: z.nullable(z.string()),
  studentCount: z.nullable(z.number()),
  errorFileExists: z.boolean(),
  nextApprovalState: z.nullable(z.number()),
  /** In words, why the last step failed or the upload ended; null when nothing went wrong, or it is not for the reader. */
  failureReason: z.nullable(z.string()),
  progress: z.nullable(processingProgress),
  /** Null when it does not wait for a worker. */
  queue: z.nullable(queuePlace),
  /** Of every stage of processing, in order; empty where it is not processed, or no file of similar size was. */
  stageTimes: z.array(stageTime),
  /** Number of its last event: of two answers, the one with the higher number is newer. */
  version: z.number(),
  facts: lifecycleFacts,
  now: serverTime,
  /** Number of the institution's last live message when this was read; where one submission is asked for by its id. */
  liveSequence: z.optional(z.number()),
})
export type SubmissionWire = z.output<typeof submission>

export const getSubmission = call({
  method: 'GET',
  path: '/submissions/{id}',
  summary: 'One submission with its history and the facts that decide what can be done with it.',
  permission: ['collections.view-submission', 'online-validation.ingestion-ovt'],
  response: submission,
})

export const getLatestSubmission = call({
  method: 'GET',
  path: '/submissions/latest/{collectionId}/{instId}',
  summary: 'The latest submission of a provider in a collection.',
  permission: 'collections.view-submission',
  response: submission,
})

/** With the calls of one mode, a submission of the other is not found (specification 2 §7.2, decisions §12). */
export const getOvtSubmission = call({
  method: 'GET',
  path: '/submissions/ovt/{id}',
  summary:
    'One file of the online validation tool, with its history and the facts that decide what can be done with it.',
  permission: 'online-validation.ingestion-ovt',
  response: submission,
})

export const getLatestOvtSubmission = call({
  method: 'GET',
  path: '/submissions/ovt/latest/{collectionId}/{instId}',
  summary: 'The latest file of the online validation tool of a provider in a collection.',
  permission: 'online-validation.ingestion-ovt',
  response: submission,
})

/** What a submission would be that its provider has not begun. */
export const newSubmission = z.object({
  instId,
  providerName: z.string(),
  collection: z.object({ id: collectionId, reference: z.string(), name: z.string() }),
  facts: lifecycleFacts,
  now: serverTime,
})
export type NewSubmissionWire = z.output<typeof newSubmission>

export const getNewSubmission = call({
  method: 'GET',
  path: '/submissions/new/{collectionId}/{instId}',
  summary: 'The facts that decide whether a provider can begin another submission of a collection.',
  permission: ['collections.view-submission', 'online-validation.ingestion-ovt'],
  query: z.object({ ovt: z.optional(z.enum(['true', 'false'])) }),
  response: newSubmission,
})

/** Row of a provider's list (specification 2 §3 "in provider lists"). */
export const providerListRow = z.object({
  Uuid: z.string(),
  SubmissionId: z.string(),
  CollectionId: collectionId,
  FileName: z.string(),
  Uploaded: instant,
  Status: z.object({ Id: z.number(), Code: z.string(), Name: z.string() }),
  StateHistory: z.array(historyEntry),
  IsLatest: z.boolean(),
  CopiedFrom: z.nullable(z.string()),
  OriginallyUploaded: z.nullable(instant),
  /** Rules outside tolerance, and rules in all; null where there are no results, or the reader sees only some rules. */
  Rules: z.nullable(z.object({ outside: z.number(), total: z.number() })),
  Version: z.number(),
  Facts: lifecycleFacts,
})
export type ProviderListRow = z.output<typeof providerListRow>

const listQuery = z.object({ collectionId, instId })
const rows = z.object({ submissions: z.array(providerListRow) })

export const listSubmissions = call({
  method: 'GET',
  path: '/submissions',
  summary: "A provider's submissions in a collection, newest first.",
  permission: 'collections.view-submission',
  query: listQuery,
  response: rows,
})

export const listOvtSubmissions = call({
  method: 'GET',
  path: '/submissions/ovt',
  summary:
    "A provider's latest file of the online validation tool in a collection, and an upload that is under way.",
  permission: 'online-validation.ingestion-ovt',
  query: listQuery,
  response: rows,
})

/** With few imports: the dashboard asks for it, and is where nearly everybody begins. */
export const getOvtFailureCounts = call({
  method: 'GET',
  path: '/submissions/ovt/{id}/failurecounts',
  summary: 'How many rules of a file of the online validation tool fail outside tolerance.',
  permission: 'online-validation.reports-ovt',
  query: z.object({ instId: z.optional(instId) }),
  response: z.object({ insideTolerance: z.number(), outsideTolerance: z.number() }),
})

export const listProviderStatuses = call({
  method: 'GET',
  path: '/submissions/provider-statuses',
  summary: "The latest status of a provider's submissions in a collection.",
  permission: 'collections.view-submission',
  query: z.object({ collectionReference: z.string(), instId: z.optional(instId) }),
  response: z.object({ providerStatuses: z.array(providerListRow) }),
})

export const listStates = call({
  method: 'GET',
  path: '/submissions/states',
  summary: 'The catalogue of statuses.',
  permission: 'signed-in',
  response: z.object({
    states: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        code: z.string(),
        step: z.string(),
        awaitingParty: named,
      }),
    ),
  }),
})

export const commitAllowedStatus = z.object({
  submissionStatuses: z.object({
    isNotLatest: z.boolean(),
    notCollectionEndDate: z.boolean(),
    operationalFailures: z.boolean(),
    /** True = a transfer still lacks the other provider's consent; the name is historic (decisions §3). */
    pgrTransferConsentGiven: z.boolean(),
    /** Open issues of the provider in the collection. */
    openIssues: z.number(),
    ruleFailures: z.number(),
  }),
  commitNotAllowedReasons: z.array(z.string()),
  /** Operational rules outside tolerance, of those that the reader sees. */
  blockingRules: z.number(),
  /** Providers that have not agreed to transfers of research students; absent if there is none. */
  awaitedTransfers: z.optional(z.number()),
})
export type CommitAllowedStatus = z.output<typeof commitAllowedStatus>

export const getCommitAllowedStatus = call({
  method: 'GET',
  path: '/submissions/{id}/commit-allowed-status',
  summary: 'What blocks the submission and what only warns.',
  permission: 'collections.view-submission',
  response: commitAllowedStatus,
})

/** What the provider is to know of a decision (decisions §12). */
const decisionNote = z.optional(z.string().check(z.trim(), z.maxLength(limits.decisionNote)))

/** Actions of update-state (specification 2 §4.3, decisions §3). */
export const updateStateActions = ['submit', 'approve', 'decline', 'Provider sign-off'] as const
export const updateState = call({
  method: 'POST',
  path: '/submissions/update-state/{id}',
  summary:
    'Submits, approves, declines or requests sign-off. `statusId` is the status that the caller expects; `note` reaches the provider, and who declines has to write one.',
  permission: 'signed-in',
  body: z.object({
    action: z.enum(updateStateActions),
    statusId: z.number(),
    termsAccepted: z.optional(z.boolean()),
    note: decisionNote,
  }),
  response: submission,
})

export const signOffSubmission = call({
  method: 'POST',
  path: '/submissions/{id}/signoff',
  summary: "Records the provider's sign-off. Without a returned form it needs a note that says why.",
  permission: 'monitoring.sign-off-submission',
  body: z.object({ note: decisionNote }),
  response: submission,
})

export const refuseForm = call({
  method: 'POST',
  path: '/submissions/{uuid}/refuse-form',
  summary: 'Asks the provider for another signed form; the approval stays. Needs a note.',
  permission: 'monitoring.sign-off-submission',
  body: z.object({ note: decisionNote }),
  response: submission,
})

export const requestResubmission = call({
  method: 'POST',
  path: '/submissions/{uuid}/request-resubmission/',
  summary: 'Takes an approved or signed-off submission back; a note of why reaches the provider.',
  permission: 'monitoring.request-resubmission',
  body: z.object({ note: decisionNote }),
  response: submission,
})

export const createNilSubmission = call({
  method: 'POST',
  path: '/submissions/create-nil-submission',
  summary: 'Records that a provider has nothing to report.',
  permission: 'monitoring.nil-return',
  body: z.object({ collectionId, instId }),
  response: submission,
})

export const withdrawNilReturn = call({
  method: 'POST',
  path: '/submissions/{uuid}/withdraw-nil-return',
  summary: 'Withdraws a nil return: the provider has no submission any more and may upload a file.',
  permission: 'monitoring.nil-return',
  response: submission,
})

export const makeHistory = call({
  method: 'POST',
  path: '/submissions/{uuid}/make-history',
  summary:
    'Makes again what the next year is compared with, where that has failed after the sign-off. The sign-off stands.',
  permission: 'management.reprocess-for-one-provider',
  response: submission,
})

export const requestHistoricAmendment = call({
  method: 'POST',
  path: '/submissions/update-to-resubmission-required-historic-amendment',
  summary:
    'Asks providers for a new submission of a closed collection: one before the answer, several as a job that `Location` names.',
  permission: 'management.historic-amendment',
  status: 202,
  body: z.object({
    instIds: z.array(instId).check(z.minLength(1), z.maxLength(1000)),
    collectionReference: z.string(),
  }),
})

export const reprocess = call({
  method: 'POST',
  path: '/collections/{reference}/reprocess',
  summary:
    'Processes the latest file of each of these providers again, as a new submission: of one before the answer, of several as a job that `Location` names. It leaves out what was submitted, unless it is asked for.',
  permission: 'management.reprocess-for-one-provider',
  status: 202,
  body: z.object({
    instIds: z.array(instId).check(z.minLength(1), z.maxLength(1000)),
    /** With one provider, the submission that is meant; refused where it is not the latest any more. */
    submissionUuid: z.optional(uuid),
    /** Submissions at or beyond approval are processed again too, and lose their approval. */
    withSubmitted: z.optional(z.boolean()),
  }),
})
