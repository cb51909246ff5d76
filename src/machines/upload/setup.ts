import { assign, emit, fromPromise, setup } from 'xstate'
import { toProblem } from '../../domain/problem.ts'
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
  UploadTag,
  UploadTarget,
} from './types.ts'

export const nothingChosen = {
  file: undefined,
  refusal: undefined,
  checkProgress: undefined,
  error: undefined,
  checked: undefined,
  progress: undefined,
  problem: undefined,
} satisfies Partial<UploadContext>

export const targetOf = ({ context }: { context: UploadContext }): UploadTarget => ({
  submissionId: context.submissionId!,
  file: context.file!,
  mode: context.mode,
  collectionId: context.collectionId,
  instId: context.instId,
})

/** What the states of the upload are made of: actors, guards and actions by name. */
export const uploadSetup = setup({
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
})
