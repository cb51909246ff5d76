import { assign, emit, fromPromise, setup } from 'xstate'
import { toProblem } from '../../domain/problem.ts'
import { thrown } from '../support/fault.ts'
import { missing, type Result } from '../support/result.ts'
import { refusalOf } from './guards.ts'
import type {
  CancelUploadOutput,
  CheckFileInput,
  CheckFileOutput,
  CheckProgress,
  FileRefusal,
  PickedFile,
  RequestUploadOutput,
  SendFileInput,
  SendFileOutput,
  UploadContext,
  UploadEmitted,
  UploadEvent,
  UploadFacts,
  UploadInput,
  UploadProgress,
  UploadTarget,
} from './types.ts'

/** What views ask of an upload. `underWay`: ask before the page is left. */
export type UploadTag = 'picking' | 'validating' | 'invalid' | 'canUpload' | 'underWay' | 'ended'

const nothingChosen = {
  file: undefined,
  refusal: undefined,
  checkProgress: undefined,
  error: undefined,
  checked: undefined,
  progress: undefined,
  problem: undefined,
} satisfies Partial<UploadContext>

const targetOf = ({ context }: { context: UploadContext }): UploadTarget => ({
  submissionId: context.submissionId!,
  file: context.file!,
  mode: context.mode,
  collectionId: context.collectionId,
  instId: context.instId,
})

/**
 * One file from the choice to the store (specification 2 §2.7, §4.7, §5): checked in the browser first, then sent
 * under a signed post, with the server told of every end.
 */
export const uploadMachine = setup({
  types: {
    context: {} as UploadContext,
    events: {} as UploadEvent,
    input: {} as UploadInput,
    emitted: {} as UploadEmitted,
    tags: {} as UploadTag,
  },
  actors: {
    checkFile: fromPromise<CheckFileOutput, CheckFileInput>(missing('checkFile')),
    requestUpload: fromPromise<RequestUploadOutput, UploadTarget>(missing('requestUpload')),
    sendFile: fromPromise<SendFileOutput, SendFileInput>(missing('sendFile')),
    cancelUpload: fromPromise<CancelUploadOutput, UploadTarget>(missing('cancelUpload')),
  },
  guards: {
    isAllowed: ({ context }) => context.facts.blockedReason === undefined,
    isTakeable: ({ context }, files: readonly PickedFile[]) => refusalOf(files, context.facts) === undefined,
    isMalformed: (_, output: CheckFileOutput) => !output.wellFormed,
    hasFindings: (_, output: CheckFileOutput) =>
      output.wellFormed && (output.findingsTotal > 0 || output.rightToProcess.length > 0),
    isOk: (_, output: Result<unknown>) => output.ok,
    isThisUpload: ({ context }, submissionId: string) => context.submissionId === submissionId,
  },
  actions: {
    keepFile: assign((_, files: readonly PickedFile[]) => ({ ...nothingChosen, file: files[0] })),
    keepChoiceRefusal: assign(({ context }, files: readonly PickedFile[]) => ({
      ...nothingChosen,
      refusal: refusalOf(files, context.facts),
    })),
    keepRefusal: assign((_, refusal: FileRefusal) => ({ ...nothingChosen, refusal })),
    forgetFile: assign(nothingChosen),
    keepFacts: assign((_, facts: UploadFacts) => ({ facts })),
    keepCheckProgress: assign((_, checkProgress: CheckProgress) => ({ checkProgress })),
    keepError: assign((_, output: CheckFileOutput) => (output.wellFormed ? {} : { error: output.error })),
    keepFindings: assign((_, output: CheckFileOutput) => (output.wellFormed ? { checked: output } : {})),
    nameSubmission: assign((_, submissionId: string) => ({ submissionId })),
    nameSubmissionIfNew: assign(({ context }, submissionId: string) => ({
      submissionId: context.submissionId ?? submissionId,
    })),
    forgetSubmission: assign({ submissionId: undefined }),
    keepPost: assign((_, output: RequestUploadOutput) => (output.ok ? { post: output.value } : {})),
    forgetPost: assign({ post: undefined }),
    keepProgress: assign((_, progress: UploadProgress) => ({ progress })),
    forgetProgress: assign({ progress: undefined }),
    keepProblem: assign((_, output: Result<unknown>) => (output.ok ? {} : { problem: output.problem })),
    keepFault: assign((_, error: unknown) => ({ problem: toProblem(error) })),
    forgetProblem: assign({ problem: undefined }),
    tellStored: emit(({ context }) => ({
      type: 'upload.stored' as const,
      submissionId: context.submissionId!,
    })),
  },
}).createMachine({
  id: 'upload',
  description: 'One file from the choice to the store.',
  context: ({ input }) => ({ ...input, ...nothingChosen, submissionId: undefined, post: undefined }),
  initial: 'picking',
  options: { maxIterations: 1000 },
  on: {
    FACTS_CHANGED: { actions: { type: 'keepFacts', params: ({ event }) => event.facts } },
  },
  states: {
    picking: {
      description: 'A file is chosen and looked at; nothing has left the computer.',
      initial: 'choosing',
      tags: ['picking'],
      on: {
        FILES_CHOSEN: [
          {
            guard: { type: 'isTakeable', params: ({ event }) => event.files },
            target: '.checking',
            actions: { type: 'keepFile', params: ({ event }) => event.files },
          },
          {
            target: '.refused',
            actions: { type: 'keepChoiceRefusal', params: ({ event }) => event.files },
          },
        ],
        CHOICE_REFUSED: {
          target: '.refused',
          actions: { type: 'keepRefusal', params: ({ event }) => event.refusal },
        },
      },
      states: {
        choosing: { description: 'No file is chosen yet.' },
        refused: {
          description: 'What was chosen cannot be taken: not one file, not .xml, empty or too large.',
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
          tags: ['canUpload'],
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
    },

    sending: {
      description: 'The file is on its way; leaving the page would break it off.',
      initial: 'requesting',
      tags: ['underWay'],
      entry: ['forgetProblem', 'forgetProgress'],
      exit: 'forgetPost',
      on: {
        FILE_STORED: {
          guard: { type: 'isThisUpload', params: ({ event }) => event.submissionId },
          target: '#upload.done',
          description: 'The store has the file, even if its answer was lost.',
        },
      },
      states: {
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
          on: { CANCEL: { target: 'cancelling' } },
        },
        uploading: {
          description: 'The bytes go to the object store.',
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
    },

    failed: {
      description: 'The file could not be sent; the reason is shown.',
      tags: ['ended'],
      on: {
        RETRY: {
          guard: 'isAllowed',
          target: 'sending',
          actions: { type: 'nameSubmissionIfNew', params: ({ event }) => event.submissionId },
        },
        FILE_STORED: {
          guard: { type: 'isThisUpload', params: ({ event }) => event.submissionId },
          target: 'done',
          actions: 'forgetProblem',
        },
      },
    },
    cancelled: {
      description: 'The user has cancelled the upload.',
      tags: ['ended'],
      on: {
        RETRY: {
          guard: 'isAllowed',
          target: 'sending',
          actions: { type: 'nameSubmissionIfNew', params: ({ event }) => event.submissionId },
        },
      },
    },
    done: {
      description: 'The store has the whole file; the checks of the server follow.',
      tags: ['ended'],
      entry: 'tellStored',
    },
  },
})

export type UploadMachine = typeof uploadMachine
