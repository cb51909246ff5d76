import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Held, StageJob } from '../../server/jobs/jobs.ts'
import { attempts } from '../../server/limits.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/**
 * The columns of pg-boss's tables that `server/jobs/bossTables.ts` reads and writes by SQL of its own. These tests fail if another version
 * has other tables, or another meaning of a column.
 */
let server: ProcessingServer
beforeEach(async () => {
  server = await startProcessingServer()
})
afterEach(() => server.stop())

type Row = Record<string, unknown>

const rowOf = async (id: string): Promise<Row> =>
  (await server.look<{ row: Row }>(`select to_jsonb(j) as row from pgboss.job j where id = '${id}'`)).row

const changedFrom = (before: Row, after: Row): string[] =>
  Object.keys(after)
    .filter(column => JSON.stringify(before[column]) !== JSON.stringify(after[column]))
    .toSorted()

/** Takes the next job, and gives it with its row before and after something is done with it. */
const takeOne = async (
  act: (job: Held<StageJob>) => Promise<void>,
): Promise<{ job: Held<StageJob>; before: Row; after: Row }> => {
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof takeOne>>>()
  const slot = await server.processing.queue.consume('stage', async job => {
    try {
      const before = await rowOf(job.id)
      await act(job)
      resolve({ job, before, after: await rowOf(job.id) })
    } catch (error) {
      reject(error)
    }
  })
  try {
    return await promise
  } finally {
    await slot.stop()
  }
}

const enqueue = (): Promise<void> =>
  server.inSystem(tx =>
    server.processing.queue.enqueueStage(
      tx,
      { submissionId: randomUUID(), instId: '0001', mode: 'live', stage: 'PROVISIONING' },
      randomUUID(),
    ),
  )

it('has the columns that are read and written, and the states in their order', async () => {
  const { columns } = await server.look<{ columns: Record<string, string> }>(`
    select jsonb_object_agg(column_name, udt_name || case is_nullable when 'YES' then '?' else '' end) as columns
    from information_schema.columns where table_schema = 'pgboss' and table_name = 'job'
      and column_name in ('id', 'name', 'data', 'state', 'priority', 'group_id', 'singleton_key', 'blocked', 'output',
        'retry_limit', 'retry_count', 'start_after', 'heartbeat_on', 'heartbeat_seconds', 'created_on', 'started_on', 'completed_on')`)
  expect(columns).toEqual({
    id: 'uuid',
    name: 'text',
    data: 'jsonb?',
    state: 'job_state',
    priority: 'int4',
    group_id: 'text?',
    singleton_key: 'text?',
    blocked: 'bool',
    output: 'jsonb?',
    retry_limit: 'int4',
    retry_count: 'int4',
    start_after: 'timestamptz',
    heartbeat_on: 'timestamptz?',
    heartbeat_seconds: 'int4?',
    created_on: 'timestamptz',
    started_on: 'timestamptz?',
    completed_on: 'timestamptz?',
  })
  // Compared by `<`: what stands before 'active' waits, and what stands before 'completed' is open.
  const { states } = await server.look<{ states: string[] }>(
    'select enum_range(null::pgboss.job_state)::text[] as states',
  )
  expect(states).toEqual(['created', 'retry', 'active', 'completed', 'cancelled', 'failed'])
})

it('writes of a job that is put back what the library writes of one that has failed, and one more try', async () => {
  const { queue } = server.processing
  await enqueue()
  const failed = await takeOne(job => server.inSystem(tx => queue.giveBack(tx, job, new Error('a fault'))))
  await server.asOwner('delete from pgboss.job')
  await enqueue()
  const putBack = await takeOne(job => server.inSystem(tx => queue.putBack(tx, job, 'store')))
  expect([failed.after.state, putBack.after.state]).toEqual(['retry', 'retry'])
  expect(changedFrom(putBack.before, putBack.after)).toEqual(
    [...changedFrom(failed.before, failed.after), 'retry_limit'].toSorted(),
  )
})

it('takes a job that was handed back again with another number of attempts, and as many tries left', async () => {
  const { queue } = server.processing
  await enqueue()
  const first = await takeOne(job => server.inSystem(tx => queue.handBack(tx, job)))
  const second = await takeOne(job => server.inSystem(tx => queue.handBack(tx, job)))
  const taken = [first, second].map(({ job, before }) => [job.retryCount, before.retry_limit])
  expect(taken).toEqual([
    [0, attempts.stageRetries],
    [1, attempts.stageRetries + 1],
  ])
  expect(second.job.id).toBe(first.job.id)
})

it('gives a try back to a job that another attempt has taken since', async () => {
  const { queue } = server.processing
  await enqueue()
  const { job } = await takeOne(held => server.inSystem(tx => queue.giveBack(tx, held, new Error('unseen'))))
  await server.inSystem(tx => queue.uncount(tx, job))
  expect(await rowOf(job.id)).toMatchObject({ state: 'retry', retry_limit: attempts.stageRetries + 1 })
})
