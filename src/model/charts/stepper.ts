import type { StatusName } from '../../domain/status.ts'
import { stepperMachine } from '../../machines/stepper/index.ts'
import type { ModelSpec } from '../modelOf.ts'
import { parent } from '../parent.ts'

/** One status of each group that the steps tell apart, and the pair of the history, which goes back and forth. */
const representatives: StatusName[] = [
  'UPLOADING',
  'UPLOAD_ERROR',
  'UPLOADED',
  'SCHEMA_CHECK_FAILED',
  'QUALITY_PROCESSING_COMPLETE',
  'AGENCY_APPROVAL',
  'APPROVED',
  'SIGNED_OFF',
  'HISTORY_DATA',
  'HISTORY_DATA_ERROR',
  'RESUBMISSION_REQUIRED',
]

const start = { parent, submissionId: 'a', mode: 'live', isStatutoryCustomer: false, copiedTo: null } as const

export const stepperSpec: ModelSpec<typeof stepperMachine> = {
  machine: stepperMachine,
  samples: {
    STATUS_CHANGED: [
      ...representatives.map(status => ({ type: 'STATUS_CHANGED' as const, submissionId: 'a', status })),
      { type: 'STATUS_CHANGED', submissionId: 'another', status: 'SIGNED_OFF' },
    ],
    VISITED: [
      { type: 'VISITED', step: 'upload' },
      { type: 'VISITED', step: 'processing' },
      { type: 'VISITED', step: 'reports' },
      { type: 'VISITED', step: 'submit' },
      { type: 'VISITED', step: 'approval' },
      { type: 'VISITED', step: 'signoff' },
    ],
    SEEN: [{ type: 'SEEN' }],
    UNSEEN: [{ type: 'UNSEEN' }],
    STAY: [{ type: 'STAY' }],
    COPY_CREATED: [
      { type: 'COPY_CREATED', submissionId: 'b', copiedFrom: 'a' },
      { type: 'COPY_CREATED', submissionId: 'c', copiedFrom: 'another' },
    ],
  },
  settles: { sight: { errors: [new Error('no page')] } },
  project: ({ status, shown, destination, copiedTo }) => ({ status, shown, destination, copiedTo }),
  inputs: {
    'a fresh submission without a step in the address': { ...start, status: 'UPLOADING' },
    'a finished check, reports in sight': {
      ...start,
      status: 'QUALITY_PROCESSING_COMPLETE',
      shown: 'reports',
    },
    'a submission that was re-processed before': {
      ...start,
      copiedTo: 'b',
      status: 'APPROVED',
      shown: 'signoff',
    },
    'online validation': { ...start, mode: 'ovt', status: 'UPLOADED', shown: 'upload' },
  },
}
