import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { statusOf } from '../../src/domain/status.ts'
import { startProcessingServer } from './support/processingServer.ts'
import { sampleFile } from './support/sampleFile.ts'

/** What is counted of the statements besides transactions, by words that only these have. */
const counted = {
  facts: 'c.pause_reason, c.approvers_differ',
  openJobs: "and state <= 'active' and group_id = $2",
  locks: 'pg_advisory_xact_lock(hashtextextended($1',
}

describe('what an upload costs', () => {
  it('is two transactions for a stage, and a third where the schema check asks about other providers', async () => {
    const counts: Record<string, number> = {}
    const statements: Record<keyof typeof counted, Record<string, number>> = {
      facts: {},
      openJobs: {},
      locks: {},
    }
    let stage = 'upload'
    const server = await startProcessingServer({
      worker: true,
      metrics: {
        jobTaken: taken => {
          stage = taken
        },
        stageDone: () => undefined,
        jobFailed: () => undefined,
      },
    })
    // What a process looks up once, for each specification that is in use.
    for (const version of ['22056_1.3.0', '23056_1.0.0', '24056_1.2.0'])
      await server.processing.specifications.load({ schemaVersion: version, rulesetVersion: version })
    const asked = pg.Client.prototype.query
    const begin = server.db.transaction.bind(server.db)
    vi.spyOn(server.db, 'transaction').mockImplementation(() => {
      counts[stage] = (counts[stage] ?? 0) + 1
      return begin()
    })
    const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...given: unknown[]
    ) {
      const text = JSON.stringify(given[0]) ?? ''
      for (const [kind, words] of Object.entries(counted))
        if (text.includes(words)) {
          const of = statements[kind as keyof typeof counted]
          of[stage] = (of[stage] ?? 0) + 1
        }
      return asked.apply(this, given as never) as never
    })
    // A clock that stands: progress, which is told twice a second, is left out.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    const watcher = new pg.Client(server.databaseUrl)
    await watcher.connect()
    await watcher.query("set bedel.scope = 'all'")
    // What every process does each minute is no upload's cost.
    await watcher.query('delete from pgboss.schedule')
    const id = randomUUID()
    await server.upload('ashby-submitter', {
      submissionId: id,
      instId: '0001',
      content: sampleFile({ students: 5 }),
    })
    await vi.waitFor(
      async () => {
        const { rows } = await watcher.query(
          'select status_id, tsv_delivery_location from submission where id = $1',
          [id],
        )
        expect(rows[0]?.status_id).toBe(statusOf('QUALITY_PROCESSING_COMPLETE').id)
        expect(rows[0]?.tsv_delivery_location).not.toBeNull()
      },
      { timeout: 60_000, interval: 50 },
    )
    await watcher.end()
    clock.mockRestore()
    query.mockRestore()
    await server.stop()
    expect(counts).toEqual({
      // The sign-in of who uploads, which this server has not seen before; the request, and the arrival.
      upload: 3,
      PROVISIONING: 2,
      SCHEMA_CHECK: 3,
      RIGHT_TO_PROCESS: 2,
      ENRICHMENT: 2,
      QUALITY_RULES: 2,
      CREDIBILITY: 2,
      // Two as every stage, and three of the delivery files, which follow it at once: the submission, where its analysis
      // is, and that they are there.
      COLLECTION_REPORTS: 2 + 3,
    })
    const each = {
      PROVISIONING: 4,
      SCHEMA_CHECK: 4,
      RIGHT_TO_PROCESS: 4,
      ENRICHMENT: 4,
      QUALITY_RULES: 4,
      CREDIBILITY: 4,
    }
    expect(statements).toEqual({
      // Before and after the decision that a stage has begun, and that it has ended; the last one's also after the decision
      // that processing is complete.
      facts: { upload: 4, ...each, COLLECTION_REPORTS: 4 + 1 },
      // Where providers take turns: at the first stage alone.
      openJobs: { upload: 1 },
      // Of the provider, and of the id that the upload has chosen; all other transactions find the submission with its
      // provider's lock, and not before.
      locks: { upload: 1 + 1 },
    })
  })
})
