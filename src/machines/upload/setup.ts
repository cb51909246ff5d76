import { assign, fromCallback, fromPromise, sendTo, setup } from 'xstate'
import { fileRefusal, isOtherFile, resumedFileRefusal } from '../../domain/chosenFile.ts'
import { problem, toProblem } from '../../domain/problem.ts'
import { message } from '../../messages/message.ts'
import { type PartUploadOutput, partUploadMachine } from '../part-upload/index.ts'
import { missing, type Result } from '../support/result.ts'
import { isLarge, sendRefusal } from './guards.ts'
import type {
  CancelUploadOutput,
  CheckFileInput,
  CheckFileOutput,
  CheckProgress,
  HandedOverInput,
  PickedFile,
  RequestUploadOutput,
  SendFileInput,
  SendFileOutput,
  UploadContext,
  UploadEvent,
  UploadFacts,
  UploadInput,
  UploadProgress,
  UploadTag,
  UploadTarget,
} from './types.ts'

export const nothingChosen = {
  file: undefined,
  sendAs: undefined,
  refusal: undefined,
  checkProgress: undefined,
  error: undefined,
  checked: undefined,
  progress: undefined,
  problem: undefined,
} satisfies Partial<UploadContext>

/** What the actors that send a file need to know. A file has to be chosen and to have its submission's id. */
export const targetOf = ({ context }: { context: UploadContext }): UploadTarget => ({
  submissionId: context.submissionId!,
  file: context.file!,
  fileHash: context.checked?.sha256,
  mode: context.mode,
  collectionId: context.collectionId,
  instId: context.instId,
})

interface Choice {
  files: readonly PickedFile[]
  sendAs?: string | undefined
}
type Stored = Pick<Extract<UploadEvent, { type: 'FILE_STORED' }>, 'submissionId' | 'fileHash'>
/** Whether what is stored under the id of the upload is another file than it sends. */
const isOther = ({ checked }: UploadContext, { fileHash }: Stored): boolean =>
  isOtherFile(checked?.sha256, fileHash)

type Resumption = Pick<Extract<UploadEvent, { type: 'RESUME' }>, 'files' | 'expected'>

/** What the states of the upload are made of: actors, guards and actions by name. */
export const uploadSetup = setup({
  types: {
    context: {} as UploadContext,
    events: {} as UploadEvent,
    input: {} as UploadInput,
    tags: {} as UploadTag,
  },
  actors: {
    takeHandedOver: fromCallback<UploadEvent, HandedOverInput>(missing('takeHandedOver')),
    checkFile: fromPromise<CheckFileOutput, CheckFileInput>(missing('checkFile')),
    requestUpload: fromPromise<RequestUploadOutput, UploadTarget>(missing('requestUpload')),
    sendParts: partUploadMachine,
    sendFile: fromPromise<SendFileOutput, SendFileInput>(missing('sendFile')),
    cancelUpload: fromPromise<CancelUploadOutput, UploadTarget>(missing('cancelUpload')),
  },
  guards: {
    isAllowed: ({ context }) => sendRefusal(context) === undefined,
    isTakeable: ({ context }, files: readonly PickedFile[]) =>
      fileRefusal(files, context.facts.maxBytes) === undefined,
    isMalformed: (_, output: CheckFileOutput) => !output.wellFormed,
    hasFindings: (_, output: CheckFileOutput) =>
      output.wellFormed && (output.findingsTotal > 0 || output.rightToProcess.length > 0),
    /** Choosing was the whole gesture, and nothing stands against the file or has to be asked first. */
    isSentAtOnce: ({ context }, output: CheckFileOutput) =>
      output.wellFormed &&
      context.sendAs !== undefined &&
      sendRefusal(context) === undefined &&
      context.facts.replaces === undefined,
    isOk: (_, output: Result<unknown>) => output.ok,
    isLarge: ({ context }) => isLarge(context),
    isWanted: (_, { files, expected }: Resumption) => resumedFileRefusal(files, expected) === undefined,
    endedAs: (_, { output, kind }: { output: PartUploadOutput; kind: PartUploadOutput['kind'] }) =>
      output.kind === kind,
    isThisUpload: ({ context }, stored: Stored) =>
      context.submissionId === stored.submissionId && !isOther(context, stored),
    isOvertaken: ({ context }, stored: Stored) =>
      context.submissionId === stored.submissionId && isOther(context, stored),
  },
  actions: {
    keepFile: assign((_, { files, sendAs }: Choice) => ({ ...nothingChosen, file: files[0], sendAs })),
    keepChoiceRefusal: assign(({ context }, files: readonly PickedFile[]) => ({
      ...nothingChosen,
      refusal: fileRefusal(files, context.facts.maxBytes),
    })),
    keepOtherChoice: assign((_, { files, expected }: Resumption) => ({
      ...nothingChosen,
      refusal: resumedFileRefusal(files, expected),
    })),
    refuseFile: assign(({ context }) => ({
      ...nothingChosen,
      refusal: {
        kind: 'otherFile' as const,
        name: context.file?.name ?? '',
        expected: context.file?.name ?? '',
      },
    })),
    keepOutcome: assign((_, output: PartUploadOutput) => ({
      problem: output.kind === 'refused' ? output.problem : undefined,
    })),
    forgetFile: assign(nothingChosen),
    keepFacts: assign((_, facts: UploadFacts) => ({ facts })),
    keepCheckProgress: assign((_, checkProgress: CheckProgress) => ({ checkProgress })),
    keepError: assign((_, output: CheckFileOutput) => (output.wellFormed ? {} : { error: output.error })),
    keepFindings: assign((_, output: CheckFileOutput) => (output.wellFormed ? { checked: output } : {})),
    nameSubmission: assign((_, submissionId: string) => ({ submissionId })),
    nameAsSaid: assign(({ context }) => ({ submissionId: context.sendAs })),
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
    keepOvertaken: assign({ problem: problem('conflict', message('problems', 'otherFileStored')) }),
    forgetProblem: assign({ problem: undefined }),
    tellBegun: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: 'UPLOAD_BEGUN' as const, submissionId: context.submissionId! }),
    ),
    tellStored: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: 'UPLOAD_STORED' as const, submissionId: context.submissionId! }),
    ),
  },
})
