import { fromPromise } from 'xstate'
import { cancelOvtUpload, cancelUpload, requestOvtUpload, requestUpload } from '../../domain/wire/files.ts'
import { granted } from '../../machines/support/index.ts'
import type {
  CancelUploadOutput,
  CheckFileInput,
  CheckFileOutput,
  RequestUploadOutput,
  SendFileInput,
  SendFileOutput,
  UploadTarget,
} from '../../machines/upload/index.ts'
import type { Api } from '../api.ts'
import { createCollectionSchemas } from '../collectionSchema.ts'
import { checkFile } from '../fileCheck.ts'
import type { FileRegistry } from '../fileRegistry.ts'
import { sendFile } from '../sendFile.ts'

const bodyOf = ({ submissionId, file, collectionId, instId }: UploadTarget) => ({
  submissionUuid: submissionId,
  fileName: file.name,
  collectionId,
  instId,
  fileSize: file.size,
})

/** Implementations of the upload chart's actors. */
export const createUploadActors = (deps: { api: Api; files: FileRegistry; now: () => number }) => {
  const { api, files, now } = deps
  const schemaOf = createCollectionSchemas({ api })
  return {
    checkFile: fromPromise<CheckFileOutput, CheckFileInput>(async ({ input, signal }) => {
      const schema = await schemaOf(input.collectionId, signal)
      return checkFile(files.get(input.file.id), schema, { report: input.report, signal })
    }),
    requestUpload: fromPromise<RequestUploadOutput, UploadTarget>(({ input, signal }) =>
      api.call(input.mode === 'ovt' ? requestOvtUpload : requestUpload, { body: bodyOf(input), signal }),
    ),
    sendFile: fromPromise<SendFileOutput, SendFileInput>(({ input, signal }) =>
      sendFile(files.get(input.file.id), input.post, { report: input.report, signal, now }),
    ),
    cancelUpload: fromPromise<CancelUploadOutput, UploadTarget>(async ({ input, signal }) => {
      const answer = await api.call(input.mode === 'ovt' ? cancelOvtUpload : cancelUpload, {
        body: bodyOf(input),
        signal,
      })
      return answer.ok ? granted(null) : answer
    }),
  }
}
