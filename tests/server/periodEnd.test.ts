import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FactsWire } from '../../src/domain/wire/facts.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/* The reference period ends at midnight in London, of which no message tells: the facts say when that is (decisions §3). */

let server: ProcessingServer
const id = randomUUID()
beforeAll(async () => {
  server = await startProcessingServer()
  await server.place({ id, instId: '0001' }, 'QUALITY_PROCESSING_COMPLETE')
  // Its last day is that of the clock.
  await server.inSystem(tx =>
    sql`update collection set reference_period_end = '2024-10-01' where id = 'c23056'`.execute(tx),
  )
})
afterAll(() => server.stop())

const answerOf = async (path: string): Promise<{ facts: FactsWire; now: string }> =>
  (await server.call<{ facts: FactsWire; now: string }>('ashby-signoff', 'GET', path)).body

it('is told by the facts of a submission, and of one that nobody has begun, until it has ended', async () => {
  const paths = [`/submissions/${id}`, '/submissions/new/c23056/0001']
  for (const path of paths)
    expect(await answerOf(path)).toMatchObject({
      // The browser counts from the server's clock.
      now: server.clock.now().toISOString(),
      facts: { changesAt: '2024-10-01T23:00:00.000Z', blockers: { notCollectionEndDate: true } },
    })
  server.clock.forward(Date.parse('2024-10-01T23:00:00Z') - server.clock.now().getTime())
  for (const path of paths) {
    const { changesAt, blockers } = (await answerOf(path)).facts
    expect([changesAt, blockers.notCollectionEndDate]).toEqual([undefined, false])
  }
})
