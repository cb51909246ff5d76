import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { fromPromise } from 'xstate'
import type { Call, ResponseOf } from '../domain/wire/call.ts'
import { type AskInput, type AskOutput, pollMachine } from '../machines/poll/index.ts'
import { useLiveMessages } from './live.ts'
import type { ResourceRequest } from './resource.ts'
import { attached } from './running/index.ts'
import { useServicesContext } from './services.ts'
import { unlessAborted } from './unlessAborted.ts'

/** Asks at intervals until the answer is what is waited for; an undefined request waits. */
export const usePoll = <C extends Call>(
  call: C,
  request: ResourceRequest<C> | undefined,
  { everyMs, until }: { everyMs: number; until: (data: ResponseOf<C>) => boolean },
): {
  data: ResponseOf<C> | undefined
  /** Asks now, also where what was waited for is there: it may have changed. */
  ask: () => void
} => {
  const { api } = useServicesContext()
  const machine = useMemo(() => pollMachine<ResponseOf<C>, ResourceRequest<C>>(call.path), [call])
  const actor = useActorRef(
    machine.provide({
      actors: {
        ask: fromPromise<AskOutput<ResponseOf<C>>, AskInput<ResourceRequest<C>>>(
          async ({ input, signal }) => {
            const answer = await unlessAborted(signal, api.call(call, { ...input.params, signal }))
            return answer.ok
              ? { data: answer.value, isAwaited: until(answer.value) }
              : { data: undefined, isAwaited: false }
          },
        ),
      },
    }),
    { ...attached, input: { params: request, everyMs } },
  )
  const key = JSON.stringify(request)
  useEffect(() => {
    actor.send({
      type: 'PARAMS_CHANGED',
      params: key === undefined ? undefined : (JSON.parse(key) as ResourceRequest<C>),
    })
  }, [actor, key])
  const ask = () => actor.send({ type: 'ASK' })
  useLiveMessages(() => undefined, ask)
  return { data: useSelector(actor, snapshot => snapshot.context.data), ask }
}
