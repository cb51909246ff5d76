import { problem } from '../../domain/problem.ts'
import type { StatusName } from '../../domain/status.ts'
import { factsToWire } from '../../domain/wire/facts.ts'
import type { LiveMessage } from '../../domain/wire/live.ts'
import type { NewSubmissionWire } from '../../domain/wire/submissions.ts'
import type { KnownSubmission } from '../../machines/submission/index.ts'
import {
  type Address,
  type Found,
  type Named,
  type SubmissionAnswer,
  submissionPageMachine,
} from '../../machines/submission-page/index.ts'
import type { UploadMachine } from '../../machines/upload/index.ts'
import { deferred } from '../live.ts'
import type { ModelSpec } from '../modelOf.ts'
import { people } from '../people.ts'
import { openFacts } from './lifecycle.ts'
import { messageOf } from './liveFeed.ts'
import { sampleSubmission } from './submission.ts'

const own: Found = { mode: 'live', collectionId: 'c1', reference: '23056', instId: '0001' }
const named: Named = { mode: 'live', collectionId: 'c1', reference: undefined, instId: undefined }
/** The chart reads nothing of it. */
const beginning = { providerName: 'University of Ashby' } as NewSubmissionWire

/** A submission as the server answers. */
export const begunAs = (found: Found, status: StatusName = 'UPLOADED'): SubmissionAnswer => ({
  is: 'begun',
  found,
  submission: { ...sampleSubmission, status },
  changesInMs: undefined,
})

/** The answer that no submission has begun. */
export const noneAs = (found: Found, is: 'notBegun' | 'notOffered' = 'notBegun'): SubmissionAnswer => ({
  is,
  found,
  facts: openFacts,
  beginning,
  changesInMs: undefined,
})

/** A live message about a file of the collection c1. */
export const fileEvent = (
  change: Partial<Extract<LiveMessage, { type: 'FILE_EVENT' }>> = {},
): LiveMessage => ({
  ...(messageOf(7) as Extract<LiveMessage, { type: 'FILE_EVENT' }>),
  collectionId: 'c1',
  facts: factsToWire(openFacts),
  ...change,
})

const onPage = { page: 'upload', isAllowed: true } as const

/** One status of each work that the pages tell apart. */
const representatives: StatusName[] = [
  'UNKNOWN',
  'UPLOADING',
  'UPLOAD_ERROR',
  'QUALITY_RULES',
  'SCHEMA_CHECK_FAILED',
  'RIGHT_TO_PROCESS_FAILED',
  'ENRICHMENT_ERROR',
  'QUALITY_PROCESSING_COMPLETE',
  'AGENCY_APPROVAL',
  'RESUBMISSION_REQUIRED',
  'APPROVED',
  'PROVIDER_SIGNOFF',
  'HISTORY_DATA',
  'NIL_RETURN',
]

const address = (change: Partial<Address> = {}): Address => ({
  submissionId: 'a',
  instId: '0001',
  named,
  place: onPage,
  ...change,
})

/** Only what the chart reads of a submission: every path of a walk keeps what its events carry. */
const leastOf = (status: StatusName, submissionId = 'a', version = 2) =>
  ({ submissionId, version, status, copiedTo: null }) as KnownSubmission

const heard = (status: StatusName, submissionId?: string) => ({
  type: 'SUBMISSION_UPDATED' as const,
  submission: leastOf(status, submissionId),
  facts: undefined,
  stored: undefined,
})

const told = (is: SubmissionAnswer['is'], found = own, version?: number) => ({
  type: 'RESOURCE_UPDATED' as const,
  data: {
    is,
    found,
    changesInMs: undefined,
    submission: leastOf('UPLOADED', 'a', version),
  } as unknown as SubmissionAnswer,
})

/** The page Upload is shown. The page starts the chart that this brings, and reads nothing of it. */
export const uploadOpened = {
  type: 'UPLOAD_OPENED' as const,
  logic: deferred as unknown as UploadMachine,
  sender: { principal: people.submitter, maxBytes: 5000, atOnceBytes: 2000 },
}

const ended = [new Error('It has crashed.')]

export const submissionPageSpec: ModelSpec<typeof submissionPageMachine> = {
  machine: submissionPageMachine,
  samples: {
    MESSAGE_ARRIVED: [
      {
        type: 'MESSAGE_ARRIVED',
        message: { type: 'PROVIDER', instId: '0001', sequence: 7, occurredAt: '', providers: [] },
      },
    ],
    MESSAGES_MISSED: [{ type: 'MESSAGES_MISSED' }],
    RESOURCE_UPDATED: [
      told('begun'),
      // Older than what is known.
      told('begun', own, 1),
      told('begun', { ...own, mode: 'ovt' }),
      told('notBegun'),
      told('notOffered'),
      told('notBegun', { ...own, mode: 'ovt' }),
    ],
    RESOURCE_FAILED: [
      { type: 'RESOURCE_FAILED', problem: problem('not-found', 'There is no such submission.') },
      { type: 'RESOURCE_FAILED', problem: problem('network', 'No answer.') },
    ],
    SUBMISSION_UPDATED: [
      ...representatives.map(status => heard(status)),
      heard('UPLOADED', 'b'),
      { type: 'SUBMISSION_UPDATED', submission: undefined, facts: undefined, stored: undefined },
    ],
    SUBMISSION_DUE: [{ type: 'SUBMISSION_DUE' }],
    STEPPER_LEADS: [{ type: 'STEPPER_LEADS', destination: { submissionId: 'a', step: 'reports' } }],
    ADDRESS_CHANGED: [
      { type: 'ADDRESS_CHANGED', address: address() },
      { type: 'ADDRESS_CHANGED', address: address({ place: { page: undefined, isAllowed: true } }) },
      { type: 'ADDRESS_CHANGED', address: address({ place: { page: 'submit', isAllowed: false } }) },
    ],
    ASKED_AGAIN: [{ type: 'ASKED_AGAIN' }],
    REFRESH: [{ type: 'REFRESH' }],
    REPLACED: [{ type: 'REPLACED', answer: told('begun').data }],
    UPLOAD_OPENED: [uploadOpened],
    UPLOAD_BEGUN: [{ type: 'UPLOAD_BEGUN', submissionId: 'a' }],
    UPLOAD_STORED: [{ type: 'UPLOAD_STORED', submissionId: 'a' }],
  },
  settles: {
    live: { errors: ended },
    answer: { errors: ended },
    submission: { errors: ended },
    stepper: { errors: ended },
    upload: { errors: ended },
  },
  // The regions carry all that is decided while the address stays the same; of another one the net asks.
  project: ({ known }) => known?.submissionId ?? null,
  limit: 50_000,
  inputs: { "a provider's page": { ...address(), leads: { isStatutoryCustomer: false } } },
}
