import { problem } from '../../domain/problem.ts'
import type { StatusName } from '../../domain/status.ts'
import { type Found, type Named, submissionPageMachine } from '../../machines/submission-page/index.ts'
import type { ModelSpec } from '../modelOf.ts'

const own: Found = { mode: 'live', collectionId: 'c1', reference: '23056', instId: '0001' }
const named: Named = { mode: 'live', collectionId: 'c1', reference: undefined, instId: undefined }
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

export const submissionPageSpec: ModelSpec<typeof submissionPageMachine> = {
  machine: submissionPageMachine,
  samples: {
    FOUND: [
      { type: 'FOUND', found: own },
      { type: 'FOUND', found: { ...own, mode: 'ovt' } },
    ],
    NOT_BEGUN: [
      { type: 'NOT_BEGUN', found: own, isOffered: true },
      { type: 'NOT_BEGUN', found: own, isOffered: false },
      { type: 'NOT_BEGUN', found: { ...own, mode: 'ovt' }, isOffered: true },
    ],
    FAILED: [
      { type: 'FAILED', problem: problem('not-found', 'There is no such submission.') },
      { type: 'FAILED', problem: problem('network', 'No answer.') },
    ],
    ASKED_AGAIN: [{ type: 'ASKED_AGAIN' }],
    STATUS_CHANGED: representatives.map(status => ({ type: 'STATUS_CHANGED' as const, status })),
    PLACE_CHANGED: [
      { type: 'PLACE_CHANGED', named, place: onPage },
      { type: 'PLACE_CHANGED', named, place: { page: undefined, isAllowed: true } },
      { type: 'PLACE_CHANGED', named, place: { page: 'submit', isAllowed: false } },
    ],
  },
  // The regions carry all that is decided while the address stays the same; of another one the net asks.
  project: () => null,
  inputs: { "a provider's page": { named, place: onPage } },
}
