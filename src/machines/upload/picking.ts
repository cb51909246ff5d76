import { thrown } from '../support/fault.ts'
import { uploadSetup } from './setup.ts'

/** A file is chosen and looked at. Nothing leaves the computer before the user says so. */
export const picking = uploadSetup.createStateConfig({
  description: 'A file is chosen and looked at; nothing has left the computer.',
  initial: 'choosing',
  on: {
    FILES_CHOSEN: [
      {
        guard: { type: 'isTakeable', params: ({ event }) => event.files },
        target: '.checking',
        actions: { type: 'keepFile', params: ({ event }) => event },
      },
      {
        target: '.refused',
        actions: { type: 'keepChoiceRefusal', params: ({ event }) => event.files },
      },
    ],
    RESUME: [
      {
        guard: { type: 'isWanted', params: ({ event }) => event },
        target: '#upload.sending',
        actions: [
          { type: 'keepFile', params: ({ event: { files } }) => ({ files }) },
          { type: 'nameSubmission', params: ({ event }) => event.submissionId },
        ],
        description:
          'What was begun may be finished, whatever was decided about new uploads since; it was checked before it was sent.',
      },
      { target: '.refused', actions: { type: 'keepOtherChoice', params: ({ event }) => event } },
    ],
  },
  states: {
    choosing: {
      description: 'No file is chosen yet. One that another page has handed over is taken at once.',
      invoke: {
        id: 'takeHandedOver',
        src: 'takeHandedOver',
        input: ({ context }) => ({ id: context.handedOver }),
        onError: { target: 'checkFailed', actions: { type: 'keepFault', params: thrown } },
      },
    },
    refused: {
      description:
        'What was chosen cannot be taken: not one file, not .xml, empty or too large, or not the one to go on with.',
      tags: ['invalid'],
    },
    checking: {
      description: 'The file is read in the browser, before anything is sent.',
      tags: ['validating'],
      invoke: {
        id: 'checkFile',
        src: 'checkFile',
        input: ({ context, self }) => ({
          file: context.file!,
          collectionId: context.collectionId,
          instId: context.instId,
          report: progress => self.send({ type: 'CHECK_PROGRESS', progress }),
        }),
        onDone: [
          {
            guard: { type: 'isMalformed', params: ({ event }) => event.output },
            target: 'invalid',
            actions: { type: 'keepError', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'hasFindings', params: ({ event }) => event.output },
            target: 'confirmingFindings',
            actions: { type: 'keepFindings', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isSentAtOnce', params: ({ event }) => event.output },
            target: '#upload.sending',
            actions: [{ type: 'keepFindings', params: ({ event }) => event.output }, 'nameAsSaid'],
            description: 'It was dropped on its collection to be uploaded.',
          },
          { target: 'ready', actions: { type: 'keepFindings', params: ({ event }) => event.output } },
        ],
        onError: { target: 'checkFailed', actions: { type: 'keepFault', params: thrown } },
      },
      on: {
        CHECK_PROGRESS: {
          actions: { type: 'keepCheckProgress', params: ({ event }) => event.progress },
        },
        CHOOSE_ANOTHER: { target: 'choosing', actions: 'forgetFile' },
      },
    },
    checkFailed: {
      description: 'The check itself could not be carried out, for instance because the file was moved.',
    },
    invalid: {
      description: 'The file is not well-formed XML; the place of the first fault is known.',
      tags: ['invalid'],
    },
    confirmingFindings: {
      description:
        'The file is well-formed but does not fit the schema, or is for another provider or collection; it is sent only if the user says so.',
      on: {
        UPLOAD_ANYWAY: {
          guard: 'isAllowed',
          target: '#upload.sending',
          actions: { type: 'nameSubmission', params: ({ event }) => event.submissionId },
        },
      },
    },
    ready: {
      description: 'The file is well-formed and can be sent.',
      on: {
        UPLOAD: {
          guard: 'isAllowed',
          target: '#upload.sending',
          actions: { type: 'nameSubmission', params: ({ event }) => event.submissionId },
        },
        CHOOSE_ANOTHER: { target: 'choosing', actions: 'forgetFile' },
      },
    },
  },
})
