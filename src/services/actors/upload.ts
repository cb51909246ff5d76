import { fromCallback, fromPromise } from 'xstate'
import { sha256Of } from '../../domain/sha256.ts'
import {
  cancelOvtUpload,
  cancelUpload,
  completeOvtPartUpload,
  completePartUpload,
  requestOvtPartUpload,
  requestOvtUpload,
  requestPartUpload,
  requestUpload,
} from '../../domain/wire/files.ts'
import {
  type ComparePartsInput,
  type CompletePartsOutput,
  type PartUploadEvent,
  partUploadMachine,
  type RequestPartsOutput,
  type SendPartInput,
  type SendPartOutput,
} from '../../machines/part-upload/index.ts'
import { ok, type Result } from '../../machines/support/index.ts'
import type {
  CancelUploadOutput,
  CheckFileInput,
  CheckFileOutput,
  HandedOverInput,
  RequestUploadOutput,
  SendFileInput,
  SendFileOutput,
  UploadEvent,
  UploadTarget,
} from '../../machines/upload/index.ts'
import type { Api } from '../api.ts'
import { checkFile } from '../file-check/fileCheck.ts'
import { createFileExpectations } from '../fileExpectations.ts'
import type { FileRegistry } from '../fileRegistry.ts'
import { hasParts } from '../partHashes.ts'
import { sendFile } from '../sendFile.ts'

/** Implementations of the upload chart's actors. */
export const createUploadActors = (deps: {
  api: Api
  files: FileRegistry
  now: () => number
  /** Tells of the network: the window. */
  network: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
}) => {
  const { api, files, now, network } = deps
  const bodyOf = ({ submissionId, file, fileHash, collectionId, instId }: UploadTarget) => ({
    submissionUuid: submissionId,
    fileName: file.name,
    collectionId,
    instId,
    fileSize: file.size,
    ...(fileHash === undefined ? {} : { fileHash }),
  })
  const expectationsOf = createFileExpectations({ api })
  /** Requests on their way, by submission. */
  const inFlight = new Map<string, Promise<Result<unknown>>>()
  /** Not broken off by a cancellation: whether the server has begun the submission would stay open. */
  const asking = <T extends Result<unknown>>(submissionId: string, answer: Promise<T>): Promise<T> => {
    const kept = answer.finally(() => inFlight.delete(submissionId))
    inFlight.set(submissionId, kept)
    return kept
  }

  const sendParts = partUploadMachine.provide({
    actors: {
      requestParts: fromPromise<RequestPartsOutput, UploadTarget>(async ({ input }) => {
        const answer = await asking(
          input.submissionId,
          api.call(input.mode === 'ovt' ? requestOvtPartUpload : requestPartUpload, { body: bodyOf(input) }),
        )
        if (!answer.ok) return answer
        const { url, fields, partBytes, parts } = answer.value
        return ok({ post: { url, fields }, partBytes, parts })
      }),
      compareParts: fromPromise<boolean, ComparePartsInput>(({ input, signal }) =>
        hasParts(files.get(input.file.id), input.grant, signal),
      ),
      sendPart: fromPromise<SendPartOutput, SendPartInput>(async ({ input, signal }) => {
        const { post, number, from, to, report } = input
        const file = files.get(input.file.id)
        const part = file.slice(from, to)
        const fields = { ...post.fields, number: String(number), sha256: await sha256Of(part) }
        signal.throwIfAborted()
        return sendFile(new File([part], file.name), { ...post, fields }, { report, signal, now })
      }),
      completeParts: fromPromise<CompletePartsOutput, UploadTarget>(async ({ input, signal }) => {
        const answer = await api.call(input.mode === 'ovt' ? completeOvtPartUpload : completePartUpload, {
          body: bodyOf(input),
          signal,
        })
        return answer.ok ? ok(null) : answer
      }),
      watchNetwork: fromCallback<PartUploadEvent>(({ sendBack }) => {
        const tell = () => sendBack({ type: 'CONTINUE' })
        network.addEventListener('online', tell)
        return () => network.removeEventListener('online', tell)
      }),
    },
  })

  return {
    takeHandedOver: fromCallback<UploadEvent, HandedOverInput>(({ input: { id }, sendBack }) => {
      const given = id === undefined ? undefined : files.take(id)
      if (given) sendBack({ type: 'FILES_CHOSEN', files: given.map(files.add), sendAs: crypto.randomUUID() })
    }),
    sendParts,
    checkFile: fromPromise<CheckFileOutput, CheckFileInput>(async ({ input, signal }) => {
      const { file, collectionId, instId } = input
      const expectations = await expectationsOf({ collectionId, instId }, signal)
      const { output, report, sha256 } = await checkFile(files.get(file.id), expectations, {
        report: input.report,
        signal,
      })
      files.keepReport(file.id, report)
      return output.wellFormed && sha256 !== undefined ? { ...output, sha256 } : output
    }),
    requestUpload: fromPromise<RequestUploadOutput, UploadTarget>(({ input }) =>
      asking(
        input.submissionId,
        api.call(input.mode === 'ovt' ? requestOvtUpload : requestUpload, { body: bodyOf(input) }),
      ),
    ),
    sendFile: fromPromise<SendFileOutput, SendFileInput>(({ input, signal }) =>
      sendFile(files.get(input.file.id), input.post, { report: input.report, signal, now }),
    ),
    // Not broken off either: who leaves the page ends this actor at once, and the server would not hear of it.
    cancelUpload: fromPromise<CancelUploadOutput, UploadTarget>(async ({ input }) => {
      const cancel = () =>
        api.call(input.mode === 'ovt' ? cancelOvtUpload : cancelUpload, { body: bodyOf(input) })
      const first = await cancel()
      const request = inFlight.get(input.submissionId)
      if (first.ok || first.problem.kind !== 'not-found' || !request) return first.ok ? ok(null) : first
      // It overtook its request, which would begin a submission that stands as uploading until its post ends.
      const begun = await request.catch(() => undefined)
      if (begun && !begun.ok) return ok(null)
      const again = await cancel()
      return again.ok ? ok(null) : again
    }),
  }
}
