import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { type ActorRefFrom, assign, fromPromise } from 'xstate'
import { type Problem, problem } from '../domain/problem.ts'
import { concernsEveryPage } from '../domain/providerNews.ts'
import type { Call, ResponseOf } from '../domain/wire/call.ts'
import type { LiveMessage } from '../domain/wire/live.ts'
import { relayMessages } from '../machines/live-feed/index.ts'
import {
  type LoadInput,
  type LoadOutput,
  type ResourceMachine,
  type ResourceRequest,
  type ResourceStatus,
  resourceMachine,
  selectData,
  selectIsUnanswered,
  selectProblem,
  selectStatus,
} from '../machines/resource/index.ts'
import { err } from '../machines/support/index.ts'
import { message } from '../messages/message.ts'
import { inSight } from './inSight.ts'
import { useLiveFeed } from './live.ts'
import { attached } from './running/index.ts'
import { type Services, useServicesContext } from './services.ts'
import { unlessAborted } from './unlessAborted.ts'
import { useUnansweredCall } from './useUnanswered.ts'

export interface Resource<T> {
  data: T | undefined
  status: ResourceStatus
  problem: Problem | undefined
  /** After a failure. */
  retry: () => void
  /** Asks again; what is shown stays. */
  refresh: () => void
  /** An action's answer brought the new data. */
  replace: (data: T) => void
  /** A live message carried a detail; an answer on its way still counts. */
  patch: (data: T) => void
}

/** Whether a list has the item that the screen is about. */
type Has<C extends Call> = (answer: ResponseOf<C>, item: string) => boolean

/** What a screen knows about the answer of a call: the guards and the action that the chart asks for. */
interface Knowing<C extends Call> {
  /** Whether what a live message tells has to be asked for; `data` is what is there. */
  isBehind?: ((message: LiveMessage, data: ResponseOf<C> | undefined) => boolean) | undefined
  /**
   * The data after a live message that tells enough of it; the same where it tells nothing. What comes while an answer is on
   * its way is told to that answer too, which may have been read before it or after.
   */
  follow?: ((data: ResponseOf<C>, message: LiveMessage) => ResponseOf<C>) | undefined
  /** Whether the answer is not yet what is waited for: it is fetched again after an interval. */
  isUnfinished?: ((data: ResponseOf<C>) => boolean) | undefined
  /** Whether the answer has the `item` of the request; without it there is no such item. */
  has?: Has<C> | undefined
}

/** A list without the item is an answer about that item: there is none. */
const aboutItem = <C extends Call>(
  answer: LoadOutput<ResponseOf<C>>,
  item: string | undefined,
  has: Has<C> | undefined,
): LoadOutput<ResponseOf<C>> =>
  !answer.ok || item === undefined || has?.(answer.value, item) !== false
    ? answer
    : err(problem('not-found', message('problems', 'notListed')))

type AnswerMachine<C extends Call> = ResourceMachine<ResponseOf<C>, ResourceRequest<C>>

/** A resource that fetches a call and hears the live feed: run by `useResource`, or by the chart of a page. */
export const resourceLogic = <C extends Call>(
  call: C,
  { api, feed }: Pick<Services, 'api'> & { feed: ReturnType<typeof useLiveFeed> },
  { isBehind, follow = data => data, isUnfinished, has }: Knowing<C>,
): AnswerMachine<C> =>
  resourceMachine<ResponseOf<C>, ResourceRequest<C>>(call.path).provide({
    guards: {
      isBehind: ({ context }, news) => concernsEveryPage(news) || (isBehind?.(news, context.data) ?? false),
      changes: ({ context: { data } }, news) => data !== undefined && follow(data, news) !== data,
      isUnfinished: ({ context: { data } }) => data !== undefined && (isUnfinished?.(data) ?? false),
    },
    actions: {
      follow: assign(({ context }, news) => ({ data: follow(context.data!, news) })),
    },
    actors: {
      inSight,
      live: relayMessages(feed),
      load: fromPromise<LoadOutput<ResponseOf<C>>, LoadInput<ResourceRequest<C>>>(
        async ({ input, signal }) => {
          const { item, ...request } = input.params
          return aboutItem(await unlessAborted(signal, api.call(call, { ...request, signal })), item, has)
        },
      ),
    },
  })

/** What a resource has fetched, for views. Undefined: its chart does not run it now. */
export const useAnswer = <Data, Params>(
  actor: ActorRefFrom<ResourceMachine<Data, Params>> | undefined,
): Resource<Data> => {
  const retry = useCallback(() => actor?.send({ type: 'RETRY' }), [actor])
  useUnansweredCall(
    useSelector(actor, snapshot => snapshot !== undefined && selectIsUnanswered(snapshot)),
    retry,
  )
  return {
    data: useSelector(actor, snapshot => snapshot && selectData(snapshot)),
    status: useSelector(actor, snapshot => (snapshot ? selectStatus(snapshot) : 'loading')),
    problem: useSelector(actor, snapshot => snapshot && selectProblem(snapshot)),
    retry,
    refresh: () => actor?.send({ type: 'REFRESH' }),
    replace: data => actor?.send({ type: 'DATA_REPLACED', data }),
    patch: data => actor?.send({ type: 'DATA_PATCHED', data }),
  }
}

/** Sends a resource each new question; the same question in another object is not sent. */
export const useQuestion = <Data, Params>(
  actor: ActorRefFrom<ResourceMachine<Data, Params>> | undefined,
  request: Params | undefined,
): void => {
  const key = JSON.stringify(request)
  useEffect(() => {
    actor?.send({
      type: 'PARAMS_CHANGED',
      params: key === undefined ? undefined : (JSON.parse(key) as Params),
    })
  }, [actor, key])
}

/**
 * What a call answers, kept by a resource actor as long as the screen lives. `undefined` parameters wait. The latest
 * parameters win and earlier data stays in sight; a loss of the live connection refreshes it, and so does a live
 * message that `refreshOn` picks. What cannot be had for now is asked for again by itself.
 */
export const useResource = <C extends Call>(
  call: C,
  request: ResourceRequest<C> | undefined,
  options: {
    refreshOn?: Knowing<C>['isBehind']
    follow?: Knowing<C>['follow']
    /** The same function each time. */
    has?: Knowing<C>['has']
    /** Fetches again after so many ms until the answer is what is waited for. */
    poll?: { everyMs: number; until: (data: ResponseOf<C>) => boolean }
  } = {},
): Resource<ResponseOf<C>> => {
  const { api } = useServicesContext()
  const feed = useLiveFeed()
  const { has } = options
  const isBehind = useEffectEvent(
    (news: LiveMessage, data: ResponseOf<C> | undefined) => options.refreshOn?.(news, data) ?? false,
  )
  const follow = useEffectEvent((data: ResponseOf<C>, news: LiveMessage) =>
    options.follow ? options.follow(data, news) : data,
  )
  const isUnfinished = useEffectEvent((data: ResponseOf<C>) => options.poll?.until(data) === false)
  // One machine for the life of the screen; effect events always read the latest options.
  const machine = useMemo(
    () => resourceLogic(call, { api, feed }, { isBehind, follow, isUnfinished, has }),
    [call, api, feed, has],
  )
  const [spread] = useState(Math.random)
  const everyMs = options.poll?.everyMs
  const actor = useActorRef(machine, { ...attached, input: { params: request, everyMs, spread } })
  useQuestion(actor, request)
  return useAnswer(actor)
}
