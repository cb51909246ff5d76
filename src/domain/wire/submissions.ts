import * as z from 'zod/mini'
import { call } from './call.ts'
import {
  collectionId,
  flag,
  instant,
  instId,
  limit,
  limitOrAll,
  named,
  offset,
  pagingMetadata,
  searchText,
  statusNamed,
} from './common.ts'
import { processingProgress } from './progress.ts'

const status = z.extend(statusNamed, { step: z.object({ number: z.number() }) })

export const historyEntry = z.object({ StatusId: z.number(), Code: z.string(), Actioned: instant })

/** The facts that the lifecycle's guards read, so that the browser asks the same chart (`Facts`). */
export const lifecycleFacts = z.object({
  submissionId: z.string(),
  instId,
  mode: z.enum(['live', 'ovt']),
  isLatest: z.boolean(),
  hasStoredFile: z.boolean(),
  collectionState: z.enum([
    'Draft',
    'Deleted',
    'Open',
    'Closed',
    'Historic amendment',
    'Archived',
    'Validation',
  ]),
  allowSubmissions: z.boolean(),
  onboarded: z.boolean(),
  /** Id of the latest submission's status, null when there is none. */
  latestStatusId: z.nullable(z.number()),
  uploadUnderWay: z.boolean(),
  riskCode: z.string(),
  countryCode: z.string(),
  regulatorCode: z.string(),
  blockers: z.object({
    isNotLatest: z.boolean(),
    notCollectionEndDate: z.boolean(),
    operationalFailures: z.boolean(),
    pgrTransferConsentGiven: z.boolean(),
  }),
})

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
  collection: z.object({ id: collectionId, reference: z.string(), name: z.string() }),
  copiedFrom: z.nullable(z.string()),
  /** Upload time of the submission that this one is a re-processing of. */
  originallyUploaded: z.nullable(instant),
  /** The re-processed copy of this submission, when there is one. */
  copiedTo: z.nullable(z.string()),
  isLatest: z.boolean(),
  isOvt: z.boolean(),
  tsvDeliveryLocation: z.nullable(z.string()),
  studentCount: z.nullable(z.number()),
  errorFileExists: z.boolean(),
  nextApprovalState: z.nullable(z.number()),
  /** In words, why the last step failed or the upload ended; null when nothing went wrong. */
  failureReason: z.nullable(z.string()),
  progress: z.nullable(processingProgress),
  facts: lifecycleFacts,
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
  summary: "A provider's latest file of the online validation tool in a collection.",
  permission: 'online-validation.ingestion-ovt',
  query: listQuery,
  response: rows,
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

/** A record by name and keys, inside another (specification 2 §3 "nesting of name, ids, parent"). */
const recordPlace = z.object({
  name: z.string(),
  ids: z.readonly(z.array(z.object({ field: z.string(), value: z.string() }))),
  get parent(): z.ZodMiniNullable<typeof recordPlace> {
    return enclosingRecord
  },
})
const enclosingRecord = z.nullable(recordPlace)
z.globalRegistry.add(enclosingRecord, { id: 'EnclosingRecord' })
export type RecordPlace = z.output<typeof recordPlace>

export const schemaFailure = z.object({
  LineNumber: z.number(),
  Column: z.number(),
  Code: z.string(),
  Error: z.string(),
  Details: z.object({
    ...recordPlace.shape,
    path: z.string(),
    value: z.nullable(z.string()),
    expected: z.nullable(z.string()),
  }),
})
export type SchemaFailure = z.output<typeof schemaFailure>

/** Also lists the findings of the right-to-process check, when it was that check that failed. */
export const listSchemaChecks = call({
  method: 'GET',
  path: '/submissions/{id}/schemachecks',
  summary: 'What the schema check, or the right-to-process check, found; all of it as CSV.',
  permission: ['collections.reports', 'online-validation.processing-ovt'],
  query: z.object({ instId: z.optional(instId), limit, offset }),
  response: z.object({ schemaChecks: z.array(schemaFailure), pagingMetadata }),
  produces: ['text/csv'],
})

const tolerance = z.object({
  toleranceTypeId: z.number(),
  toleranceFrom: z.nullable(z.number()),
  toleranceTo: z.nullable(z.number()),
})

const qualityRuleFigures = {
  Status: z.enum(['0', '1']),
  RegulatorCode: z.string(),
  RegulatorShortName: z.string(),
  ConjoinedTolerances: z.string(),
  Tolerances: z.array(tolerance),
  IsProviderToleranceOverride: z.boolean(),
  PopulationCount: z.number(),
  FailureCount: z.number(),
  PrevPopulationCount: z.nullable(z.number()),
  PrevFailureCount: z.nullable(z.number()),
  FailureChange: z.nullable(z.number()),
}

/** Row of the quality report; Status 1 outside, 0 inside tolerance (specification 2 §2.9, §3). */
export const qualityRuleRow = z.object({
  Id: z.string(),
  Code: z.string(),
  Name: z.string(),
  IsPrimary: z.boolean(),
  IsOperational: z.boolean(),
  ...qualityRuleFigures,
  GuidanceUrl: z.nullable(z.string()),
  issue: z.nullable(z.object({ status: z.string(), link: z.nullable(z.string()) })),
  specialistRegulators: z.array(z.object(qualityRuleFigures)),
})
export type QualityRuleRow = z.output<typeof qualityRuleRow>

export const qualitySortKeys = ['ID', 'STATUS', 'TOLERANCE', 'POPULATION', 'FAILURE'] as const

const validationQuery = {
  instId: z.optional(instId),
  status: z.optional(z.enum(['0', '1'])),
  sortBy: z.optional(z.enum(qualitySortKeys)),
  sortOrder: z.optional(z.enum(['ASC', 'DESC'])),
  searchTerm: searchText,
  limit: limitOrAll,
  offset,
}

export const listValidations = call({
  method: 'GET',
  path: '/submissions/{id}/validations',
  summary: 'The quality report.',
  permission: ['collections.reports', 'online-validation.reports-ovt'],
  query: z.object(validationQuery),
  response: z.object({ validations: z.array(qualityRuleRow), pagingMetadata }),
  produces: ['text/csv'],
})

export const compareValidations = call({
  method: 'GET',
  path: '/submissions/{id}/validations/compare/{previousId}',
  summary: 'The quality report beside that of a previous submission.',
  permission: 'collections.reports',
  query: z.object({ ...validationQuery, hideUnchangedValues: flag }),
  response: z.object({ validations: z.array(qualityRuleRow), pagingMetadata }),
  produces: ['text/csv'],
})

/** Results of one rule: a page of failing records (specification 2 §2.10, §3 "Quality rule detail"). */
export const qualityRuleDetail = z.object({
  Code: z.string(),
  Name: z.string(),
  Population: z.number(),
  Failures: z.number(),
  Regulator: z.object({ code: z.string(), name: z.string(), shortName: z.string() }),
  Tolerance: z.string(),
  Status: z.enum(['0', '1']),
  results: z.array(
    z.object({
      RowIdentifier: z.string(),
      LineNumber: z.nullable(z.number()),
      Details: z.array(z.object({ Name: z.string(), Value: z.nullable(z.string()) })),
    }),
  ),
  validation: z.object({ Description: z.string(), GuidanceUrl: z.nullable(z.string()), Version: z.string() }),
  pagingMetadata,
})
export type QualityRuleDetail = z.output<typeof qualityRuleDetail>

export const getValidation = call({
  method: 'GET',
  path: '/submissions/{id}/validations/{validationId}',
  summary:
    'One rule with a page of the records that fail it; all of them as CSV, or the address of that file.',
  permission: ['collections.reports', 'online-validation.reports-ovt'],
  query: z.object({ instId: z.optional(instId), limit, offset, regulator: z.optional(z.string()) }),
  response: qualityRuleDetail,
  produces: ['text/csv', 'text/uri-list'],
})

export const commitAllowedStatus = z.object({
  submissionStatuses: z.object({
    isNotLatest: z.boolean(),
    notCollectionEndDate: z.boolean(),
    operationalFailures: z.boolean(),
    pgrTransferConsentGiven: z.boolean(),
    openIssues: z.number(),
    ruleFailures: z.number(),
  }),
  commitNotAllowedReasons: z.array(z.string()),
})
export type CommitAllowedStatus = z.output<typeof commitAllowedStatus>

export const getCommitAllowedStatus = call({
  method: 'GET',
  path: '/submissions/{id}/commit-allowed-status',
  summary: 'What blocks the submission and what only warns.',
  permission: 'collections.view-submission',
  response: commitAllowedStatus,
})

/** Rules by whether what fails them is within what is tolerated. */
const toleranceCounts = { insideTolerance: z.number(), outsideTolerance: z.number() }

export const getOvtFailureCounts = call({
  method: 'GET',
  path: '/submissions/ovt/{id}/failurecounts',
  summary: 'How many rules of a file of the online validation tool fail outside tolerance.',
  permission: 'online-validation.reports-ovt',
  query: z.object({ instId: z.optional(instId) }),
  response: z.object(toleranceCounts),
})

export const getSummary = call({
  method: 'GET',
  path: '/submissions/{id}/summary',
  summary: 'Rows of the quality-assurance summary.',
  permission: ['collections.reports', 'online-validation.reports-ovt'],
  query: z.object({ instId: z.optional(instId) }),
  response: z.object({
    header: z.string(),
    ...toleranceCounts,
    credibilityIssues: z.number(),
  }),
})

export const getFailureSummaryTable = call({
  method: 'GET',
  path: '/submissions/{id}/failure-summary-table',
  summary: 'Rules outside and inside tolerance by regulator.',
  permission: ['collections.reports', 'online-validation.reports-ovt'],
  query: z.object({ instId: z.optional(instId) }),
  response: z.object({ rows: z.array(z.object({ header: z.string(), ...toleranceCounts })) }),
})

/** Actions of update-state (specification 2 §4.3, decisions §3). */
export const updateStateActions = ['submit', 'approve', 'decline', 'Provider sign-off'] as const
export const updateState = call({
  method: 'POST',
  path: '/submissions/update-state/{id}',
  summary:
    'Submits, approves, declines or requests sign-off. `statusId` is the status that the caller expects.',
  permission: 'signed-in',
  body: z.object({
    action: z.enum(updateStateActions),
    statusId: z.number(),
    termsAccepted: z.optional(z.boolean()),
  }),
  response: submission,
})

export const signOffSubmission = call({
  method: 'POST',
  path: '/submissions/{id}/signoff',
  summary: "Records the provider's sign-off.",
  permission: 'monitoring.sign-off-submission',
  response: submission,
})

export const requestResubmission = call({
  method: 'POST',
  path: '/submissions/{uuid}/request-resubmission/',
  summary: 'Takes an approved or signed-off submission back.',
  permission: 'monitoring.request-resubmission',
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

export const requestHistoricAmendment = call({
  method: 'POST',
  path: '/submissions/update-to-resubmission-required-historic-amendment',
  summary: 'Asks providers for a new submission of a closed collection.',
  permission: 'management.historic-amendment',
  body: z.object({
    instIds: z.array(instId).check(z.minLength(1), z.maxLength(1000)),
    collectionReference: z.string(),
  }),
})

export const reprocess = call({
  method: 'POST',
  path: '/collections/{reference}/reprocess',
  summary: 'Processes the latest file of each of these providers again, as a new submission.',
  permission: 'management.reprocess-for-one-provider',
  status: 202,
  body: z.object({ instIds: z.array(instId).check(z.minLength(1), z.maxLength(1000)) }),
})
