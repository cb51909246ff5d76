import { useActorRef, useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { holdsSubmissions } from '../domain/collection.ts'
import { statusNameOf } from '../domain/status.ts'
import { factsFromWire, withSharedFacts } from '../domain/wire/facts.ts'
import { isSubmissionBehind, submissionAfter } from '../domain/wire/fileEvents.ts'
import { changesCollection, type FileEvent, type LiveMessage } from '../domain/wire/live.ts'
import {
  getNewSubmission,
  getSubmission,
  type NewSubmissionWire,
  type SubmissionWire,
} from '../domain/wire/submissions.ts'
import {
  type KnownSubmission,
  type SubmissionSnapshot,
  selectStatus,
  submissionMachine,
} from '../machines/submission/index.ts'
import {
  type Found,
  type Named,
  type Place,
  type SubmissionPageSnapshot,
  submissionPageMachine,
} from '../machines/submission-page/index.ts'
import { useFollow, useLiveMessages } from './live.ts'
import { type Resource, useResource } from './resource.ts'
import { attached } from './running/index.ts'

export interface SubmissionQuery {
  /** Undefined for one that nobody has begun. */
  submissionId: string | undefined
  /** Institution that the page is about. */
  instId: string
  named: Named
  place: Place
}

export interface SubmissionHandle {
  submission: Resource<SubmissionWire>
  beginning: NewSubmissionWire | undefined
  /** What the server has said of the submission: what is offered is asked of it. */
  snapshot: SubmissionSnapshot
  page: SubmissionPageSnapshot
  /** After a failure. */
  askAgain: () => void
}

const submissionOf = (submission: SubmissionWire): KnownSubmission => ({
  submissionId: submission.uuid,
  version: submission.version,
  status: statusNameOf(submission.status.id),
  facts: factsFromWire(submission.facts),
  history: submission.stateHistory.map(({ StatusId }) => statusNameOf(StatusId)),
  progress: submission.progress,
  stageTimes: submission.stageTimes,
})

const foundOf = (
  { collection }: Pick<SubmissionWire | NewSubmissionWire, 'collection'>,
  { mode, instId }: SubmissionWire['facts'],
): Found => ({ mode, instId, collectionId: collection.id, reference: collection.reference })

const whole = <S>(snapshot: S): S => snapshot

/** The submission after a live message about it. */
const followed = (submission: SubmissionWire, message: LiveMessage): SubmissionWire => {
  if (message.type === 'FILE_EVENT') return submissionAfter(submission, message)
  if (!('submissionId' in message) || message.submissionId !== submission.uuid) return submission
  if (message.type === 'PROGRESS') return { ...submission, progress: message.progress, queue: null }
  if (message.type === 'TSV_READY') return { ...submission, tsvDeliveryLocation: message.tsvDeliveryLocation }
  return message.type === 'QUEUE_PLACE' ? { ...submission, queue: message.queue } : submission
}

/**
 * A submission and its page, each kept by an actor that hears every answer and live message about it. Nothing is
 * decided here: what is heard is handed on. An answer is asked for again only when its own submission has moved on
 * beyond what is known; an action's answer is put in its place by `submission.replace`.
 */
export const useSubmission = ({ submissionId, instId, named, place }: SubmissionQuery): SubmissionHandle => {
  const actor = useActorRef(submissionMachine, attached)
  const page = useActorRef(submissionPageMachine, { ...attached, input: { named, place } })
  const isOf = (message: FileEvent): boolean =>
    message.instId === instId &&
    message.collectionId === named.collectionId &&
    message.facts.mode === named.mode

  // In one go with what the submission heard, so that no page is drawn of the one without the other.
  useEffect(() => {
    const tell = (snapshot: SubmissionSnapshot) =>
      page.send({ type: 'STATUS_CHANGED', status: selectStatus(snapshot) })
    tell(actor.getSnapshot())
    const { unsubscribe } = actor.subscribe(tell)
    return unsubscribe
  }, [actor, page])
  const submission = useResource(
    getSubmission,
    submissionId === undefined ? undefined : { path: { id: submissionId } },
    {
      refreshOn: (message, data) =>
        changesCollection(message, data?.collection.id) ||
        (message.type === 'FILE_EVENT' && isSubmissionBehind(data, submissionId, message)),
      follow: followed,
      isOneThing: true,
    },
  )
  const beginning = useResource(
    getNewSubmission,
    submissionId === undefined
      ? {
          path: { collectionId: named.collectionId, instId },
          query: { ovt: named.mode === 'ovt' ? 'true' : 'false' },
        }
      : undefined,
    {
      // Once the submission has begun, the answer to the question before is not asked for again.
      refreshOn: message => submissionId === undefined && changesCollection(message, named.collectionId),
      follow: (data, message) =>
        message.type === 'FILE_EVENT' && isOf(message)
          ? { ...data, facts: withSharedFacts(data.facts, message.facts) }
          : data,
      isOneThing: true,
    },
  )
  useLiveMessages(message => {
    if (message.type !== 'FILE_EVENT' || !isOf(message)) return
    const { version, status } = message
    const facts = factsFromWire(message.facts)
    if (message.submissionId === submissionId)
      actor.send({ type: 'MOVED', submissionId, version, status: statusNameOf(status.id), facts })
    else actor.send({ type: 'OTHER_MOVED', facts })
  })

  const [loaded, begins] = [submission.data, beginning.data]
  useFollow((loaded ?? begins)?.facts.instId, loaded?.liveSequence)
  useEffect(() => {
    if (loaded === undefined) return
    actor.send({ type: 'SUBMISSION_RECEIVED', submission: submissionOf(loaded) })
    page.send({ type: 'FOUND', found: foundOf(loaded, loaded.facts) })
  }, [actor, page, loaded])
  useEffect(() => {
    if (begins === undefined) return
    const facts = factsFromWire(begins.facts)
    actor.send({ type: 'NEW_SUBMISSION_RECEIVED', facts })
    page.send({
      type: 'NOT_BEGUN',
      found: foundOf(begins, begins.facts),
      isOffered: holdsSubmissions(facts.mode, facts.collectionState),
    })
  }, [actor, page, begins])
  const source = submissionId === undefined ? beginning : submission
  const problem = source.status === 'failed' ? source.problem : undefined
  useEffect(() => {
    if (problem) page.send({ type: 'FAILED', problem })
  }, [page, problem])

  const snapshot = useSelector(actor, whole)
  const went = JSON.stringify({ named, place })
  useEffect(() => {
    const { named, place } = JSON.parse(went) as { named: Partial<Named>; place: Partial<Place> }
    page.send({
      type: 'PLACE_CHANGED',
      named: { reference: undefined, instId: undefined, ...named } as Named,
      place: { page: undefined, ...place } as Place,
    })
  }, [page, went])
  return {
    submission,
    beginning: begins,
    snapshot,
    page: useSelector(page, whole),
    askAgain: () => {
      page.send({ type: 'ASKED_AGAIN' })
      source.retry()
    },
  }
}
