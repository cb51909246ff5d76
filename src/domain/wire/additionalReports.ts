import * as z from 'zod/mini'
import { jobRowsAtMost } from '../job.ts'
import { jobRowStates } from '../jobPlace.ts'
import { consentStates, longestTransferMessage, transferReadings } from '../transfer.ts'
import { call } from './call.ts'
import {
  calendarDate,
  collectionId,
  collectionReference,
  instant,
  instId,
  limit,
  offset,
  searchText,
  uuid,
} from './common.ts'
import { reportFault } from './reports.ts'

/** A page of a list. */
const listed = {
  ...reportFault,
  /** Why no record is listed, where they are not for this reader. */
  withheld: z.optional(z.string()),
  headers: z.array(z.string()),
  rows: z.array(z.array(z.nullable(z.string()))),
  /** Rows on all pages. */
  total: z.number(),
}
const listedPage = z.object(listed)
export type ListedPage = z.output<typeof listedPage>

/** Which rows of a list are asked for, and in which order. */
const listQuery = {
  limit,
  offset,
  /** Header of the column to sort by; else as the ruleset orders the list. */
  sortField: z.optional(z.string().check(z.maxLength(100))),
  sortOrder: z.optional(z.enum(['ASC', 'DESC'])),
}

/** A report of several lists, one of them with a page of its rows. */
const listing = z.object({
  tabs: z.array(
    z.object({
      name: z.string(),
      notes: z.array(z.string()),
      total: z.number(),
      /** Whether its rows are single records. */
      listsRecords: z.boolean(),
    }),
  ),
  /** Name of the tab whose rows these are. */
  tab: z.string(),
  ...listed,
})
export type Listing = z.output<typeof listing>

export const getSurveyPopulation = call({
  method: 'GET',
  path: '/collection-reports/nss/{id}',
  summary:
    'The target population of the National Student Survey: a summary, the person and subject lists, and who is excluded, a tab at a time. As CSV a whole tab.',
  permission: 'collections.nss-report',
  query: z.object({ tab: z.optional(z.string().check(z.maxLength(100))), ...listQuery }),
  response: listing,
  produces: ['text/csv'],
})

/** What one of the two providers wrote to the other about a transfer. */
const transferMessage = z.object({
  /** Whether the reader's own provider wrote it. */
  isOwn: z.boolean(),
  /** The provider, or the person at the reader's own provider. */
  by: z.string(),
  at: instant,
  text: z.string(),
})
export type TransferMessageWire = z.output<typeof transferMessage>

/** What both providers see of a transfer, in addition to the other one's name. */
const request = {
  /** When the receiver was asked; null if it was not. */
  askedAt: z.nullable(instant),
  consentedAt: z.nullable(instant),
  /** Number of students in the agreement; 0 if there is none. */
  agreedStudents: z.number(),
  /** Whether the sender named another number of students after the receiver agreed. */
  isChanged: z.boolean(),
  /** Whether the receiver took its agreement back. */
  isWithdrawn: z.boolean(),
  /** When the sender last sent a reminder. */
  remindedAt: z.nullable(instant),
  messages: z.array(transferMessage),
}

const receiver = z.object({
  /** Null where the register of providers does not know the destination. */
  instId: z.nullable(instId),
  ukprn: z.string(),
  name: z.nullable(z.string()),
  students: z.number(),
  consent: z.enum(consentStates),
  ...request,
  /** Why the reader cannot send a reminder now; null if it is possible. */
  reminderRefusal: z.nullable(z.string()),
})
export type TransferReceiverWire = z.output<typeof receiver>

const transferEntry = z.object({
  at: instant,
  event: z.enum(['NAMED', 'AGREE', 'WITHDRAW', 'REMIND', 'WRITE']),
  /** The receiving provider. */
  name: z.string(),
  students: z.number(),
})
export type TransferEntryWire = z.output<typeof transferEntry>

const transfersOut = z.object({
  receivers: z.array(receiver),
  /** What happened, the newest first. */
  timeline: z.array(transferEntry),
})

export const getTransfersOut = call({
  method: 'GET',
  path: '/collection-reports/pgr-transfers-out/summary-data/{id}',
  summary: 'Where the postgraduate research students go who transfer to other providers, and who has agreed.',
  permission: 'collections.reports',
  response: transfersOut,
})

export const getTransferConsent = call({
  method: 'GET',
  path: '/collection-reports/pgr-transfers-out/consent/{id}',
  summary: 'Whether a transfer of the submission still lacks the consent of another provider.',
  permission: 'collections.reports',
  response: z.object({
    /** True = a consent is missing; the name is historic. */
    pgrTransferConsentGiven: z.boolean(),
    awaited: z.array(z.object({ instId, name: z.string() })),
  }),
})

const recordsPermission = 'collections.reports-validation-details'

export const listTransfersOut = call({
  method: 'GET',
  path: '/collection-reports/pgr-transfers-out/download-data/{id}/{instId}',
  summary: 'The students who transfer to one provider. As CSV all of them.',
  permission: recordsPermission,
  query: z.object(listQuery),
  response: listedPage,
  produces: ['text/csv'],
})

const sender = z.object({
  instId,
  ukprn: z.string(),
  name: z.string(),
  students: z.number(),
  ...request,
  /** Who agreed, if the reader may know the person. */
  agreedBy: z.nullable(z.string()),
  /** When the sender's file was uploaded. */
  uploadedAt: instant,
  /** Whether the sender has submitted, so that nothing can be withdrawn. */
  isFinal: z.boolean(),
  /**
   * How many of the students the receiver's latest file returns in CollaborativeProvision; null if that is not known, as without a
   * processed file.
   */
  returned: z.nullable(z.number()),
  /** Whether the reader reads who the students are: now, once it is agreed, or never. */
  reading: z.enum(transferReadings),
  /** Why the reader cannot agree now, or take it back; null where that can be done. */
  refusal: z.nullable(z.string()),
})
export type TransferSenderWire = z.output<typeof sender>
const transfersIn = z.object({
  senders: z.array(sender),
  /** Providers that asked before, and whose latest file names no students who come to the receiver. */
  former: z.array(z.object({ instId, name: z.string(), since: instant })),
  /** The day by whose end the senders have to submit; null if none is set. */
  deadline: z.nullable(calendarDate),
})

/** The other provider of a transfer. */
const otherProvider = z.object({ instId })

/**
 * A receiver that has not uploaded a file uses the id `new` with its collection, because it has to agree before it can name a
 * submission (decisions §16).
 */
const withoutFile = { collectionId: z.optional(collectionId) }
const sendingProvider = z.object({ instId, ...withoutFile })

export const getTransfersIn = call({
  method: 'GET',
  path: '/collection-reports/pgr-transfers-in/summary-data/{id}',
  summary:
    'From where postgraduate research students come, as the latest submissions of other providers of the collection say: how many, and whether the provider has agreed.',
  permission: 'collections.reports',
  query: z.object(withoutFile),
  response: transfersIn,
})

export const listTransfersIn = call({
  method: 'GET',
  path: '/collection-reports/pgr-transfers-in/download-data/{id}/{instId}',
  summary: 'The students who come from one provider, once it has been agreed to. As CSV all of them.',
  permission: recordsPermission,
  query: z.object({ ...listQuery, ...withoutFile }),
  response: listedPage,
  produces: ['text/csv'],
})

export const giveTransferConsent = call({
  method: 'PUT',
  path: '/collection-reports/pgr-transfers-in/{id}',
  summary:
    'Agrees to all transfers from one provider, whose students are named from then on. Gives the summary.',
  permission: 'collections.pgr-transfer-consent',
  query: sendingProvider,
  response: transfersIn,
})

export const withdrawTransferConsent = call({
  method: 'DELETE',
  path: '/collection-reports/pgr-transfers-in/{id}',
  summary: 'Takes the consent back, as long as the other provider has not submitted. Gives the summary.',
  permission: 'collections.pgr-transfer-consent',
  query: sendingProvider,
  response: transfersIn,
})

export const remindOfTransfer = call({
  method: 'POST',
  path: '/collection-reports/pgr-transfers-out/{id}/reminders',
  summary: 'Reminds a receiving provider to agree, once a day. Gives the summary.',
  permission: 'collections.pgr-transfer-consent',
  query: otherProvider,
  response: transfersOut,
})

const messageBody = z.object({
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(longestTransferMessage)),
})

export const writeToReceiver = call({
  method: 'POST',
  path: '/collection-reports/pgr-transfers-out/{id}/messages',
  summary: 'Writes to a receiving provider about its transfers. Gives the summary.',
  permission: 'collections.pgr-transfer-consent',
  query: otherProvider,
  body: messageBody,
  response: transfersOut,
})

export const writeToSender = call({
  method: 'POST',
  path: '/collection-reports/pgr-transfers-in/{id}/messages',
  summary: 'Writes to a sending provider about its transfers. Gives the summary.',
  permission: 'collections.pgr-transfer-consent',
  query: sendingProvider,
  body: messageBody,
  response: transfersIn,
})

const regulatorOutput = z.object({
  /** Names the output in the download's call. */
  key: z.string(),
  title: z.string(),
  notes: z.array(z.string()),
  fileName: z.string(),
  producedAt: instant,
  /** In bytes. */
  size: z.number(),
})
export type RegulatorOutput = z.output<typeof regulatorOutput>

export const listRegulatorOutputs = call({
  method: 'GET',
  path: '/collection-reports/iris/{id}',
  summary: 'The outputs that were made of the submission for its regulator (IRIS).',
  permission: 'collections.reports',
  response: z.object({
    outputs: z.array(regulatorOutput),
  }),
})

export const downloadRegulatorOutput = call({
  method: 'POST',
  path: '/files/downloadIrisOutput',
  summary: 'One output of the regulator as CSV.',
  permission: 'collections.reports',
  body: z.object({ key: z.string().check(z.maxLength(100)), uuid }),
  produces: ['text/csv'],
})

const listedOutput = z.object({
  submissionUuid: uuid,
  /** Names the output of the submission in calls. */
  fileCode: z.string(),
  title: z.string(),
  fileName: z.string(),
  producedAt: instant,
  /** In bytes. */
  size: z.number(),
  instId,
  provider: z.string(),
  /** The file that the provider has sent, and when. */
  submissionFile: z.string(),
  uploaded: instant,
  /** Whether the provider has sent no later one. */
  isLatest: z.boolean(),
  /** Where it stands in the last job of the reader's organisation that is about it; null where there is none. */
  state: z.nullable(z.enum(jobRowStates)),
  /** Why it could not be made. */
  reason: z.optional(z.string()),
})
export type ListedOutput = z.output<typeof listedOutput>

const reprocessPath = '/collection-reports/iris/reprocess-files'

export const listReprocessFiles = call({
  method: 'GET',
  path: reprocessPath,
  summary:
    'The outputs for regulators (IRIS) of a collection by provider and submission, newest submission first; of the newest collection that has any, where none is named.',
  permission: 'iris.reprocess',
  query: z.object({
    collectionReference: z.optional(collectionReference),
    search: searchText,
    limit,
    offset,
  }),
  response: z.object({
    /** Those that have outputs, newest first. */
    collections: z.array(z.object({ reference: collectionReference, name: z.string() })),
    /** The collection that is listed; null where there is none. */
    collectionReference: z.nullable(collectionReference),
    files: z.array(listedOutput),
    pagingMetadata: z.object({ total: z.number() }),
  }),
})

export const reprocessFiles = call({
  method: 'POST',
  path: reprocessPath,
  summary:
    'Has these outputs made again of the records of their submissions, as a job with a row for each; `Location` names the job. The submissions are of one collection. The same request again finds the same job; another one under its id is refused.',
  permission: 'iris.reprocess',
  status: 202,
  body: z.object({
    /** Given by the caller; without it the server gives one. */
    id: z.optional(uuid),
    files: z
      .array(z.object({ submissionUuid: uuid, fileCode: z.string().check(z.maxLength(10)) }))
      .check(z.minLength(1), z.maxLength(jobRowsAtMost)),
  }),
})

/** A figure of a credibility report that differs between two uploads. */
const changedFigure = z.object({
  ReportCode: z.string(),
  Title: z.string(),
  row: z.string(),
  column: z.string(),
  current: z.string(),
  previous: z.string(),
  difference: z.string(),
  /** With two decimals, in percent; null where there was nothing before. */
  percent: z.nullable(z.string()),
})
export type ChangedFigure = z.output<typeof changedFigure>

export const compareAllReports = call({
  method: 'GET',
  path: '/collection-reports/comparison/{id}',
  summary:
    'Every figure of the credibility reports that differs from an earlier upload of the provider (COMPARISON). As CSV all of them.',
  permission: 'collections.reports',
  query: z.object({ previousSubmissionId: uuid, limit, offset }),
  response: z.object({ figures: z.array(changedFigure), total: z.number() }),
  produces: ['text/csv'],
})
