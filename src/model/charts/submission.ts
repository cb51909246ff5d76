import type { StatusName } from '../../domain/status.ts'
import { type KnownSubmission, submissionMachine } from '../../machines/submission/index.ts'
import type { ModelSpec } from '../modelOf.ts'
import { parent } from '../parent.ts'
import { openFacts } from './lifecycle.ts'

const at = '2024-10-14T09:30:00Z'

/** A submission, and what no chart reads of it. */
export const sampleSubmission: KnownSubmission = {
  submissionId: 'a',
  version: 1,
  status: 'UPLOADING',
  facts: openFacts,
  history: [{ status: 'UPLOADING', at }],
  progress: null,
  queue: null,
  stageTimes: [],
  isLatest: true,
  isOvt: false,
  fileName: 'student.xml',
  fileSize: 48_200_000,
  uploaded: at,
  uploadedBy: 'Rhian Ashby',
  fileHash: null,
  provider: {
    instId: '0001',
    name: 'University of Ashby',
    riskCode: '01',
    countryCode: 'E',
    regulatorCode: '5016',
  },
  collection: { id: 'c23056', reference: '23056', name: 'Student 2023/24', specification: null },
  specification: null,
  copiedFrom: null,
  copiedTo: null,
  originallyUploaded: null,
  tsvDeliveryLocation: null,
  studentCount: null,
  errorFileExists: false,
  nextApprovalState: null,
  failureReason: null,
}

const submission = (version: number, status: StatusName, submissionId = 'a'): KnownSubmission => ({
  ...sampleSubmission,
  submissionId,
  version,
  status,
  facts: { ...openFacts, submissionId, latestStatus: status },
  history: [{ status, at }],
})

/** More than a timer waits for in one piece. */
const soonMs = 36 * 60 * 60_000

const moved = { type: 'STATUS_CHANGED', status: 'UPLOADED', at, isLatest: true, facts: openFacts } as const

export const submissionSpec: ModelSpec<typeof submissionMachine> = {
  machine: submissionMachine,
  samples: {
    SUBMISSION_RECEIVED: [
      { type: 'SUBMISSION_RECEIVED', submission: submission(1, 'UPLOADING') },
      { type: 'SUBMISSION_RECEIVED', submission: submission(2, 'UPLOADED') },
      { type: 'SUBMISSION_RECEIVED', submission: submission(1, 'UPLOADING', 'b') },
      { type: 'SUBMISSION_RECEIVED', submission: submission(2, 'UPLOADED'), changesInMs: soonMs },
    ],
    STATUS_CHANGED: [
      { ...moved, submissionId: 'a', version: 2 },
      // The latest changes, the status does not.
      { ...moved, submissionId: 'a', version: 3 },
      { ...moved, submissionId: 'b', version: 9, facts: { ...openFacts, uploadUnderWay: true } },
      { ...moved, submissionId: 'c', version: 9, copiedFrom: 'a' },
    ],
    DETAILS_PATCHED: [
      {
        type: 'DETAILS_PATCHED',
        submissionId: 'a',
        details: { progress: { stage: 'PROVISIONING', done: 1, total: 2, unit: 'bytes' }, queue: null },
      },
      { type: 'DETAILS_PATCHED', submissionId: 'b', details: { tsvDeliveryLocation: 'b.zip' } },
    ],
    NEW_SUBMISSION_RECEIVED: [
      { type: 'NEW_SUBMISSION_RECEIVED', facts: openFacts },
      { type: 'NEW_SUBMISSION_RECEIVED', facts: openFacts, changesInMs: soonMs },
    ],
  },
  project: ({ submission: at, facts, furthest, changesInMs }) => ({
    id: at?.submissionId,
    version: at?.version,
    status: at?.status,
    share: furthest.share,
    copiedTo: at?.copiedTo,
    isUploadUnderWay: facts?.uploadUnderWay,
    changesInMs,
  }),
  inputs: { 'a page': { parent } },
}
