import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useEffectEvent } from 'react'
import type { ActorRefFrom } from 'xstate'
import { holdsSubmissions } from '../domain/collection.ts'
import { changesInMs } from '../domain/commitStatus.ts'
import { statusNameOf } from '../domain/status.ts'
import { factsFromWire } from '../domain/wire/facts.ts'
import { isSubmissionBehind } from '../domain/wire/fileEvents.ts'
import { changesCollection, type LiveMessage, tellsOfShared } from '../domain/wire/live.ts'
import {
  getNewSubmission,
  getOvtSubmission,
  getSubmission,
  type NewSubmissionWire,
  type SubmissionWire,
} from '../domain/wire/submissions.ts'
import {
  type SubmissionEvent,
  type SubmissionMachine,
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
  type SubmissionPageMachine,
  type SubmissionPageSnapshot,
  submissionPageMachine,
} from '../machines/submission-page/index.ts'
import { useFollow, useLiveMessages } from './live.ts'
import { useResource } from './resource.ts'
import { attached } from './running/index.ts'
import { useServicesContext } from './services.ts'

export interface SubmissionQuery {
  /** Undefined for one that nobody has begun. */
  submissionId: string | undefined
  /** Institution that the page is about. */
  instId: string
  named: Named
  place: Place
}

export interface SubmissionHandle {
  /** Says where the submission stands in the moment in which it hears of it. */
  actor: ActorRefFrom<SubmissionMachine>
  /** Hears of it first of all: what else hears asks the page where it stands. */
  pageActor: ActorRefFrom<SubmissionPageMachine>
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

/** What a message tells of one submission besides its status; undefined where it tells nothing. */
const toldBy = (message: LiveMessage): Extract<SubmissionEvent, { type: 'TOLD' }> | undefined => {
  const told = (submissionId: string, details: ToldDetails) =>
    ({ type: 'TOLD', submissionId, details }) as const
  switch (message.type) {
    case 'PROGRESS':
      return told(message.submissionId, { progress: message.progress, queue: null })
    case 'QUEUE_PLACE':
      return told(message.submissionId, { queue: message.queue })
    case 'TSV_READY':
      return told(message.submissionId, { tsvDeliveryLocation: message.tsvDeliveryLocation })
    default:
      return undefined
  }
}

/** Asks for something again when a fact of the submission has changed by time alone. */
export const useWhenDue = (actor: ActorRefFrom<SubmissionMachine>, askAgain: () => void): void => {
  const ask = useEffectEvent(askAgain)
  useEffect(() => {
    const due = actor.on('submission.due', () => ask())
    return () => due.unsubscribe()
  }, [actor])
}

/**
 * A submission and its page, each kept by an actor that hears every answer and live message about it. Nothing is
 * decided here: what is heard is handed on, and the actor alone keeps it. An answer is asked for again only when its own
 * submission has moved on beyond what is known; an action's answer is put in its place by `replace`.
 */
export const useSubmission = ({ submissionId, instId, named, place }: SubmissionQuery): SubmissionHandle => {
  const { now } = useServicesContext()
  const actor = useActorRef(submissionMachine, attached)
  const page = useActorRef(submissionPageMachine, { ...attached, input: { named, place } })
  // In one go with what the submission hears, so that no page is drawn of the one without the other.
  useEffect(() => {
    const standing = actor.on('submission.heard', ({ submission }) => {
      if (submission) page.send({ type: 'STATUS_CHANGED', status: submission.status })
    })
    return () => standing.unsubscribe()
  }, [actor, page])
  const submission = useResource(
    named.mode === 'ovt' ? getOvtSubmission : getSubmission,
    submissionId === undefined ? undefined : { path: { id: submissionId } },
    {
      refreshOn: message =>
        changesCollection(message, named.collectionId) ||
        (message.type === 'FILE_EVENT' &&
          isSubmissionBehind(selectSubmission(actor.getSnapshot()), submissionId, message)),
      // The tables are told of once. What is repeated takes nothing back for long.
      overtakenBy: message =>
        tellsOfShared(message, instId, named) ||
        (message.type === 'TSV_READY' && message.submissionId === submissionId),
      onTold: known => {
        actor.send({
          type: 'SUBMISSION_RECEIVED',
          submission: submissionFromWire(known),
          changesInMs: changesInMs(known, now()),
        })
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
      overtakenBy: message => tellsOfShared(message, instId, named),
      onTold: known => {
        const facts = factsFromWire(known.facts)
        actor.send({ type: 'NEW_SUBMISSION_RECEIVED', facts, changesInMs: changesInMs(known, now()) })
        page.send({
          type: 'NOT_BEGUN',
          found: foundOf(known, known.facts),
          isOffered: holdsSubmissions(facts.mode, facts.collectionState),
        })
      },
      onFailed: problem => page.send({ type: 'FAILED', problem }),
    },
  )
  useWhenDue(actor, submissionId === undefined ? beginning.refresh : submission.refresh)
  // After the resources, which compare a message with what was known before it.
  useLiveMessages(message => {
    const told = toldBy(message)
    if (told) actor.send(told)
    if (!tellsOfShared(message, instId, named)) return
    const { submissionId, version, occurredAt: at, isLatest, copiedFrom, fileHash } = message
    const [status, facts] = [statusNameOf(message.status.id), factsFromWire(message.facts)]
    actor.send({ type: 'MOVED', submissionId, version, status, at, isLatest, facts, copiedFrom, fileHash })
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
    actor,
    pageActor: page,
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
