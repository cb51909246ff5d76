import { fromPromise } from 'xstate'
import { cancelOvtUpload, cancelUpload, requestOvtUpload, requestUpload } from '../../domain/wire/files.ts'
import { ok } from '../../machines/support/index.ts'
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
import { checkFile } from '../file-check/fileCheck.ts'
import { createFileExpectations } from '../fileExpectations.ts'
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
  const expectationsOf = createFileExpectations({ api })
  /** Requests on their way, by submission. */
  const asked = new Map<string, Promise<RequestUploadOutput>>()
  return {
    checkFile: fromPromise<CheckFileOutput, CheckFileInput>(async ({ input, signal }) => {
      const { file, collectionId, instId } = input
      const expectations = await expectationsOf({ collectionId, instId }, signal)
      const { output, report } = await checkFile(files.get(file.id), expectations, {
        report: input.report,
        signal,
      })
      files.keepReport(file.id, report)
      return output
    }),
    requestUpload: fromPromise<RequestUploadOutput, UploadTarget>(({ input }) => {
      const { submissionId } = input
      // Not broken off by a cancellation: whether the server has begun the submission would stay open.
      const answer = api
        .call(input.mode === 'ovt' ? requestOvtUpload : requestUpload, { body: bodyOf(input) })
        .finally(() => asked.delete(submissionId))
      asked.set(submissionId, answer)
      return answer
    }),
    sendFile: fromPromise<SendFileOutput, SendFileInput>(({ input, signal }) =>
      sendFile(files.get(input.file.id), input.post, { report: input.report, signal, now }),
    ),
    cancelUpload: fromPromise<CancelUploadOutput, UploadTarget>(async ({ input, signal }) => {
      const cancel = () =>
        api.call(input.mode === 'ovt' ? cancelOvtUpload : cancelUpload, { body: bodyOf(input), signal })
      const first = await cancel()
      const request = asked.get(input.submissionId)
      if (first.ok || first.problem.kind !== 'not-found' || !request) return first.ok ? ok(null) : first
      // It overtook its request, which would begin a submission that stands as uploading until its post ends.
      const begun = await request.catch(() => undefined)
      if (begun && !begun.ok) return ok(null)
      const again = await cancel()
      return again.ok ? ok(null) : again
    }),
  }
}
