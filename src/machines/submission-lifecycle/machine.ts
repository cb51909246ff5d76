import { tagsOf } from '../../domain/status.ts'
import { approvalStates } from '../approval-chain/states.ts'
import { ingestionState } from './ingestion.ts'
import { processingState } from './processing.ts'
import { qualityAssuranceState } from './qualityAssurance.ts'
import { all, bySystem, lifecycleSetup, notifying, reprocessing } from './setup.ts'
import { signOffState } from './signOff.ts'

/** What was declined or taken back: only another submission goes on from here (decisions §3). */
const resubmissionState = lifecycleSetup.createStateConfig({
  description: 'The provider has to make a new submission.',
  initial: 'resubmissionRequired',
  on: {
    REPROCESSED: reprocessing,
  },
  states: {
    resubmissionRequired: {
      id: 'resubmissionRequired',
      tags: tagsOf('RESUBMISSION_REQUIRED'),
      description: 'An approver declined, or the agency took the submission back.',
    },
    resubmissionRequiredHistoricAmendment: {
      tags: tagsOf('RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT'),
      description: 'A signed-off record or nil return is to be amended after the collection closed.',
      entry: notifying('resubmissionRequired'),
    },
  },
})

/**
 * A chart, because the server enforces the lifecycle by it, the browser runs it, and the tests walk it (decisions §3). Pure: no
 * invoke, no delay, no clock. Leaf names are the status names in camel case (`state.ts`), their tags stand in the one table of
 * statuses. Effects are named; the server applies them in the deciding transaction.
 */
export const submissionLifecycle = lifecycleSetup.createMachine({
  id: 'submissionLifecycle',
  description: 'The way of one submission from the choice of a file to the signed-off record.',
  context: ({ input }) => input,
  initial: 'unknown',
  options: { maxIterations: 1000 },
  on: {
    SUPERSEDED: {
      guard: bySystem,
      actions: ['stepAside', 'withdrawWork'],
      description:
        'A later submission takes its place. The status stays, for the history to tell how far it came; isLatest refuses every later decision, and nobody waits for its work.',
    },
  },
  states: {
    unknown: {
      tags: tagsOf('UNKNOWN'),
      description: 'Nothing has been received yet.',
      on: {
        UPLOAD_REQUESTED: {
          target: '#submissionLifecycle.ingestion.uploading',
          guard: all('mayUpload', 'isOnboarded', 'isTakingFiles', 'isNotSignedOff', 'isNoUploadUnderWay'),
          actions: ['becomeLatestIfFirst', 'noteUploader'],
          description:
            'One upload at a time, or two could both become the latest; none over a sign-off, or one click would undo it.',
        },
        NIL_RETURN_CREATED: {
          target: 'nilReturn',
          guard: all(
            'mayCreateNilReturn',
            'isLive',
            'isCollectionOpen',
            'hasNoSubmission',
            'isNoUploadUnderWay',
          ),
          actions: ['becomeLatest', 'supersedePrevious'],
          description:
            'Only where nothing was submitted: beside a file the provider would have given two answers. An upload that brought no file is put aside.',
        },
        COPIED: {
          target: '#submissionLifecycle.processing.provisioning',
          guard: bySystem,
          actions: [
            'keepFile',
            'becomeLatest',
            'supersedePrevious',
            { type: 'enqueueStage', params: { stage: 'PROVISIONING' } },
          ],
          description: 'A re-processing of an earlier submission starts from its stored file.',
        },
      },
    },
    ingestion: ingestionState,
    processing: processingState,
    qualityAssurance: qualityAssuranceState,
    approval: { ...approvalStates, on: { REPROCESSED: reprocessing } },
    signOff: signOffState,
    resubmission: resubmissionState,
    nilReturn: {
      tags: tagsOf('NIL_RETURN'),
      description: 'The provider has nothing to report for this collection.',
      on: {
        HISTORIC_AMENDMENT_REQUESTED: {
          target: '#submissionLifecycle.resubmission.resubmissionRequiredHistoricAmendment',
          guard: all('mayRequestHistoricAmendment', 'isLatest', 'isHistoricAmendment'),
        },
        NIL_RETURN_WITHDRAWN: {
          target: 'unknown',
          guard: all('mayWithdrawNilReturn', 'isLatest', 'isCollectionOpen'),
          actions: 'stepAside',
          description:
            'There is no submission any more: the provider may upload a file. It steps aside, or it would still be the latest and nothing could be uploaded.',
        },
      },
    },
  },
})

export type SubmissionLifecycle = typeof submissionLifecycle
