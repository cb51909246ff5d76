import { thrown } from '../support/fault.ts'
import { targetOf, uploadSetup } from './setup.ts'

/** The file is on its way, from the signed post to the store's answer; the server is told of every end. */
export const sending = uploadSetup.createStateConfig({
  description: 'The file is on its way; leaving the page would break it off, or interrupt it.',
  initial: 'beginning',
  tags: ['underWay'],
  entry: ['forgetProblem', 'forgetProgress'],
  exit: 'forgetPost',
  on: {
    FILE_STORED: [
      {
        guard: { type: 'isThisUpload', params: ({ event }) => event },
        target: '#upload.done',
        description: 'The store has the file, even if its answer was lost.',
      },
      {
        guard: { type: 'isOvertaken', params: ({ event }) => event },
        target: '#upload.failed',
        actions: ['keepOvertaken', 'forgetSubmission'],
        description: 'Another tab has sent another file under the same id: this one will not be stored.',
      },
    ],
  },
  states: {
    beginning: {
      description: 'Left at once: a large file is sent in parts, any other at once.',
      always: [{ guard: 'isLarge', target: 'inParts' }, { target: 'requesting' }],
    },
    inParts: {
      // LEAVE is not taken: what has arrived stays, to go on with.
      description: 'The file goes to the store part by part, over interruptions.',
      invoke: {
        id: 'sendParts',
        src: 'sendParts',
        input: ({ context, self }) => ({ ...targetOf({ context }), parent: self }),
        onDone: [
          {
            guard: { type: 'endedAs', params: ({ event: { output } }) => ({ output, kind: 'stored' }) },
            target: '#upload.done',
          },
          {
            guard: { type: 'endedAs', params: ({ event: { output } }) => ({ output, kind: 'otherFile' }) },
            target: '#upload.picking.refused',
            actions: 'refuseFile',
            description: 'What has arrived stays: the right file can be chosen again.',
          },
          {
            target: 'breakingOff',
            actions: { type: 'keepOutcome', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'breakingOff', actions: { type: 'keepFault', params: thrown } },
      },
      on: { CANCEL: { target: 'cancelling' } },
      initial: 'asking',
      states: {
        asking: {
          description: 'Whether the server knows the submission is open.',
          on: { PARTS_GRANTED: { target: 'granted' } },
        },
        granted: {
          description:
            'The server has begun the submission; that it takes the file again after an interruption is no news.',
          entry: 'tellBegun',
        },
      },
    },
    requesting: {
      description: 'The server is asked for a signed post.',
      invoke: {
        id: 'requestUpload',
        src: 'requestUpload',
        input: targetOf,
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => event.output },
            target: 'uploading',
            actions: { type: 'keepPost', params: ({ event }) => event.output },
          },
          {
            target: '#upload.failed',
            actions: [{ type: 'keepProblem', params: ({ event }) => event.output }, 'forgetSubmission'],
          },
        ],
        onError: {
          target: '#upload.failed',
          actions: { type: 'keepFault', params: thrown },
          description: 'Whether the server knows the submission is open: a retry uses the same id.',
        },
      },
      on: { CANCEL: { target: 'cancelling' }, LEAVE: { target: 'cancelling' } },
    },
    uploading: {
      description: 'The bytes go to the object store.',
      entry: 'tellBegun',
      invoke: {
        id: 'sendFile',
        src: 'sendFile',
        input: ({ context, self }) => ({
          file: context.file!,
          post: context.post!,
          report: progress => self.send({ type: 'UPLOAD_PROGRESS', progress }),
        }),
        onDone: [
          { guard: { type: 'isOk', params: ({ event }) => event.output }, target: '#upload.done' },
          {
            target: 'breakingOff',
            actions: { type: 'keepProblem', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'breakingOff', actions: { type: 'keepFault', params: thrown } },
      },
      on: {
        UPLOAD_PROGRESS: {
          actions: { type: 'keepProgress', params: ({ event }) => event.progress },
        },
        CANCEL: { target: 'cancelling' },
        LEAVE: { target: 'cancelling' },
      },
    },
    breakingOff: {
      description: 'The sending failed; the server is told, so that another upload can start at once.',
      invoke: {
        id: 'breakOff',
        src: 'cancelUpload',
        input: targetOf,
        onDone: { target: '#upload.failed', actions: 'forgetSubmission' },
        onError: {
          target: '#upload.failed',
          description: 'The server does not know yet: a retry goes on with the same submission.',
        },
      },
    },
    cancelling: {
      description: 'The sending is stopped and the server is told.',
      invoke: {
        id: 'cancelUpload',
        src: 'cancelUpload',
        input: targetOf,
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => event.output },
            target: '#upload.cancelled',
            actions: 'forgetSubmission',
          },
          {
            target: '#upload.failed',
            actions: [{ type: 'keepProblem', params: ({ event }) => event.output }, 'forgetSubmission'],
            description: 'Too late to cancel, or not allowed; the reason is shown.',
          },
        ],
        onError: {
          target: '#upload.cancelled',
          actions: { type: 'keepFault', params: thrown },
          description: 'The sending is stopped; the server finds out when the post expires.',
        },
      },
    },
  },
})
