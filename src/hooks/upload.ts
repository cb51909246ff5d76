import { useActorRef, useSelector } from '@xstate/react'
import { use, useEffect, useEffectEvent, useLayoutEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import { type ChosenFile, isOtherFile } from '../domain/chosenFile.ts'
import type { Principal } from '../domain/principal.ts'
import { getConfiguration } from '../domain/wire/identity.ts'
import type { PartUploadMachine, PartUploadSnapshot } from '../machines/part-upload/index.ts'
import {
  replacedByUpload,
  type SubmissionSnapshot,
  selectFacts,
  selectSendRefusal,
  selectSubmission,
} from '../machines/submission/index.ts'
import type { SubmissionPageMachine } from '../machines/submission-page/index.ts'
import type { UploadEvent, UploadFacts, UploadInput, UploadSnapshot } from '../machines/upload/index.ts'
import { selectAsksBeforeLeaving } from '../machines/upload/selectors.ts'
import { message } from '../messages/message.ts'
import { useResource } from './resource.ts'
import { attached } from './running/index.ts'
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

/** What is uploaded where. */
export interface UploadTarget extends Omit<UploadInput, 'facts'> {
  /** The page's actor: its submission, or the one that would begin, decides what may be sent. */
  page: ActorRefFrom<SubmissionPageMachine>
}

type Limits = 'maxBytes' | 'atOnceBytes'
const unknownLimits: Pick<UploadFacts, Limits> = { maxBytes: undefined, atOnceBytes: undefined }

/** What stands against a file of this person, as the submission's actor knows it. */
const factsIn = (snapshot: SubmissionSnapshot, principal: Principal): Omit<UploadFacts, Limits> => {
  const facts = selectFacts(snapshot)
  return {
    submissionId: selectSubmission(snapshot)?.submissionId,
    blockedReason: facts
      ? selectSendRefusal(snapshot, principal)
      : message('submissions.upload', 'checkingFacts'),
    replaces: facts && replacedByUpload(facts),
  }
}

const factsOf = (page: ActorRefFrom<SubmissionPageMachine>, principal: Principal) =>
  factsIn(page.getSnapshot().children.submission!.getSnapshot(), principal)

const partsOf = ({ children }: UploadSnapshot) =>
  children.sendParts as ActorRefFrom<PartUploadMachine> | undefined

const whole = (snapshot: UploadSnapshot): UploadSnapshot => snapshot

/** The upload of one file; `onStored` says that the file has arrived. */
export const useUpload = (
  { page, ...target }: UploadTarget,
  options: {
    /** The server has begun the submission. */
    onBegun: (submissionId: string) => void
    onStored: (submissionId: string) => void
  },
): UploadHandle => {
  const { uploadMachine, files } = useServicesContext()
  const { principal } = useViewer()
  const actor = useActorRef(use(uploadMachine()), {
    ...attached,
    input: { ...target, facts: { ...unknownLimits, ...factsOf(page, principal) } },
  })
  const snapshot = useSelector(actor, whole)
  const parts = useSelector(partsOf(snapshot), shown => shown)
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
  // Before the actor starts: what was drawn may be behind what the submission knows.
  useLayoutEffect(() => {
    const tell = () => actor.send({ type: 'FACTS_CHANGED', facts: factsOf(page, principal) })
    const hearing = page.on('page.heard', ({ stored, storedHash }) => {
      tell()
      if (stored === undefined) return
      const { file } = actor.getSnapshot().context
      const isOther = isOtherFile(file && files.hash(file.id), storedHash)
      actor.send({ type: 'FILE_STORED', submissionId: stored, ...(isOther ? { isOther } : {}) })
    })
    tell()
    return () => hearing.unsubscribe()
  }, [actor, page, principal, files])
  useResource(
    getConfiguration,
    {},
    {
      onTold: ({ uploadMaxBytes: maxBytes, uploadAtOnceBytes: atOnceBytes }) =>
        actor.send({ type: 'FACTS_CHANGED', facts: { maxBytes, atOnceBytes } }),
    },
  )
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
