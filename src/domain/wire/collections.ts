import * as z from 'zod/mini'
import { stepNeeds, summaryStepCodes } from '../progress.ts'
import { call, workbookType } from './call.ts'
import {
  calendarDate,
  collectionId,
  collectionReference,
  instant,
  instId,
  limit,
  limitOrAll,
  named,
  offset,
  recordDescription,
  searchText,
  several,
  statusNamed,
  statusNumber,
} from './common.ts'
import { lifecycleFacts } from './facts.ts'

export const collection = z.object({
  id: collectionId,
  reference: collectionReference,
  name: z.string(),
  referencePeriodStart: calendarDate,
  referencePeriodEnd: calendarDate,
  state: named,
  availableStates: z.array(named),
  specification: z.nullable(named),
  /** The record that it collects; null without a specification. */
  record: z.nullable(recordDescription),
  allowSubmissions: z.boolean(),
  /** NIL_RETURN, SIGNED_OFF or null: what the provider in question has reached. */
  collectionStatus: z.nullable(z.string()),
  collectionSubmissionCount: z.number(),
  disallowCreateIssues: z.boolean(),
  /** False while the monitoring page says that additional reports are still to be released. */
  additionalReportsReleased: z.boolean(),
  /** Whether providers may sign the sign-off form in the portal. */
  signsInPortal: z.boolean(),
  /** Whether the agency's approvals of one submission need two people. */
  approversDiffer: z.boolean(),
  /** The most working days that a submission should stay in a status: "SC_APPROVAL=5 PROVIDER_SIGNOFF=10". Null without any. */
  stayTargets: z.nullable(z.string()),
  /** Whom a provider asks about the collection: an e-mail address or an https address; null while none is given. */
  supportContact: z.nullable(z.string()),
  /** By the end of this day, in London, submissions are due; null while no day is set. */
  submissionDeadline: z.nullable(calendarDate),
  /** Why submissions are paused; null while they are not. */
  pauseReason: z.nullable(z.string()),
  /** Days on which it moves to Validation, Open and Closed automatically. */
  validationOn: z.nullable(calendarDate),
  opensOn: z.nullable(calendarDate),
  closesOn: z.nullable(calendarDate),
  /** Why it could not move on the day; null if nothing is in the way. */
  scheduleRefusal: z.nullable(z.string()),
  /** Facts of a submission that the provider in question would begin now; null where no single provider is meant. */
  newSubmission: z.nullable(z.object({ live: lifecycleFacts, ovt: lifecycleFacts })),
})
export type CollectionWire = z.output<typeof collection>

const collectionList = z.object({
  collections: z.array(collection),
  pagingMetadata: z.object({ total: z.number() }),
})
export type ResponseOfCollections = z.output<typeof collectionList>

export const listCollections = call({
  method: 'GET',
  path: '/collections',
  summary: 'Collections, newest first; offset 0 and limit 1000 without arguments.',
  permission: 'signed-in',
  query: z.object({ offset, limit }),
  response: collectionList,
})

/** How a collection can take a file of somebody. */
export const fileUses = ['check', 'upload', 'onlineValidation'] as const

const openCollection = z.object({
  id: collectionId,
  reference: collectionReference,
  name: z.string(),
  /** By the end of this day, in London, submissions are due; null while no day is set. */
  submissionDeadline: z.nullable(calendarDate),
  specification: z.nullable(named),
  /** What the caller can do with a file now: check it without a submission, upload it, or upload it for online validation. */
  accepts: z.array(z.enum(fileUses)),
})
export type OpenCollection = z.output<typeof openCollection>

export const listOpenCollections = call({
  method: 'GET',
  path: '/collections/open',
  summary: "The collections that take files of the caller's provider now, newest first, and for what.",
  permission: [
    'collections.upload-submission-file',
    'suppliers.validate',
    'online-validation.online-validation',
  ],
  response: z.object({ collections: z.array(openCollection) }),
})

export const getCollection = call({
  method: 'GET',
  path: '/collections/{reference}',
  summary: 'One collection by its reference.',
  permission: 'signed-in',
  response: collection,
})

export const getCollectionSchema = call({
  method: 'GET',
  path: '/collections/{reference}/schema',
  summary: 'The schema that files of the collection are checked against, as an XSD document.',
  permission: 'signed-in',
  produces: ['application/xml'],
})

const monitoringProvider = z.object({
  instId,
  name: z.string(),
  publishedName: z.string(),
  regulatorCode: z.string(),
  countryCode: z.string(),
  riskCode: z.string(),
})

export const monitoringSubmission = z.object({
  uuid: z.string(),
  fileName: z.string(),
  uploaded: instant,
  fileHash: z.nullable(z.string()),
  status: statusNamed,
  studentCount: z.nullable(z.number()),
  /** Since when it has had its status; absent where that is not known. */
  statusSince: z.optional(instant),
  errorFileExists: z.boolean(),
  isNilReturn: z.boolean(),
  copiedFrom: z.nullable(z.string()),
  /** Number of its last event. */
  version: z.number(),
})

/** Row of the monitoring page (specification 2 §3). */
export const monitoringRow = z.object({
  /** With its open issues in the collection. */
  provider: z.extend(monitoringProvider, { issueCount: z.number() }),
  collection: z.object({ id: collectionId, reference: collectionReference }),
  latestSubmission: z.nullable(monitoringSubmission),
  furthestSubmission: z.nullable(monitoringSubmission),
  awaitingParty: named,
  /** The provider's own last action in the collection, or when the collection opened; null if neither is known. */
  silentSince: z.nullable(instant),
  lastReminded: z.nullable(instant),
  /** Facts of the latest submission, or of one that the provider would begin. */
  facts: lifecycleFacts,
})
export type MonitoringRow = z.output<typeof monitoringRow>

export const listCollectionSubmissions = call({
  method: 'GET',
  path: '/collections/{reference}/submissions',
  summary: 'The latest and furthest submission of every provider of the collection.',
  permission: 'monitoring.view',
  query: z.object({ ovt: z.optional(z.enum(['true', 'false'])) }),
  response: z.object({ submissions: z.array(monitoringRow) }),
})

export const exportCollectionSubmissions = call({
  method: 'POST',
  path: '/collections/{reference}/submissions/export',
  summary: 'The rows of the monitoring table for these providers, in this order, as CSV or as a workbook.',
  permission: 'monitoring.view',
  body: z.object({ instIds: z.array(instId).check(z.maxLength(5000)) }),
  produces: ['text/csv', workbookType],
})

export const stepSummary = z.object({
  step: named,
  /** Status code of the box when all its submissions stand at one, else null. */
  status: z.nullable(z.string()),
  name: z.string(),
  count: z.number(),
  /** How many of them need somebody, and what for. */
  needing: z.number(),
  need: z.enum(stepNeeds),
  latestSubmission: z.nullable(instant),
})

export const getStepSummary = call({
  method: 'GET',
  path: '/collections/{reference}/step-summary',
  summary:
    'How many providers stand at each step, and how many of them need somebody: of approvals, those that await the organisation of the caller.',
  permission: 'monitoring.view',
  query: z.object({ awaitingParty: several, instId: several }),
  response: z.object({ steps: z.array(stepSummary) }),
})

/** How far the providers of a collection are. */
const collectionProgress = z.object({
  reference: collectionReference,
  /** Providers that take part and that the caller sees. */
  providers: z.number(),
  steps: z.array(z.object({ code: z.enum(summaryStepCodes), count: z.number() })),
})
export type CollectionProgressWire = z.output<typeof collectionProgress>

export const listCollectionProgress = call({
  method: 'GET',
  path: '/collection-progress',
  summary:
    'How many providers take part in each collection, and how many are at each step of the step summary.',
  permission: 'monitoring.view',
  response: z.object({ collections: z.array(collectionProgress) }),
})

export const activityLogEntry = z.object({
  id: z.number(),
  instId,
  providerName: z.string(),
  submissionUuid: z.nullable(z.string()),
  filename: z.nullable(z.string()),
  createdUtc: instant,
  username: z.string(),
  isAnonymised: z.boolean(),
  type: named,
  collectionId,
  /** The statuses before and after, for the agency; absent where nothing is known of them. */
  change: z.optional(z.object({ from: named, to: named })),
})
export type ActivityLogEntry = z.output<typeof activityLogEntry>

const activityLog = z.object({
  activityLogs: z.array(activityLogEntry),
  pagingMetadata: z.object({ total: z.number() }),
})

export const listActivityLog = call({
  method: 'GET',
  path: '/collections/activity-log',
  summary:
    'What happened in a collection, newest first; as CSV all of it that the filters leave, with seconds and the statuses before and after.',
  permission: 'monitoring.activity-log',
  query: z.object({
    collectionReference,
    limit: limitOrAll,
    offset,
    instId: z.optional(instId),
    /** Part of the name of who did it. */
    person: searchText,
    activityLogTypeId: statusNumber,
  }),
  response: activityLog,
  produces: ['text/csv'],
})

export const listActivityLogEntries = call({
  method: 'GET',
  path: '/collections/activity-log-entries',
  summary: 'The entries of one kind for one submission.',
  permission: 'collections.view-submission',
  query: z.object({
    submissionUuid: z.string(),
    activityLogTypeId: z.optional(z.string().check(z.regex(/^\d{1,3}$/))),
  }),
  response: z.object({ activityLogs: z.array(activityLogEntry) }),
})

export const provider = z.extend(monitoringProvider, {
  institutionId: z.string(),
  ukprn: z.string(),
  onboarded: z.boolean(),
})
export type ProviderWire = z.output<typeof provider>

export const listProviders = call({
  method: 'GET',
  path: '/providers',
  summary: 'Providers, sorted by published name.',
  permission: 'monitoring.view',
  response: z.object({ providers: z.array(provider) }),
})

export const listProviderCollections = call({
  method: 'GET',
  path: '/providers/{instId}/collections',
  summary: 'The collections of a provider in the given states, with its own counts and status.',
  permission: ['collections.view-submission', 'online-validation.ingestion-ovt'],
  query: z.object({ state: several, 'state[]': several }),
  response: z.object({ collections: z.array(collection) }),
})

export const listProviderActivityLog = call({
  method: 'GET',
  path: '/providers/{instId}/activity-log',
  summary: "What happened in a provider's collection, newest first.",
  permission: ['collections.collection-activity-log-provider-view', 'monitoring.activity-log'],
  query: z.object({ collectionReference, limit: limitOrAll, offset }),
  response: activityLog,
})

export const regulator = z.object({
  regulatorCode: z.string(),
  /** The same value; the specification names it both ways. */
  code: z.string(),
  shortName: z.string(),
  name: z.string(),
  regulatorTypeCode: z.string(),
})
export type RegulatorWire = z.output<typeof regulator>

export const listRegulators = call({
  method: 'GET',
  path: '/regulators',
  summary: 'Regulators, the primary ones last.',
  permission: 'signed-in',
  response: z.object({ regulators: z.array(regulator) }),
})
export const getRegulator = call({
  method: 'GET',
  path: '/regulators/{code}',
  summary: 'One regulator by its code.',
  permission: 'signed-in',
  response: regulator,
})
