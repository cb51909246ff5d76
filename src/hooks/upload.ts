import { useActorRef, useSelector } from '@xstate/react'
import { use, useEffect, useEffectEvent } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { ChosenFile } from '../domain/chosenFile.ts'
import type { PartUploadMachine, PartUploadSnapshot } from '../machines/part-upload/index.ts'
import type { UploadEvent, UploadFacts, UploadInput, UploadSnapshot } from '../machines/upload/index.ts'
import { selectAsksBeforeLeaving } from '../machines/upload/selectors.ts'
import { useLiveMessages } from './live.ts'
import { attached } from './running/index.ts'
import { useServicesContext } from './services.ts'

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

/** What is uploaded where; `factsOf` says what is known while the chart is at a submission of this id, or at none. */
export interface UploadTarget extends Omit<UploadInput, 'facts'> {
  factsOf: (submissionId: string | undefined) => UploadFacts
}

const partsOf = ({ children }: UploadSnapshot) =>
  children.sendParts as ActorRefFrom<PartUploadMachine> | undefined

const whole = (snapshot: UploadSnapshot): UploadSnapshot => snapshot

/** The upload of one file; `onStored` says that the file has arrived. */
export const useUpload = (
  { factsOf, ...target }: UploadTarget,
  options: {
    /** The server has begun the submission. */
    onBegun: (submissionId: string) => void
    onStored: (submissionId: string) => void
  },
): UploadHandle => {
  const { uploadMachine, files } = useServicesContext()
  const actor = useActorRef(use(uploadMachine()), {
    ...attached,
    input: { ...target, facts: factsOf(undefined) },
  })
  const snapshot = useSelector(actor, whole)
  const parts = useSelector(partsOf(snapshot), shown => shown)
  const goOn = () => partsOf(actor.getSnapshot())?.send({ type: 'CONTINUE' })
  const goOnOnline = useEffectEvent(goOn)
  useEffect(() => {
    const listener = () => goOnOnline()
    window.addEventListener('online', listener)
    return () => window.removeEventListener('online', listener)
  }, [])
  const tellBegun = useEffectEvent(options.onBegun)
  const tellStored = useEffectEvent(options.onStored)
  useEffect(() => {
    const subscriptions = [
      actor.on('upload.begun', ({ submissionId }) => tellBegun(submissionId)),
      actor.on('upload.stored', ({ submissionId }) => tellStored(submissionId)),
    ]
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [actor])
  const { blockedReason, maxBytes, atOnceBytes, replaces } = factsOf(snapshot.context.submissionId)
  useEffect(() => {
    actor.send({ type: 'FACTS_CHANGED', facts: { blockedReason, maxBytes, atOnceBytes, replaces } })
  }, [actor, blockedReason, maxBytes, atOnceBytes, replaces])
  useLiveMessages(message => {
    if (message.type === 'FILE_EVENT' && message.facts.hasStoredFile) {
      actor.send({ type: 'FILE_STORED', submissionId: message.submissionId })
    }
  })
  return {
    snapshot,
    parts,
    goOn,
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
