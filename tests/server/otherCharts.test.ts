import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inEnglish } from '../../server/messages.ts'
import { collectionStateOf } from '../../src/domain/collection.ts'
import { replayed } from './support/conforms.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/*
 * Histories of the charts besides the lifecycle, made by the calls and replayed (issue of the agency §5, decisions §10): whole
 * as they are, and told where somebody has put a hand to them.
 */

const reference = '26056'
let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer()
  const put = (path: string, body: unknown) => server.call('bedel-admin', 'PUT', path, { body })
  const made = await server.call('bedel-admin', 'POST', '/collections', {
    body: {
      reference,
      name: 'Student 2026/27',
      streamId: '056',
      referencePeriodStart: '2026-08-01',
      referencePeriodEnd: '2027-07-31',
    },
  })
  expect(made.status).toBe(200)
  expect(
    (await put(`/collections/${reference}/state`, { stateId: collectionStateOf('Deleted').id })).status,
  ).toBe(200)
})
afterAll(() => server.stop())

const found = async (chart: string) => (await replayed(server)).find(one => one.chart === chart)
const deviations = async () =>
  (await found('collectionState'))?.deviations.map(({ subject, sequence, reason }) => [
    subject,
    sequence,
    inEnglish(reason),
  ])

/** Looks while something is otherwise, and puts it back. */
const whileChanged = async <T>(
  column: string,
  to: string,
  sequence: number,
  look: () => Promise<T>,
): Promise<T> => {
  const at = `sequence = ${sequence} and chart = 'collectionState' and subject = '${reference}'`
  const { kept } = await server.look<{ kept: string }>(
    `select ${column}::text as kept from chart_event where ${at}`,
  )
  const change = (value: string) =>
    server.asOwner(`update chart_event set ${column} = '${value}' where ${at}`)
  await change(to)
  try {
    return await look()
  } finally {
    await change(kept)
  }
}

describe('the history of a chart', () => {
  it('is taken whole as the calls have made it', async () => {
    // With those of the demonstration: four made, three of them given a specification, five changes of state, four contacts.
    expect(await found('collectionState')).toMatchObject({ subjects: 5, events: 18, deviations: [] })
    expect((await replayed(server)).map(({ chart }) => chart).toSorted()).toEqual([
      'apiKey',
      'collectionState',
      'delivery',
      'deliveryConfiguration',
      'issue',
      'job',
      'pseudonymisationTask',
      'schemaState',
      'specificationState',
      'supportSession',
      'transfer',
      'webhookEndpoint',
    ])
  })

  it('is told where an event led elsewhere', async () => {
    const wrong = await whileChanged('to_place', 'Open', 2, deviations)
    expect(wrong).toEqual([
      [reference, 2, 'The chart leads to Deleted, but the history goes to Open.'],
      [reference, 2, 'It is at Deleted, but its history ends at Open.'],
    ])
  })

  it('is told where an event begins elsewhere', async () => {
    expect(await whileChanged('from_place', 'Validation', 2, deviations)).toEqual([
      [reference, 2, 'It starts at Validation, but the previous event led to Draft.'],
    ])
  })

  it('is told where an event is missing', async () => {
    const move = (from: number, to: number) =>
      server.asOwner(`update chart_event set sequence = ${to} where sequence = ${from}
        and chart = 'collectionState' and subject = '${reference}'`)
    await move(2, 3)
    expect(await deviations()).toEqual([[reference, 3, 'Event 2 is missing from the history.']])
    await move(3, 2)
  })

  it('is told where the chart would have refused the actor', async () => {
    const nobody = JSON.stringify({
      kind: 'user',
      userId: randomUUID(),
      name: 'Nobody',
      organisationId: 'bedel',
      organisationType: 'agency',
      isPrimaryRegulator: false,
      roles: [],
    })
    const [[subject, sequence, reason] = []] = (await whileChanged('actor', nobody, 2, deviations)) ?? []
    expect([subject, sequence]).toEqual([reference, 2])
    expect(reason).toMatch(/^The chart does not allow it: /)
  })

  it('is told where the chart asks for something else', async () => {
    expect(await whileChanged('effects', '["useSpecification"]', 2, deviations)).toEqual([
      [
        reference,
        2,
        expect.stringMatching(
          /^The chart requests \[.*\], but the history requested \[useSpecification\]\.$/,
        ),
      ],
    ])
  })

  it('is told where its subject stands elsewhere', async () => {
    await server.asOwner(
      `update collection set state_id = ${collectionStateOf('Open').id} where reference = '${reference}'`,
    )
    expect(await deviations()).toEqual([[reference, 2, 'It is at Open, but its history ends at Deleted.']])
  })
})
