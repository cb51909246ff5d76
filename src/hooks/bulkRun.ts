import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useEffectEvent } from 'react'
import { type ActorRefFrom, fromPromise } from 'xstate'
import { isJobOver } from '../domain/job.ts'
import type { JobStateName } from '../domain/jobPlace.ts'
import { cancelJob } from '../domain/wire/jobs.ts'
import {
  type BulkRunEvent,
  type BulkRunInput,
  type BulkRunMachine,
  bulkRunMachine,
  type CancelInput,
  type CancelOutput,
  type RequestInput,
  type RequestOutput,
} from '../machines/bulk-run/index.ts'
import { ok } from '../machines/support/index.ts'
import { attached } from './running/index.ts'
import { useServicesContext } from './services.ts'

export type BulkRunActor = ActorRefFrom<BulkRunMachine>

/**
 * One decision about many providers, kept by a bulk-run actor. Resources tell it about its job (`jobNews`) and
 * the providers.
 */
export const useBulkRun = (
  input: BulkRunInput,
  calls: {
    request: (input: RequestInput) => Promise<RequestOutput>
    /** The page's address is to name this job; none where the table is chosen from anew. */
    onJob: (jobId: string | undefined) => void
  },
): BulkRunActor => {
  const { api } = useServicesContext()
  const actor = useActorRef(
    bulkRunMachine.provide({
      actors: {
        request: fromPromise<RequestOutput, RequestInput>(({ input }) => calls.request(input)),
        cancel: fromPromise<CancelOutput, CancelInput>(async ({ input }) => {
          const result = await api.call(cancelJob, { path: { id: input.jobId } })
          return result.ok ? ok(undefined) : result
        }),
      },
    }),
    { ...attached, input },
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
  return actor
}

/** What is known of a job, for the actor that follows it. */
export const jobNews = ({ version, state }: { version: number; state: JobStateName }): BulkRunEvent => ({
  type: 'PROGRESS',
  job: { version, isOver: isJobOver(state) },
})

/** Whether a provider is chosen; a row that asks is drawn anew only when that changes. */
export const useIsChosen = (run: BulkRunActor, instId: string): boolean =>
  useSelector(run, ({ context }) => context.chosen.includes(instId))
