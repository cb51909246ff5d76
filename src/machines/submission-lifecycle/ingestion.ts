import { tagsOf } from '../../domain/status.ts'
import { all, bySystem, lifecycleSetup, reprocessing } from './setup.ts'

/** From the signed post to the stored file (decisions §3). */
export const ingestionState = lifecycleSetup.createStateConfig({
  description: 'The file is on its way to the store.',
  initial: 'uploading',
  states: {
    uploading: {
      tags: tagsOf('UPLOADING'),
      description: 'The browser sends the file to the object store under a signed post that expires.',
      entry: 'armUploadTimer',
      exit: 'disarmUploadTimer',
      on: {
        FILE_STORED: {
          target: 'uploaded',
          guard: all('isSystem', 'isNotSignedOff'),
          actions: ['keepFile', 'becomeLatest', 'supersedePrevious'],
          description:
            'It takes over only now: an upload that is cancelled or fails must not push an approved submission aside, and one that arrives after a sign-off must not undo it.',
        },
        UPLOAD_FAILED: { target: 'uploadError', guard: bySystem },
        UPLOAD_EXPIRED: {
          target: 'uploadError',
          guard: bySystem,
          description:
            'The deadline of the signed post: without it a closed browser would hold back every other upload for ever.',
        },
        UPLOAD_CANCELLED: { target: 'uploadError', guard: all('mayCancelUpload') },
      },
    },
    uploaded: {
      tags: tagsOf('UPLOADED'),
      description: 'The whole file is stored with its hash and waits for a worker.',
      entry: { type: 'enqueueStage', params: { stage: 'PROVISIONING' } },
      on: {
        PROVISIONING_STARTED: { target: '#submissionLifecycle.processing.provisioning', guard: bySystem },
        REPROCESSED: reprocessing,
      },
    },
    uploadError: {
      tags: tagsOf('UPLOAD_ERROR'),
      description: 'The upload failed, was cancelled or ran out of time; another file can be uploaded.',
      entry: 'discardFile',
    },
  },
})
