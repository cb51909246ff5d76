import { useActorRef, useSelector } from '@xstate/react'
import { type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { type Problem, problem } from '../domain/problem.ts'
import { concernsEveryPage } from '../domain/providerNews.ts'
import type { Call, PathParameters, QueryOf, ResponseOf } from '../domain/wire/call.ts'
import type { LiveMessage } from '../domain/wire/live.ts'
import {
  type LoadInput,
  type LoadOutput,
  type ResourceStatus,
  resourceMachine,
  selectData,
  selectIsFetching,
  selectIsUnanswered,
  selectProblem,
  selectStatus,
} from '../machines/resource/index.ts'
import { err, ok } from '../machines/support/index.ts'
import { message } from '../messages/message.ts'
import type { Api } from '../services/api.ts'
import { inSight } from './inSight.ts'
import { useLiveMessages } from './live.ts'
import { attached } from './running/index.ts'
import { useServicesContext } from './services.ts'
import { unlessAborted } from './unlessAborted.ts'
import { useUnansweredCall } from './useUnanswered.ts'

export interface ResourceRequest<C extends Call> {
  path?: PathParameters<C>
  query?: QueryOf<C>
  /** Id of the one item that the screen is about, where the call lists several: `has` finds it. */
  item?: string
}

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

/** What a live message makes of an answer that was on its way when it came. */
type Told<C extends Call> = (answer: ResponseOf<C>) => ResponseOf<C>

/** Whether a list has the item that the screen is about. */
type Has<C extends Call> = (answer: ResponseOf<C>, item: string) => boolean

/** A list without the item is an answer about that item: there is none. */
const aboutItem = <C extends Call>(
  answer: LoadOutput<ResponseOf<C>>,
  item: string | undefined,
  has: Has<C> | undefined,
): LoadOutput<ResponseOf<C>> =>
  !answer.ok || item === undefined || has?.(answer.value, item) !== false
    ? answer
    : err(problem('not-found', message('problems', 'notListed')))

/** The machine of what a call answers. `meanwhile` is what is told while an answer is on its way, for that answer alone. */
const machineOf = <C extends Call>(
  call: C,
  api: Api,
  meanwhile: RefObject<Told<C>[]>,
  has: Has<C> | undefined,
) =>
  resourceMachine<ResponseOf<C>, ResourceRequest<C>>(call.path).provide({
    actors: {
      inSight,
      load: fromPromise<LoadOutput<ResponseOf<C>>, LoadInput<ResourceRequest<C>>>(
        async ({ input, signal }) => {
          meanwhile.current = []
          const { item, ...request } = input.params
          const called = await unlessAborted(signal, api.call(call, { ...request, signal }))
          const answer = aboutItem(called, item, has)
          return answer.ok
            ? ok(meanwhile.current.reduce((known, follow) => follow(known), answer.value))
            : answer
        },
      ),
    },
  })

/**
 * What a call answers, kept by a resource actor as long as the screen lives. `undefined` parameters wait. The latest
 * parameters win and earlier data stays in sight; a loss of the live connection refreshes it, and so does a live
 * message that `refreshOn` picks. What cannot be had for now is asked for again by itself.
 */
export const useResource = <C extends Call>(
  call: C,
  request: ResourceRequest<C> | undefined,
  options: {
    /** Whether what a live message tells has to be asked for; `data` is what is there. */
    refreshOn?: (message: LiveMessage, data: ResponseOf<C> | undefined) => boolean
    /**
     * The data after a live message that tells enough of it; the same where it tells nothing. What comes while an answer is on
     * its way is told to that answer too, which may have been read before it or after.
     */
    follow?: (data: ResponseOf<C>, message: LiveMessage) => ResponseOf<C>
    /**
     * Whether an answer on its way may not take back what a message has told, and no later message puts it right: it is not
     * shown then. Of one thing; a long list of a busy season would be asked for again and again.
     */
    overtakenBy?: (message: LiveMessage) => boolean
    /** Whether the answer has the `item` of the request; without it there is no such item. The same function each time. */
    has?: Has<C>
    /** Another actor is to hear of each change of the data, before anything of it is drawn. */
    onTold?: (data: ResponseOf<C>) => void
    /** Another actor is to hear why there is nothing to show. */
    onFailed?: (problem: Problem) => void
  } = {},
): Resource<ResponseOf<C>> => {
  const { api } = useServicesContext()
  const meanwhile = useRef<Told<C>[]>([])
  const { has } = options
  const machine = useMemo(() => machineOf(call, api, meanwhile, has), [call, api, has])
  const [spread] = useState(Math.random)
  const actor = useActorRef(machine, { ...attached, input: { params: request, spread } })
  const tell = useEffectEvent((data: ResponseOf<C>) => options.onTold?.(data))
  const tellWhy = useEffectEvent((problem: Problem) => options.onFailed?.(problem))
  useEffect(() => {
    const subscriptions = [
      actor.on('resource.told', ({ data }) => tell(data)),
      actor.on('resource.failed', ({ problem }) => tellWhy(problem)),
    ]
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [actor])
  const key = JSON.stringify(request)
  useEffect(() => {
    actor.send({
      type: 'PARAMS_CHANGED',
      params: key === undefined ? undefined : (JSON.parse(key) as ResourceRequest<C>),
    })
  }, [actor, key])
  const refresh = () => actor.send({ type: 'REFRESH' })
  useLiveMessages(message => {
    const { follow, refreshOn } = options
    const snapshot = actor.getSnapshot()
    const { data } = snapshot.context
    if (follow && selectIsFetching(snapshot))
      meanwhile.current.push(answer => {
        if (refreshOn?.(message, answer)) refresh()
        return follow(answer, message)
      })
    const isBehind = concernsEveryPage(message) || refreshOn?.(message, data)
    const patched = data === undefined ? data : follow?.(data, message)
    if (patched !== undefined && patched !== data) actor.send({ type: 'DATA_PATCHED', data: patched })
    if (options.overtakenBy?.(message)) actor.send({ type: 'OVERTAKEN' })
    if (isBehind) refresh()
  }, refresh)
  const retry = useCallback(() => actor.send({ type: 'RETRY' }), [actor])
  const isUnanswered = useSelector(actor, selectIsUnanswered<ResponseOf<C>, ResourceRequest<C>>)
  useUnansweredCall(isUnanswered, retry)
  return {
    data: useSelector(actor, selectData<ResponseOf<C>, ResourceRequest<C>>),
    status: useSelector(actor, selectStatus<ResponseOf<C>, ResourceRequest<C>>),
    problem: useSelector(actor, selectProblem<ResponseOf<C>, ResourceRequest<C>>),
    retry,
    refresh,
    replace: data => actor.send({ type: 'DATA_REPLACED', data }),
    patch: data => actor.send({ type: 'DATA_PATCHED', data }),
  }
}
