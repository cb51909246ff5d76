import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Attempt, takeLease } from '../../server/jobs/lease.ts'
import { createProgressReporter } from '../../server/jobs/progress.ts'
import type { Stage } from '../../src/machines/submission-lifecycle/index.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer()
})
afterAll(() => server.stop())

it('keeps and pushes only what goes on: neither a stage that is tried again nor an outdated attempt takes progress back', async () => {
  const id = randomUUID()
  await server.lifecycle.requestUpload({
    submissionId: id,
    collectionId: 'c23056',
    instId: '0001',
    mode: 'live',
    fileName: 'file.xml',
    objectKey: `0001/${id}/file.xml`,
    expires: new Date(server.clock.now().getTime() + 60_000),
    actor: server.actor('ashby-submitter'),
  })
  const attemptAt = (stage: Stage): Promise<Attempt> =>
    server.inSystem(tx =>
      takeLease(tx, { submissionId: id, stage, worker: 'a worker', at: server.clock.now() }),
    )
  const report = async (attempt: Attempt, done: number, total: number) => {
    const reporter = createProgressReporter({
      db: server.db,
      clock: server.clock,
      log: pino({ level: 'silent' }),
      submission: { collectionId: 'c23056', instId: '0001', mode: 'live' },
      attempt,
    })
    // Half a second has gone by since the reporter was made: earlier than that it says nothing.
    const now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 600)
    reporter.report({ done, total, unit: 'rules' })
    clock.mockRestore()
    await reporter.end()
    const { rows } = await server.inSystem(tx =>
      sql<{ progress: { stage: string; done: number } }>`select progress from submission
        where id = ${id}::uuid`.execute(tx),
    )
    return rows[0]?.progress
  }
  const first = await attemptAt('QUALITY_RULES')
  expect(await report(first, 80, 100)).toMatchObject({ stage: 'QUALITY_RULES', done: 80 })
  const second = await attemptAt('QUALITY_RULES')
  expect(await report(second, 10, 100)).toMatchObject({ done: 80 })
  expect(await report(second, 90, 100)).toMatchObject({ done: 90 })
  expect(await report(first, 95, 100)).toMatchObject({ done: 90 })
  expect(await report(await attemptAt('CREDIBILITY'), 1, 12)).toMatchObject({ stage: 'CREDIBILITY', done: 1 })
  const { rows } = await server.inSystem(tx =>
    sql<{ done: number }>`select (payload->'progress'->>'done')::int as done from live_message
      where inst_id = '0001' and payload->>'type' = 'PROGRESS' order by sequence`.execute(tx),
  )
  expect(rows.map(({ done }) => done)).toEqual([80, 90, 1])
})
