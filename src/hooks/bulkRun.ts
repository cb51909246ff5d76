import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useEffectEvent } from 'react'
import { type ActorRefFrom, fromPromise } from 'xstate'
import { isJobOver, type JobStateName } from '../domain/job.ts'
import {
  type BulkRunMachine,
  bulkRunMachine,
  type CancelInput,
  type CancelOutput,
  type RequestInput,
  type RequestOutput,
} from '../machines/bulk-run/index.ts'
import { attached } from './running/index.ts'

export type BulkRunActor = ActorRefFrom<BulkRunMachine>

/** One decision about many providers, kept by a bulk-run actor; what is known of its job is told to it. */
export const useBulkRun = (
  jobId: string | undefined,
  job: { version: number; state: JobStateName } | undefined,
  calls: {
    request: (input: RequestInput) => Promise<RequestOutput>
    cancel: (jobId: string) => Promise<CancelOutput>
    /** The page's address is to name this job; none where the table is chosen from anew. */
    onJob: (jobId: string | undefined) => void
    /** Providers that are chosen from the start, once they are known. */
    proposed?: readonly string[] | undefined
  },
): BulkRunActor => {
  const actor = useActorRef(
    bulkRunMachine.provide({
      actors: {
        request: fromPromise<RequestOutput, RequestInput>(({ input }) => calls.request(input)),
        cancel: fromPromise<CancelOutput, CancelInput>(({ input }) => calls.cancel(input.jobId)),
      },
    }),
    { ...attached, input: { jobId } },
  )
  const tell = useEffectEvent(calls.onJob)
  useEffect(() => {
    const started = actor.on('bulkRun.started', event => tell(event.jobId))
    const again = actor.on('bulkRun.again', () => tell(undefined))
    return () => {
      started.unsubscribe()
      again.unsubscribe()
    }
  }, [actor])
  const propose = useEffectEvent(() => {
    if (calls.proposed) actor.send({ type: 'CHOOSE', instIds: calls.proposed, isChosen: true })
  })
  const isProposed = calls.proposed !== undefined
  useEffect(() => {
    if (isProposed) propose()
  }, [isProposed])
  const { version, state } = job ?? {}
  useEffect(() => {
    if (version !== undefined && state !== undefined)
      actor.send({ type: 'PROGRESS', job: { version, isOver: isJobOver(state) } })
  }, [actor, version, state])
  return actor
}

/** Whether a provider is chosen; a row that asks is drawn anew only when that changes. */
export const useIsChosen = (run: BulkRunActor, instId: string): boolean =>
  useSelector(run, ({ context }) => context.chosen.includes(instId))
