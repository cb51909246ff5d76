import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react'
import { type ActorRefFrom, fromPromise } from 'xstate'
import { listCollectionSubmissions, type MonitoringRow } from '../domain/wire/collections.ts'
import { isMonitoringBehind, monitoringAfter } from '../domain/wire/fileEvents.ts'
import { cancelJob, getJob, isJobBehind, type JobWithRows, jobAfter } from '../domain/wire/jobs.ts'
import { changesCollection } from '../domain/wire/live.ts'
import {
  type BulkRunInput,
  type BulkRunMachine,
  bulkRunMachine,
  type CancelInput,
  type CancelOutput,
  type RequestInput,
  type RequestOutput,
} from '../machines/bulk-run/index.ts'
import { ok } from '../machines/support/index.ts'
import { useLiveFeed } from './live.ts'
import { type Resource, resourceLogic, useAnswer } from './resource.ts'
import { attached } from './running/index.ts'
import { useServicesContext } from './services.ts'

export type BulkRunActor = ActorRefFrom<BulkRunMachine>

/** One decision about many providers, with what it is made from: a bulk-run actor runs both resources. */
export const useBulkRun = (
  { jobId, isForAll = false, collection }: Omit<BulkRunInput, 'spread'>,
  calls: {
    request: (input: RequestInput) => Promise<RequestOutput>
    /** The page's address is to name this job; none where the table is shown again. */
    onJob: (jobId: string | undefined) => void
  },
): {
  run: BulkRunActor
  /** The providers' submissions of the collection; nothing while a job is followed. */
  rows: Resource<{ submissions: MonitoringRow[] }>
  /** The job that is followed. */
  job: Resource<JobWithRows>
  isFollowing: boolean
} => {
  const { api } = useServicesContext()
  const feed = useLiveFeed()
  const collectionId = collection?.id
  const resources = useMemo(
    () => ({
      rows: resourceLogic(
        listCollectionSubmissions,
        { api, feed },
        {
          isBehind: (message, data) =>
            (collectionId !== undefined && changesCollection(message, collectionId)) ||
            (message.type === 'FILE_EVENT' &&
              message.collectionId === collectionId &&
              message.facts.mode === 'live' &&
              isMonitoringBehind(data?.submissions ?? [], message)),
          follow: (data, message) =>
            message.type === 'FILE_EVENT'
              ? { submissions: monitoringAfter(data.submissions, message) }
              : data,
        },
      ),
      job: resourceLogic(
        getJob,
        { api, feed },
        {
          isBehind: (message, data) => isJobBehind(data, message),
          follow: jobAfter,
        },
      ),
    }),
    [api, feed, collectionId],
  )
  const [spread] = useState(Math.random)
  const run = useActorRef(
    bulkRunMachine.provide({
      actors: {
        ...resources,
        request: fromPromise<RequestOutput, RequestInput>(({ input }) => calls.request(input)),
        cancel: fromPromise<CancelOutput, CancelInput>(async ({ input }) => {
          const result = await api.call(cancelJob, { path: { id: input.jobId } })
          return result.ok ? ok(undefined) : result
        }),
      },
    }),
    { ...attached, input: { jobId, isForAll, collection, spread } },
  )
  // Before it is drawn, so that a job is never shown at the address of the table.
  useLayoutEffect(() => run.send({ type: 'ADDRESS_CHANGED', jobId, isForAll }), [run, jobId, isForAll])
  const lead = useEffectEvent(calls.onJob)
  useEffect(() => {
    const leads = run.on('bulkRun.leads', event => lead(event.jobId))
    return () => leads.unsubscribe()
  }, [run])
  return {
    run,
    rows: useAnswer(useSelector(run, ({ children }) => children.rows)),
    job: useAnswer(useSelector(run, ({ children }) => children.job)),
    isFollowing: useSelector(run, snapshot => snapshot.hasTag('following')),
  }
}

/** Whether a provider is chosen; a row that asks is drawn anew only when that changes. */
export const useIsChosen = (run: BulkRunActor, instId: string): boolean =>
  useSelector(run, ({ context }) => context.chosen.includes(instId))
