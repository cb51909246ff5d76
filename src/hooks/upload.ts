import { useSelector } from '@xstate/react'
import { use, useLayoutEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { ChosenFile } from '../domain/chosenFile.ts'
import { getConfiguration } from '../domain/wire/identity.ts'
import type { PartUploadMachine, PartUploadSnapshot } from '../machines/part-upload/index.ts'
import { type SubmissionPageMachine, selectUpload } from '../machines/submission-page/index.ts'
import type { UploadEvent, UploadMachine, UploadSnapshot } from '../machines/upload/index.ts'
import { selectAsksBeforeLeaving } from '../machines/upload/selectors.ts'
import { useResource } from './resource.ts'
import { useServicesContext } from './services.ts'
import { useViewer } from './session.ts'

export interface UploadHandle {
  snapshot: UploadSnapshot
  /** How far a file is that is sent in parts; undefined while none is. */
  parts: PartUploadSnapshot | undefined
  send: (event: UploadEvent) => void
  /** Goes on at once with a file in parts that waits for the network. */
  goOn: () => void
  /** Goes on with an upload in parts that was interrupted, with what was chosen as its file. */
  resume: (submissionId: string, expected: ChosenFile, files: readonly File[]) => void
  /** Takes files that were dropped or browsed; the chart refuses what cannot be sent. */
  pick: (files: readonly File[]) => void
  /** What the check of the chosen file found, as CSV; undefined without a file that was checked. */
  report: () => Blob | undefined
  /** Whether leaving now would break off an upload; asked of the chart itself, which may be ahead of what is drawn. */
  asksBeforeLeaving: () => boolean
}

/** The upload of a submission page. */
export type UploadActor = ActorRefFrom<UploadMachine>

const partsOf = ({ children }: UploadSnapshot) =>
  children.sendParts as ActorRefFrom<PartUploadMachine> | undefined

const whole = <S>(snapshot: S): S => snapshot

/**
 * Opens the upload of a submission page, which ends it when the router leaves the page Upload. `handedOver`: id of the files that
 * another page handed over. Undefined in the first render, which is never painted: a layout effect opens the upload.
 */
export const useUpload = (
  page: ActorRefFrom<SubmissionPageMachine>,
  handedOver: string | undefined,
): UploadActor | undefined => {
  const { uploadMachine } = useServicesContext()
  const { principal } = useViewer()
  const logic = use(uploadMachine())
  const { uploadMaxBytes: maxBytes, uploadAtOnceBytes: atOnceBytes } =
    useResource(getConfiguration, {}).data ?? {}
  useLayoutEffect(() => {
    page.send({ type: 'UPLOAD_OPENED', logic, sender: { principal, maxBytes, atOnceBytes }, handedOver })
  }, [page, logic, principal, maxBytes, atOnceBytes, handedOver])
  return useSelector(page, selectUpload)
}

/** The upload of one file, as its page uses it. */
export const useUploadHandle = (actor: UploadActor): UploadHandle => {
  const { files } = useServicesContext()
  const snapshot = useSelector(actor, whole)
  const parts = useSelector(partsOf(snapshot), whole)
  return {
    snapshot,
    parts,
    goOn: () => partsOf(actor.getSnapshot())?.send({ type: 'CONTINUE' }),
    resume: (submissionId, expected, picked) =>
      actor.send({ type: 'RESUME', submissionId, expected, files: picked.map(files.add) }),
    send: event => actor.send(event),
    report: () => {
      const { file } = actor.getSnapshot().context
      return file && files.report(file.id)
    },
    asksBeforeLeaving: () => selectAsksBeforeLeaving(actor.getSnapshot()),
    pick: picked => actor.send({ type: 'FILES_CHOSEN', files: picked.map(files.add) }),
  }
}
