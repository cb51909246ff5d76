import type { StatusName } from '../../domain/status.ts'
import { type Standing, submissionMachine } from '../../machines/submission/index.ts'
import type { ModelSpec } from '../modelOf.ts'
import { openFacts } from './lifecycle.ts'

const standing = (version: number, status: StatusName, submissionId = 'a'): Standing => ({
  submissionId,
  version,
  status,
  facts: { ...openFacts, submissionId, latestStatus: status },
  history: [status],
})

export const submissionSpec: ModelSpec<typeof submissionMachine> = {
  machine: submissionMachine,
  samples: {
    STANDING_TOLD: [
      { type: 'STANDING_TOLD', standing: standing(1, 'UPLOADING') },
      { type: 'STANDING_TOLD', standing: standing(2, 'UPLOADED') },
      { type: 'STANDING_TOLD', standing: standing(1, 'UPLOADING', 'b') },
    ],
    MOVED: [
      { type: 'MOVED', submissionId: 'a', version: 2, status: 'UPLOADED', facts: openFacts },
      // The latest changes, the status does not.
      { type: 'MOVED', submissionId: 'a', version: 3, status: 'UPLOADED', facts: openFacts },
      { type: 'MOVED', submissionId: 'b', version: 9, status: 'UPLOADED', facts: openFacts },
    ],
    OTHER_MOVED: [{ type: 'OTHER_MOVED', facts: { ...openFacts, uploadUnderWay: true } }],
    BEGINNING_TOLD: [{ type: 'BEGINNING_TOLD', facts: openFacts }],
  },
  project: ({ standing: at, facts }) => ({
    id: at?.submissionId,
    version: at?.version,
    status: at?.status,
    isUploadUnderWay: facts?.uploadUnderWay,
  }),
  inputs: { 'a page': undefined },
}
