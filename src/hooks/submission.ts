import { useActorRef, useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { holdsSubmissions } from '../domain/collection.ts'
import { statusNameOf } from '../domain/status.ts'
import { factsFromWire } from '../domain/wire/facts.ts'
import { isSubmissionBehind } from '../domain/wire/fileEvents.ts'
import { changesCollection, type FileEvent, type LiveMessage } from '../domain/wire/live.ts'
import {
  getNewSubmission,
  getSubmission,
  type NewSubmissionWire,
  type SubmissionWire,
} from '../domain/wire/submissions.ts'
import {
  type SubmissionSnapshot,
  selectSubmission,
  submissionFromWire,
  submissionMachine,
  type ToldDetails,
} from '../machines/submission/index.ts'
import {
  type Found,
  type Named,
  type Place,
  type SubmissionPageSnapshot,
  submissionPageMachine,
} from '../machines/submission-page/index.ts'
import { useFollow, useLiveMessages } from './live.ts'
import { useResource } from './resource.ts'
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
  beginning: NewSubmissionWire | undefined
  /** What the server has said of the submission: it is drawn, and what is offered is asked of it. */
  snapshot: SubmissionSnapshot
  page: SubmissionPageSnapshot
  /** Puts an action's answer in the place of what is known. */
  replace: (submission: SubmissionWire) => void
  /** Asks for the submission again. */
  refresh: () => void
  /** After a failure. */
  askAgain: () => void
}

const foundOf = (
  { collection }: Pick<SubmissionWire | NewSubmissionWire, 'collection'>,
  { mode, instId }: SubmissionWire['facts'],
): Found => ({ mode, instId, collectionId: collection.id, reference: collection.reference })

const whole = <S>(snapshot: S): S => snapshot

/** What a message tells of a submission besides its status; undefined where it tells nothing. */
const toldBy = (message: LiveMessage): ToldDetails | undefined => {
  switch (message.type) {
    case 'PROGRESS':
      return { progress: message.progress, queue: null }
    case 'QUEUE_PLACE':
      return { queue: message.queue }
    case 'TSV_READY':
      return { tsvDeliveryLocation: message.tsvDeliveryLocation }
    default:
      return undefined
  }
}

/**
 * A submission and its page, each kept by an actor that hears every answer and live message about it. Nothing is
 * decided here: what is heard is handed on, and the actor alone keeps it. An answer is asked for again only when its own
 * submission has moved on beyond what is known; an action's answer is put in its place by `replace`.
 */
export const useSubmission = ({ submissionId, instId, named, place }: SubmissionQuery): SubmissionHandle => {
  const actor = useActorRef(submissionMachine, attached)
  const page = useActorRef(submissionPageMachine, { ...attached, input: { named, place } })
  /** Whether a status was told of this submission, or of another of its provider in its collection and mode. */
  const tellsOfFacts = (message: LiveMessage): message is FileEvent =>
    message.type === 'FILE_EVENT' &&
    message.instId === instId &&
    message.collectionId === named.collectionId &&
    message.facts.mode === named.mode

  // In one go with what the submission hears, so that no page is drawn of the one without the other.
  useEffect(() => {
    const standing = actor.on('submission.stands', ({ status }) =>
      page.send({ type: 'STATUS_CHANGED', status }),
    )
    return () => standing.unsubscribe()
  }, [actor, page])
  const submission = useResource(
    getSubmission,
    submissionId === undefined ? undefined : { path: { id: submissionId } },
    {
      refreshOn: message =>
        changesCollection(message, named.collectionId) ||
        (message.type === 'FILE_EVENT' &&
          isSubmissionBehind(selectSubmission(actor.getSnapshot()), submissionId, message)),
      // The tables are told of once. What is repeated takes nothing back for long.
      overtakenBy: message =>
        tellsOfFacts(message) || (message.type === 'TSV_READY' && message.submissionId === submissionId),
      onTold: known => {
        actor.send({ type: 'SUBMISSION_RECEIVED', submission: submissionFromWire(known) })
        page.send({ type: 'FOUND', found: foundOf(known, known.facts) })
      },
      onFailed: problem => page.send({ type: 'FAILED', problem }),
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
      overtakenBy: tellsOfFacts,
      onTold: known => {
        const facts = factsFromWire(known.facts)
        actor.send({ type: 'NEW_SUBMISSION_RECEIVED', facts })
        page.send({
          type: 'NOT_BEGUN',
          found: foundOf(known, known.facts),
          isOffered: holdsSubmissions(facts.mode, facts.collectionState),
        })
      },
      onFailed: problem => page.send({ type: 'FAILED', problem }),
    },
  )
  // After the resources, which compare a message with what was known before it.
  useLiveMessages(message => {
    const details = toldBy(message)
    if (details && 'submissionId' in message && message.submissionId === submissionId)
      actor.send({ type: 'TOLD', submissionId, details })
    if (!tellsOfFacts(message)) return
    const { version, status, occurredAt: at, isLatest } = message
    const facts = factsFromWire(message.facts)
    if (message.submissionId === submissionId)
      actor.send({
        type: 'MOVED',
        submissionId,
        version,
        status: statusNameOf(status.id),
        at,
        isLatest,
        facts,
      })
    else actor.send({ type: 'OTHER_MOVED', facts })
  })

  const [loaded, begins] = [submission.data, beginning.data]
  useFollow((loaded ?? begins)?.facts.instId, loaded?.liveSequence)
  const { mode, collectionId, reference, instId: namedInstId } = named
  const { page: at, isAllowed } = place
  useEffect(() => {
    page.send({
      type: 'PLACE_CHANGED',
      named: { mode, collectionId, reference, instId: namedInstId },
      place: { page: at, isAllowed },
    })
  }, [page, mode, collectionId, reference, namedInstId, at, isAllowed])
  return {
    beginning: begins,
    snapshot: useSelector(actor, whole),
    page: useSelector(page, whole),
    replace: submission.replace,
    refresh: submission.refresh,
    askAgain: () => {
      page.send({ type: 'ASKED_AGAIN' })
      if (submissionId === undefined) beginning.retry()
      else submission.retry()
    },
  }
}
