import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo } from 'react'
import { fromPromise } from 'xstate'
import type { Problem } from '../domain/problem.ts'
import type { Call, ResponseOf } from '../domain/wire/call.ts'
import { type AskInput, type AskOutput, pollMachine, selectIsUnanswered } from '../machines/poll/index.ts'
import { ok } from '../machines/support/index.ts'
import { useLiveMessages } from './live.ts'
import type { ResourceRequest } from './resource.ts'
import { attached } from './running/index.ts'
import { useServicesContext } from './services.ts'
import { unlessAborted } from './unlessAborted.ts'
import { useUnansweredCall } from './useUnanswered.ts'

/** Asks at intervals until the answer is what is waited for; an undefined request waits. */
export const usePoll = <C extends Call>(
  call: C,
  request: ResourceRequest<C> | undefined,
  { everyMs, until }: { everyMs: number; until: (data: ResponseOf<C>) => boolean },
): {
  data: ResponseOf<C> | undefined
  /** Why the server refuses to answer: nothing is asked any more until `ask`. */
  problem: Problem | undefined
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
            return answer.ok ? ok({ data: answer.value, isAwaited: until(answer.value) }) : answer
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
  const ask = useCallback(() => actor.send({ type: 'ASK' }), [actor])
  useUnansweredCall(useSelector(actor, selectIsUnanswered), ask)
  useLiveMessages(() => undefined, ask)
  const { data, problem } = useSelector(actor, snapshot => snapshot.context)
  return { data, problem, ask }
}
