import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDemonstration } from '../../server/demonstration/index.ts'
import { scenarios, submissionIdOf } from '../../server/demonstration/scenarios.ts'
import { isExhaustive } from './support/exhaustive.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/** `npm test` makes them of a tenth of the students; BEDEL_EXHAUSTIVE as people find them. */
const share = isExhaustive ? 1 : 10
/** Of fewer students, a file with faults breaks no operational rule. */
const fewest = 62
const shown = scenarios.map(scenario => ({
  ...scenario,
  students: Math.max(fewest, scenario.students / share),
}))

describe('the demonstration data', () => {
  let server: ProcessingServer
  beforeAll(async () => {
    server = await startProcessingServer({ worker: true })
  })
  afterAll(() => server.stop())

  const make = () => {
    const { db, clock, lifecycle, storage: store } = server
    return createDemonstration({ db, clock, lifecycle, store, log: pino({ level: 'silent' }) }, shown)
  }
  const idOf = (instId: string, collectionReference: string, fileName?: string): string => {
    const scenario = scenarios.find(
      entry =>
        entry.instId === instId &&
        entry.collectionReference === collectionReference &&
        (fileName === undefined || entry.fileName === fileName),
    )
    if (!scenario) throw new Error(`no scenario of ${instId} in ${collectionReference}`)
    return submissionIdOf(scenario)
  }

  it('is made by the system itself, and goes on where it was interrupted', async () => {
    const first = make()
    first.start()
    await server.reaches(idOf('0002', '22056'), 'ENRICHMENT', 'QUALITY_RULES', 'QUALITY_PROCESSING_COMPLETE')
    await first.stop()
    const second = make()
    second.start()
    await second.settled()
    const progress = await server.call<{ state: string; done: number; total: number }>(
      'bedel-staff',
      'GET',
      '/demonstration',
    )
    expect(progress.body).toMatchObject({ state: 'done', done: scenarios.length, total: scenarios.length })

    for (const scenario of scenarios) {
      const status = await server.statusOfSubmission(submissionIdOf(scenario))
      expect([scenario.fileName, status]).toEqual([scenario.fileName, scenario.target])
    }
    const { rows } = await server.inSystem(tx =>
      sql<{ count: number }>`select count(*)::int from submission`.execute(tx),
    )
    expect(rows[0]?.count).toBe(scenarios.length)
  })

  it('took each signed-off submission through every approval of its chain', async () => {
    const eventsOf = async (id: string) =>
      (
        await server.call<{ events: { event: string; actor: { kind: string } }[] }>(
          'bedel-staff',
          'GET',
          `/submissions/${id}/lifecycle`,
        )
      ).body.events.filter(({ actor }) => actor.kind === 'user')
    const approvals = async (instId: string) =>
      (await eventsOf(idOf(instId, '22056'))).filter(({ event }) => event === 'APPROVE').length
    expect(await Promise.all(['0001', '0002', '0003', '0004'].map(approvals))).toEqual([2, 3, 1, 2])
  })

  it("compares this year's record with the one that was signed off last year", async () => {
    const id = idOf('0002', '23056')
    const population = await server.call<{ hasPrevious: boolean; counts: { found: number } }>(
      'brackley-signoff',
      'GET',
      `/collection-reports/conpop/${id}`,
    )
    expect(population.body.hasPrevious).toBe(true)
    expect(population.body.counts.found).toBeGreaterThan(100 / share)
  })

  it('knows whose engagements stand in the signed-off records', async () => {
    const { rows } = await server.inSystem(tx =>
      sql<{
        instId: string
      }>`select inst_id as "instId" from known_engagement group by 1 having count(*) > ${100 / share} order by 1`.execute(
        tx,
      ),
    )
    expect(rows.map(({ instId }) => instId)).toEqual(['0001', '0002', '0003', '0004'])
  })

  it('shows what blocks a submission whose operational rules fail', async () => {
    const id = idOf('0004', '23056', 'dunmore-corrected.xml')
    const status = await server.call<{
      submissionStatuses: { operationalFailures: boolean }
      commitNotAllowedReasons: string[]
    }>('dunmore-signoff', 'GET', `/submissions/${id}/commit-allowed-status`)
    expect(status.body.submissionStatuses.operationalFailures).toBe(true)
    const refused = await server.call<{ detail: string }>(
      'dunmore-signoff',
      'POST',
      `/submissions/update-state/${id}`,
      {
        body: { action: 'submit', statusId: 25, termsAccepted: true },
      },
    )
    expect(refused.status).toBe(409)
    expect(refused.body.detail).toContain(status.body.commitNotAllowedReasons[0])
  })

  it('has a history that the chart takes whole', async () => {
    const found = await server.call<{ submissions: number; events: number; deviations: unknown[] }>(
      'bedel-staff',
      'GET',
      '/inspection/conformance',
    )
    expect(found.body).toMatchObject({ submissions: scenarios.length, deviations: [] })
    expect(found.body.events).toBeGreaterThan(100)
  })

  it('is made once', async () => {
    const again = make()
    again.start()
    await again.settled()
    const { rows } = await server.inSystem(tx =>
      sql<{ count: number }>`select count(*)::int from submission`.execute(tx),
    )
    expect(rows[0]?.count).toBe(scenarios.length)
  })
})
