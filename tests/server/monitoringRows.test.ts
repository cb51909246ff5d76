import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createMonitoring } from '../../server/http/routes/monitoring.ts'
import type { SubmissionMode } from '../../src/domain/status.ts'
import type { MonitoringRow } from '../../src/domain/wire/collections.ts'
import type { Language } from '../../src/messages/messages.ts'
import { generateSample, type SampleOptions } from '../../src/sample/index.ts'
import { placeIssue } from './support/issueScene.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/*
 * The rows of the monitoring page, of which a server holds those that nothing was told of (specification 2 §2.4): whatever happens,
 * they are those of a server that has just started.
 */

let server: ProcessingServer
let held: ReturnType<typeof createMonitoring>
const [sent, received] = [randomUUID(), randomUUID()]
const into = `/collection-reports/pgr-transfers-in/${received}?instId=0001`

beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
  held = createMonitoring(server)
}, 120_000)
afterAll(() => server.stop())

const upload = async (
  instId: string,
  user: string,
  submissionId: string,
  sample: Omit<SampleOptions, 'provider' | 'collection'>,
): Promise<void> => {
  const content = Buffer.concat([...generateSample({ provider: instId, collection: '23056', ...sample })])
  await server.upload(user, { submissionId, instId, content })
  await server.reaches(submissionId, 'QUALITY_PROCESSING_COMPLETE', 'SCHEMA_CHECK_FAILED')
}
const call = async (user: string, method: string, path: string, body?: unknown): Promise<void> => {
  const { status } = await server.call(user, method, path, body === undefined ? {} : { body })
  expect([method, path, Math.floor(status / 100)]).toEqual([method, path, 2])
}

const readers: [user: string, language: Language, mode: SubmissionMode][] = [
  ['bedel-analyst', 'en', 'live'],
  ['bedel-staff', 'en-XA', 'live'],
  ['bedel-analyst', 'en', 'ovt'],
  ['ohe-analyst', 'en', 'live'],
  ['ashby-signoff', 'en', 'live'],
]
const rowsBy = async (
  read: typeof held,
  [user, language, mode]: (typeof readers)[number],
): Promise<MonitoringRow[]> =>
  (await read({ actor: server.actor(user), language }, '23056', mode)).map(({ row, json }) => {
    expect(JSON.parse(json)).toEqual(row)
    return row
  })

/** What the agency sees of a provider, after every reader was given what a server gives that holds nothing. */
const rowOf = async (instId: string): Promise<MonitoringRow | undefined> => {
  for (const reader of readers)
    expect([reader, await rowsBy(held, reader)]).toEqual([
      reader,
      await rowsBy(createMonitoring(server), reader),
    ])
  const [agency] = readers
  return (await rowsBy(held, agency!)).find(({ provider }) => provider.instId === instId)
}
const ashby = async () => (await rowOf('0001'))!
const lacksConsent = async () => (await ashby()).facts.blockers.pgrTransferConsentGiven

it('follow a file from its upload to its results, and a later one that comes less far', async () => {
  expect((await ashby()).latestSubmission).toBeNull()
  await upload('0001', 'ashby-submitter', sent, { students: 120, researchersMoveTo: '0002' })
  expect(await ashby()).toMatchObject({
    latestSubmission: { uuid: sent, status: { code: 'QUALITY_PROCESSING_COMPLETE' } },
  })
  const failed = randomUUID()
  await upload('0002', 'brackley-submitter', received, { students: 20 })
  await upload('0002', 'brackley-submitter', failed, { students: 5, faults: 'malformed' })
  expect(await rowOf('0002')).toMatchObject({
    latestSubmission: { uuid: failed },
    furthestSubmission: { uuid: received },
  })
})

it('name to nobody but themselves who uploaded and submitted', async () => {
  await rowOf('0001')
  const own = await rowsBy(held, ['ashby-submitter', 'en', 'live'])
  expect(own.map(({ facts }) => facts.uploaderId)).toEqual(['ashby-submitter'])
  expect(await rowsBy(createMonitoring(server), ['ashby-submitter', 'en', 'live'])).toEqual(own)
  expect((await ashby()).facts.uploaderId).toBeUndefined()
})

it('follow what another provider does: its consent, and whether it returns a record at all', async () => {
  expect(await lacksConsent()).toBe(true)
  // The latest submission of the receiver has failed; consent is given from what it uploads after it.
  const again = randomUUID()
  // Of two files of one moment either may count as the furthest.
  server.clock.forward(60_000)
  await upload('0002', 'brackley-submitter', again, { students: 20 })
  const consent = into.replace(received, again)
  await call('brackley-signoff', 'PUT', consent)
  expect(await lacksConsent()).toBe(false)
  await call('brackley-signoff', 'DELETE', consent)
  expect(await lacksConsent()).toBe(true)
  // Of this the sender is told nothing.
  await call('bedel-admin', 'PATCH', '/providers/0002', { onboarded: false })
  expect(await lacksConsent()).toBe(false)
  await call('bedel-admin', 'PATCH', '/providers/0002', { onboarded: true })
  expect(await lacksConsent()).toBe(true)
  await call('brackley-signoff', 'PUT', consent)
})

it('follow the register of providers', async () => {
  await call('bedel-admin', 'PATCH', '/providers/0001', { riskCode: '01', publishedName: 'Ashby University' })
  expect(await ashby()).toMatchObject({
    provider: { riskCode: '01', publishedName: 'Ashby University' },
    facts: { riskCode: '01' },
  })
})

it('follow the collection and the time, of which nobody is told', async () => {
  await server.setCollection('Closed')
  expect((await ashby()).facts.collectionState).toBe('Closed')
  await server.setCollection('Open')
  await server.asOwner("update collection set approvers_differ = false where id = 'c23056'")
  expect((await ashby()).facts.approversDiffer).toBe(false)
  await server.asOwner("update collection set approvers_differ = true where id = 'c23056'")
  expect((await ashby()).facts.approversDiffer).toBe(true)
  await server.asOwner("update collection set reference_period_end = '2024-12-31' where id = 'c23056'")
  expect((await ashby()).facts.blockers.notCollectionEndDate).toBe(true)
  server.clock.forward(92 * 24 * 3_600_000)
  expect((await ashby()).facts.blockers.notCollectionEndDate).toBe(false)
})

it('follow open issues, which only some of the readers count', async () => {
  await placeIssue(server, sent, 'AWAITING_PROVIDER')
  expect((await ashby()).provider.issueCount).toBe(1)
})

it('follow what somebody has mended by hand, of earlier submissions after five minutes', async () => {
  await server.asOwner("update submission set student_count = 7 where inst_id = '0001' and is_latest")
  expect((await ashby()).latestSubmission?.studentCount).toBe(7)
  const later = randomUUID()
  await upload('0002', 'brackley-submitter', later, { students: 5, faults: 'malformed' })
  const furthest = (await rowOf('0002'))?.furthestSubmission
  expect(furthest?.uuid).not.toBe(later)
  await server.asOwner(`update submission set student_count = 8 where id = '${furthest?.uuid}'`)
  server.clock.forward(300_000)
  expect((await rowOf('0002'))?.furthestSubmission?.studentCount).toBe(8)
})

it('are read anew of those alone who were told something', async () => {
  const reader = readers[0]!
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  /** Whose facts are gathered while the rows are read. */
  const gatheredFor = async (): Promise<unknown[]> => {
    asked.mockClear()
    await rowsBy(held, reader)
    return asked.mock.calls.flatMap(([first, values]: unknown[]) => {
      const { text, values: own } = (typeof first === 'string' ? { text: first, values } : first) as {
        text: string
        values?: unknown[]
      }
      return text.includes('operational_failures') ? [own] : []
    })
  }
  try {
    await gatheredFor()
    expect(await gatheredFor()).toEqual([])
    await upload('0003', 'cardigan-signoff', randomUUID(), { students: 5 })
    const gathered = await gatheredFor()
    expect(JSON.stringify(gathered)).toContain('0003')
    expect(JSON.stringify(gathered)).not.toContain('0002')
  } finally {
    asked.mockRestore()
  }
})
