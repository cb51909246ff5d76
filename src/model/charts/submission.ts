import type { StatusName } from '../../domain/status.ts'
import { type KnownSubmission, submissionMachine } from '../../machines/submission/index.ts'
import type { ModelSpec } from '../modelOf.ts'
import { openFacts } from './lifecycle.ts'

const submission = (version: number, status: StatusName, submissionId = 'a'): KnownSubmission => ({
  submissionId,
  version,
  status,
  facts: { ...openFacts, submissionId, latestStatus: status },
  history: [status],
  progress: null,
  stageTimes: [],
})

export const submissionSpec: ModelSpec<typeof submissionMachine> = {
  machine: submissionMachine,
  samples: {
    SUBMISSION_RECEIVED: [
      { type: 'SUBMISSION_RECEIVED', submission: submission(1, 'UPLOADING') },
      { type: 'SUBMISSION_RECEIVED', submission: submission(2, 'UPLOADED') },
      { type: 'SUBMISSION_RECEIVED', submission: submission(1, 'UPLOADING', 'b') },
    ],
    MOVED: [
      { type: 'MOVED', submissionId: 'a', version: 2, status: 'UPLOADED', facts: openFacts },
      // The latest changes, the status does not.
      { type: 'MOVED', submissionId: 'a', version: 3, status: 'UPLOADED', facts: openFacts },
      { type: 'MOVED', submissionId: 'b', version: 9, status: 'UPLOADED', facts: openFacts },
    ],
    OTHER_MOVED: [{ type: 'OTHER_MOVED', facts: { ...openFacts, uploadUnderWay: true } }],
    NEW_SUBMISSION_RECEIVED: [{ type: 'NEW_SUBMISSION_RECEIVED', facts: openFacts }],
  },
  project: ({ submission: at, facts, furthest }) => ({
    id: at?.submissionId,
    version: at?.version,
    status: at?.status,
    share: furthest.share,
    isUploadUnderWay: facts?.uploadUnderWay,
  }),
  inputs: { 'a page': undefined },
}
