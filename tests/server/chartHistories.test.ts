import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storedChartById } from '../../server/inspection/otherCharts.ts'
import type { ChartFigures, ChartHistory, ChartRecord } from '../../src/domain/wire/chartHistories.ts'
import { recordCharts } from '../../src/features/inspector/records/recordCharts.ts'
import { machineIds } from '../../src/machines/charts.ts'
import { apiKeyScene } from './support/apiKeyScene.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/** What the inspector reads of charts other than the lifecycle: the histories of three API keys. */

const hour = 3_600_000
const day = 24 * hour

let server: ProcessingServer
let revoked: string
let active: string

const inspect = <T>(path: string, user = 'bedel-staff') =>
  server.call<T>(user, 'GET', `/inspection/charts/${path}`)

beforeAll(async () => {
  server = await startProcessingServer()
  const { make, revoke } = apiKeyScene(() => server)
  const first = await make(['read'])
  revoked = first.key.id
  server.clock.forward(2 * hour)
  await revoke(revoked)
  server.clock.forward(3 * day)
  active = (await make(['read'])).key.id
  server.clock.forward(5 * hour)
}, 60_000)
afterAll(() => server.stop())

describe('the history of a chart other than the lifecycle', () => {
  it('gives each event with its guards, and what the chart asked for', async () => {
    const { body } = await inspect<ChartHistory>(`apiKey/history?subject=${revoked}`)
    expect(body).toMatchObject({
      subject: revoked,
      state: 'revoked',
      events: 2,
      factsAfter: { hasRoom: true },
    })
    expect(body.entries.map(({ event, from, to }) => [event, from, to])).toEqual([
      ['MAKE', 'none', 'active'],
      ['REVOKE', 'active', 'revoked'],
    ])
    expect(body.entries[0]).toMatchObject({
      actor: { kind: 'user', name: 'Thomas Whitby', organisationId: '0001' },
      effects: [],
    })
    expect(body.entries[0]?.checks.map(({ guard, holds }) => [guard, holds])).toEqual([
      ['mayManage', true],
      ['hasRoom', true],
    ])
  })

  it('counts stays and transitions by state, those that last up to now', async () => {
    const { body } = await inspect<ChartFigures>('apiKey/figures')
    const inActive = body.states.find(({ state }) => state === 'active')
    expect(body.records).toBe(2)
    expect(inActive).toMatchObject({ current: 1, visits: 2 })
    // Two hours and five: the median lies in the middle.
    expect(inActive?.median).toBeCloseTo(3.5 * 3600, 0)
    expect(inActive?.longest).toBeCloseTo(5 * 3600, 0)
    expect(body.transitions).toContainEqual({ event: 'REVOKE', from: 'active', to: 'revoked', count: 1 })
    const others = await inspect<ChartFigures>(`apiKey/figures?except=${active}`)
    expect(others.body.states.find(({ state }) => state === 'active')).toMatchObject({
      current: 0,
      visits: 1,
    })
  })

  it('finds records by state, name, person, id and day', async () => {
    const found = async (query: string): Promise<string[]> =>
      (await inspect<{ records: ChartRecord[] }>(`apiKey/records?${query}`)).body.records.map(
        ({ subject }) => subject,
      )
    expect(await found('')).toEqual([active, revoked])
    expect(await found('state=active')).toEqual([active])
    expect(await found('search=whitby')).toEqual([active, revoked])
    expect(await found('search=ashby')).toEqual([active, revoked])
    expect(await found(`search=${revoked.slice(0, 8)}`)).toEqual([revoked])
    expect(await found('search=cardigan')).toEqual([])
    expect(await found('day=2024-10-01')).toEqual([revoked])
    expect(await found('day=2024-10-02')).toEqual([])
  })

  it('is replayed through the chart', async () => {
    const { body } = await inspect('apiKey/conformance')
    expect(body).toEqual({ records: 2, events: 3, deviations: [] })
  })

  it('is there for every chart that stores one', async () => {
    expect(machineIds.filter(id => storedChartById(id))).toEqual(recordCharts)
    for (const chart of recordCharts)
      for (const part of ['figures', 'records', 'conformance'])
        expect([chart, part, (await inspect(`${chart}/${part}`)).status]).toEqual([chart, part, 200])
  })

  it('is for the agency alone, of charts and records that exist', async () => {
    expect((await inspect('apiKey/figures', 'ashby-signoff')).status).toBe(403)
    expect((await inspect('apiKey/figures', 'ohe-analyst')).status).toBe(403)
    expect((await inspect('upload/figures')).status).toBe(404)
    expect((await inspect('apiKey/history?subject=nothing')).status).toBe(404)
  })
})
