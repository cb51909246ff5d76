import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo } from 'react'
import { type ActorRefFrom, fromPromise } from 'xstate'
import {
  getNewSubmission,
  getOvtSubmission,
  getSubmission,
  type NewSubmissionWire,
  type SubmissionWire,
} from '../domain/wire/submissions.ts'
import { relayMessages } from '../machines/live-feed/index.ts'
import {
  type LoadInput,
  type LoadOutput,
  selectData,
  selectIsUnanswered,
} from '../machines/resource/index.ts'
import { type Destination, stepperMachine } from '../machines/stepper/index.ts'
import type { SubmissionSnapshot } from '../machines/submission/index.ts'
import {
  type Address,
  answerMachine,
  answerOf,
  answerOfNone,
  type SubmissionAnswer,
  type SubmissionPageInput,
  type SubmissionPageMachine,
  type SubmissionPageSnapshot,
  type SubmissionQuestion,
  submissionPageMachine,
} from '../machines/submission-page/index.ts'
import { ok } from '../machines/support/index.ts'
import { inSight, sight } from './inSight.ts'
import { useFollow, useLiveFeed } from './live.ts'
import { attached } from './running/index.ts'
import { type Services, useServicesContext } from './services.ts'
import { unlessAborted } from './unlessAborted.ts'
import { useUnansweredCall } from './useUnanswered.ts'

export interface SubmissionHandle {
  /** The page's actor, which runs all others; it may be ahead of what is drawn. */
  actor: ActorRefFrom<SubmissionPageMachine>
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

const whole = <S>(snapshot: S): S => snapshot

/** The page's chart with the actors that use this browser's API and live feed. */
const machineOf = ({ api, now }: Pick<Services, 'api' | 'now'>, feed: ReturnType<typeof useLiveFeed>) =>
  submissionPageMachine.provide({
    actors: {
      live: relayMessages(feed),
      stepper: stepperMachine.provide({ actors: { sight } }),
      answer: answerMachine.provide({
        actors: {
          inSight,
          load: fromPromise<LoadOutput<SubmissionAnswer>, LoadInput<SubmissionQuestion>>(
            async ({ input: { params }, signal }) => {
              if ('submissionId' in params) {
                const request = { path: { id: params.submissionId }, signal }
                const call = params.mode === 'ovt' ? getOvtSubmission : getSubmission
                const known = await unlessAborted(signal, api.call(call, request))
                return known.ok ? ok(answerOf(known.value, now())) : known
              }
              const { instId, collectionId, mode } = params
              const query = { ovt: mode === 'ovt' ? ('true' as const) : ('false' as const) }
              const request = { path: { collectionId, instId }, query, signal }
              const none = await unlessAborted(signal, api.call(getNewSubmission, request))
              return none.ok ? ok(answerOfNone(none.value, now())) : none
            },
          ),
        },
      }),
    },
  })

/** What React does for a page. */
export interface PageEvents {
  /** The router has to go there. `isCopy`: a re-processed copy has replaced the submission shown. */
  onDestination: (destination: Destination, isCopy: boolean) => void
  /** The address has to name the submission that the server has begun. */
  onBegun: (submissionId: string) => void
  /** A fact has changed by time alone: whatever depends on it has to be asked for again. */
  onDue: () => void
}

/** Listens to a page. Call it where the page is created: the first destination comes at once. */
export const usePageEvents = (actor: ActorRefFrom<SubmissionPageMachine>, events: PageEvents): void => {
  const onDestination = useEffectEvent(events.onDestination)
  const onBegun = useEffectEvent(events.onBegun)
  const onDue = useEffectEvent(events.onDue)
  useEffect(() => {
    const subscriptions = [
      actor.on('page.leads', ({ destination, isCopy }) => onDestination(destination, isCopy)),
      actor.on('page.begun', ({ submissionId }) => onBegun(submissionId)),
      actor.on('page.due', () => onDue()),
    ]
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [actor])
}

/** Runs the page of a submission: one actor with the answer, the submission and the stepper as children. */
export const useSubmission = ({
  leads,
  ...address
}: Omit<SubmissionPageInput, 'spread'>): SubmissionHandle => {
  const { api, now } = useServicesContext()
  const feed = useLiveFeed()
  const machine = useMemo(() => machineOf({ api, now }, feed), [api, now, feed])
  const actor = useActorRef(machine, { ...attached, input: { ...address, leads, spread: Math.random() } })
  const key = JSON.stringify(address)
  // In a layout effect: a status that came before it would find the view still moving, and leave it there.
  useLayoutEffect(() => {
    actor.send({ type: 'ADDRESS_CHANGED', address: JSON.parse(key) as Address })
  }, [actor, key])
  const page = useSelector(actor, whole)
  const { answer, submission } = page.children
  const data = useSelector(answer, snapshot => snapshot && selectData(snapshot))
  const askAgain = useCallback(() => actor.send({ type: 'ASKED_AGAIN' }), [actor])
  const isUnanswered = useSelector(answer, snapshot => snapshot !== undefined && selectIsUnanswered(snapshot))
  useUnansweredCall(isUnanswered, askAgain)
  useFollow(data?.found.instId, data?.is === 'begun' ? data.liveSequence : undefined)
  return {
    actor,
    beginning: data && data.is !== 'begun' ? data.beginning : undefined,
    snapshot: useSelector(submission!, whole),
    page,
    replace: wire => actor.send({ type: 'REPLACED', answer: answerOf(wire, now()) }),
    refresh: () => actor.send({ type: 'REFRESH' }),
    askAgain,
  }
}
