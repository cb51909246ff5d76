import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { createJobRunner, createJobs, findJob } from '../../../server/bulk/index.ts'
import type { StatusName } from '../../../src/domain/status.ts'
import type { JobWithRows } from '../../../src/domain/wire/jobs.ts'
import { message } from '../../../src/messages/message.ts'
import type { ProcessingServer } from './processingServer.ts'

/** The body of a request to re-process the submissions of these providers. */
export const jobBody = (instIds: readonly string[], more: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  kind: 'REPROCESS',
  collectionReference: '23056',
  instIds,
  ...more,
})

/** A job that measures nothing. */
export const noMeasure = async () => ({ refusal: message('specification', 'impact.noResults') })

/** A queue that no process takes a job from. */
export const idleQueue = { enqueueBulk: async () => undefined, enqueueOutputs: async () => undefined }

/** Submissions on a server for jobs to decide, the calls of jobs, and jobs that the test itself works on. */
export const jobScene = (server: ProcessingServer) => {
  const submissions = new Map<string, string>()
  const read = async (id: string): Promise<JobWithRows> =>
    (await server.call<JobWithRows>('bedel-staff', 'GET', `/jobs/${id}`)).body

  return {
    /** The submission of each provider, by its id. */
    submissions,
    /** Forgets all jobs and submissions, and opens the collection. */
    reset: async (): Promise<void> => {
      await server.asOwner(
        `set session_replication_role = replica; truncate job, job_row, impact_row; delete from chart_event where chart = 'job'; set session_replication_role = origin`,
      )
      await server.forget()
      await server.setCollection('Open')
    },
    placeAll: async (statuses: Record<string, StatusName>, collectionId?: string): Promise<void> => {
      for (const [instId, status] of Object.entries(statuses)) {
        const id = randomUUID()
        submissions.set(instId, id)
        await server.place({ id, instId, ...(collectionId ? { collectionId } : {}) }, status)
      }
    },
    start: (body: ReturnType<typeof jobBody>, user = 'bedel-admin') =>
      server.call<{ detail: string }>(user, 'POST', '/jobs', { body }),
    read,
    /** The job when it is over. */
    over: async (id: string): Promise<JobWithRows> => {
      const isOver = () => server.inSystem(tx => findJob(tx, id)).then(job => job?.ended !== null)
      await vi.waitUntil(isOver, { timeout: 60_000, interval: 20 })
      return read(id)
    },
    /** How often each provider's submission was re-processed, each time into a copy. */
    copies: async (): Promise<Record<string, number>> => {
      const { rows } = await server.inSystem(tx =>
        sql<{ instId: string; count: number }>`
          select inst_id as "instId", count(*)::int as count from submission
          where copied_from is not null group by inst_id`.execute(tx),
      )
      return Object.fromEntries(rows.map(({ instId, count }) => [instId, count]))
    },
    /** Jobs that nobody works on but the test. */
    byHand: () => {
      const jobs = createJobs({ ...server, measure: noMeasure, queue: idleQueue })
      const { make } = createJobRunner({ db: server.db, jobs })
      const runOnce = (jobId: string, signal = new AbortController().signal) =>
        make({ data: { jobId }, signal })
      const ask = async (instIds: readonly string[]) => {
        const id = randomUUID()
        const made = await jobs.request({
          id,
          kind: 'REPROCESS',
          reference: '23056',
          instIds,
          withSubmitted: false,
          actor: server.actor('bedel-admin'),
        })
        expect(made.ok).toBe(true)
        return id
      }
      return { jobs, runOnce, ask }
    },
  }
}
