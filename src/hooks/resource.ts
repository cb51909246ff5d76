import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import {
  type ActorRef,
  type AnyActorRef,
  assign,
  type EventObject,
  fromPromise,
  type Snapshot,
  sendTo,
} from 'xstate'
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
  selectIsUnanswered,
  selectProblem,
  selectStatus,
} from '../machines/resource/index.ts'
import { err } from '../machines/support/index.ts'
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

/** Another actor that needs the answer: it receives this event with each change of the data, before anything is drawn. */
interface Telling<Data, Event extends EventObject> {
  to: ActorRef<Snapshot<unknown>, Event>
  as: (data: Data) => Event
}

/** How live messages change the answer of a call: the guards and the action that the chart asks for. */
interface Hearing<Data> {
  isBehind: (message: LiveMessage, data: Data | undefined) => boolean
  follow: (data: Data, message: LiveMessage) => Data
}

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

const machineOf = <C extends Call>(
  call: C,
  api: Api,
  { isBehind, follow }: Hearing<ResponseOf<C>>,
  {
    has,
    tells,
  }: {
    has: Has<C> | undefined
    tells: { to: AnyActorRef; as: (data: ResponseOf<C>) => EventObject } | undefined
  },
) => {
  const machine = resourceMachine<ResponseOf<C>, ResourceRequest<C>>(call.path).provide({
    guards: {
      isBehind: ({ context }, message) => isBehind(message, context.data),
      changes: ({ context: { data } }, message) => data !== undefined && follow(data, message) !== data,
    },
    actions: {
      follow: assign(({ context }, message) => ({ data: follow(context.data!, message) })),
    },
    actors: {
      inSight,
      load: fromPromise<LoadOutput<ResponseOf<C>>, LoadInput<ResourceRequest<C>>>(
        async ({ input, signal }) => {
          const { item, ...request } = input.params
          return aboutItem(await unlessAborted(signal, api.call(call, { ...request, signal })), item, has)
        },
      ),
    },
  })
  return tells
    ? machine.provide({
        actions: {
          tellData: sendTo(
            () => tells.to,
            ({ context }) => tells.as(context.data!),
          ),
        },
      })
    : machine
}

/**
 * What a call answers, kept by a resource actor as long as the screen lives. `undefined` parameters wait. The latest
 * parameters win and earlier data stays in sight; a loss of the live connection refreshes it, and so does a live
 * message that `refreshOn` picks. What cannot be had for now is asked for again by itself.
 */
export const useResource = <C extends Call, Event extends EventObject = never>(
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
    /** Whether the answer has the `item` of the request; without it there is no such item. The same function each time. */
    has?: Has<C>
    tells?: Telling<ResponseOf<C>, Event>
  } = {},
): Resource<ResponseOf<C>> => {
  const { api } = useServicesContext()
  const { has } = options
  const to = options.tells?.to
  const as = useEffectEvent((data: ResponseOf<C>) => options.tells!.as(data))
  const isBehind = useEffectEvent(
    (message: LiveMessage, data: ResponseOf<C> | undefined) =>
      concernsEveryPage(message) || (options.refreshOn?.(message, data) ?? false),
  )
  const follow = useEffectEvent((data: ResponseOf<C>, message: LiveMessage) =>
    options.follow ? options.follow(data, message) : data,
  )
  // One machine for the life of the screen; effect events always read the latest options.
  const machine = useMemo(
    () => machineOf(call, api, { isBehind, follow }, { has, tells: to && { to, as } }),
    [call, api, has, to],
  )
  const [spread] = useState(Math.random)
  const actor = useActorRef(machine, { ...attached, input: { params: request, spread } })
  const key = JSON.stringify(request)
  useEffect(() => {
    actor.send({
      type: 'PARAMS_CHANGED',
      params: key === undefined ? undefined : (JSON.parse(key) as ResourceRequest<C>),
    })
  }, [actor, key])
  const refresh = () => actor.send({ type: 'REFRESH' })
  useLiveMessages(message => actor.send({ type: 'MESSAGE_ARRIVED', message }), refresh)
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
