import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BurnUpWire, RulesAcrossWire } from '../../src/domain/wire/collectionOverview.ts'
import type { CollectionProgressWire } from '../../src/domain/wire/collections.ts'
import type { QualityRuleRow } from '../../src/domain/wire/quality.ts'
import { generateSample } from '../../src/sample/index.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/**
 * What the agency sees of a whole collection: which rules fail at how many providers, and how many have come how far. It is
 * held against the three files themselves. Ashby lies in England,
 * Cardigan in Wales; both files have faults, that of Brackley has none.
 */
let server: ProcessingServer
const files = [
  { instId: '0001', user: 'ashby-submitter', id: randomUUID(), faults: 'rules' },
  { instId: '0003', user: 'cardigan-signoff', id: randomUUID(), faults: 'rules' },
  { instId: '0002', user: 'brackley-submitter', id: randomUUID() },
] as const

beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
  for (const { instId, user, id, ...fault } of files) {
    const content = Buffer.concat([
      ...generateSample({ provider: instId, collection: '23056', students: 30, ...fault }),
    ])
    await server.upload(user, { submissionId: id, instId, content })
    await server.reaches(id, 'QUALITY_PROCESSING_COMPLETE')
  }
}, 120_000)
afterAll(() => server.stop())

const overviewFor = (user: string) => server.call<RulesAcrossWire>(user, 'GET', '/collections/23056/rules')

/** The rules with failures of one file, as its own quality report gives them. */
const reportOf = async (user: string, { id, instId }: { id: string; instId: string }) => {
  const { body } = await server.call<{ validations: QualityRuleRow[] }>(
    user,
    'GET',
    `/submissions/${id}/validations?instId=${instId}&limit=-1`,
  )
  return body.validations.filter(({ FailureCount }) => FailureCount > 0)
}

it.each([
  ['bedel-analyst', 3],
  ['fcw-analyst', 1],
  ['ttb-analyst', 2],
])('names for the dashboard of %s the worst ten rules and providers', async (user, providers) => {
  const { rules } = (await overviewFor(user)).body
  const worst = await server.call<{
    providers: number
    rules: { code: string; outside: number }[]
    worstProviders: { instId: string; outside: number }[]
  }>(user, 'GET', '/collections/23056/worst-rules')
  expect(worst.body.providers).toBe(providers)
  expect(worst.body.rules.map(({ code, outside }) => [code, outside])).toEqual(
    rules
      .filter(({ outside }) => outside > 0)
      .slice(0, 10)
      .map(({ code, outside }) => [code, outside]),
  )
  // The same results, counted by provider.
  const byProvider = new Map<string, number>()
  for (const { providers: at } of rules)
    for (const one of at.filter(({ isOutside }) => isOutside))
      byProvider.set(one.instId, (byProvider.get(one.instId) ?? 0) + 1)
  expect(new Map(worst.body.worstProviders.map(({ instId, outside }) => [instId, outside]))).toEqual(
    byProvider,
  )
  const counts = worst.body.worstProviders.map(({ outside }) => outside)
  expect(counts).toEqual(counts.toSorted((one, other) => other - one))
})

it('counts for the agency at how many providers each rule fails, as their own reports say', async () => {
  const { body } = await overviewFor('bedel-analyst')
  expect(body.providers.map(({ instId, submissionUuid }) => [instId, submissionUuid]).sort()).toEqual(
    files.map(({ instId, id }) => [instId, id]).sort(),
  )
  const fileOf = new Map(body.providers.map(({ instId, submissionUuid }) => [instId, submissionUuid]))
  const reports = await Promise.all(
    files.map(async file => ({ file, rules: await reportOf('bedel-analyst', file) })),
  )
  const codes = new Set(reports.flatMap(({ rules }) => rules.map(({ Code }) => Code)))
  expect(new Set(body.rules.map(({ code }) => code))).toEqual(codes)
  for (const rule of body.rules) {
    const failing = reports.filter(({ rules }) => rules.some(({ Code }) => Code === rule.code))
    expect(rule.failing).toBe(failing.length)
    expect(rule.providers.map(({ instId }) => fileOf.get(instId)).sort()).toEqual(
      failing.map(({ file }) => file.id).sort(),
    )
    for (const { instId, failureCount, isOutside } of rule.providers) {
      const own = reports.find(({ file }) => file.instId === instId)?.rules ?? []
      const lines = own.filter(({ Code }) => Code === rule.code)
      expect(failureCount).toBe(lines[0]?.FailureCount)
      expect(isOutside).toBe(lines.some(({ Status }) => Status === '1'))
    }
  }
  expect(body.rules.some(({ outside }) => outside === 2)).toBe(true)
  // Four providers take part; all rules of the three files count, not only those that fail.
  expect(body.expected).toBe(4)
  expect(body.run).toBeGreaterThan(body.rules.length)
  expect(body.before).toEqual({ name: 'Student 2022/23', providers: 0 })
  expect(body.rules.every(({ requirement, before }) => requirement !== '' && before?.outside === 0)).toBe(
    true,
  )
  expect(body.rules.map(({ outside }) => outside)).toEqual(
    body.rules.map(({ outside }) => outside).toSorted((a, b) => b - a),
  )
})

it('shows the status of a provider’s issue in the rule’s row, and all rows as CSV', async () => {
  const { rules } = (await overviewFor('bedel-analyst')).body
  const code = rules[0]?.code ?? ''
  await server.call('bedel-analyst', 'POST', `/submissions/${files[0].id}/issues`, {
    body: { validationCode: code, regulatorCode: '5016' },
  })
  const again = (await overviewFor('bedel-analyst')).body.rules.find(rule => rule.code === code)
  expect(again?.providers.map(({ instId, issue }) => [instId, issue === null])).toEqual(
    expect.arrayContaining([
      ['0001', false],
      ['0003', true],
    ]),
  )
  const { body: csv } = await server.call<string>('bedel-analyst', 'GET', '/collections/23056/rules', {
    accept: 'text/csv',
  })
  const lines = csv.trim().split('\r\n')
  expect(lines).toHaveLength(1 + rules.reduce((sum, { failing }) => sum + failing, 0))
  expect(lines[1]).toContain(code)
})

it('counts for a regulator only its own providers', async () => {
  const { body } = await overviewFor('fcw-analyst')
  expect(body.providers.map(({ instId }) => instId)).toEqual(['0003'])
  const seen = body.rules.flatMap(({ providers }) => providers.map(({ instId }) => instId))
  expect(new Set(seen)).toEqual(new Set(['0003']))
})

it('gives a specialist regulator only the rules that name it', async () => {
  const { body } = await overviewFor('ttb-analyst')
  const named = body.rules.flatMap(({ providers }) => providers.map(({ regulatorCode }) => regulatorCode))
  const all = (await overviewFor('bedel-admin')).body
  expect(body.rules.length).toBeLessThan(all.rules.length)
  expect(new Set(named).size).toBeLessThanOrEqual(1)
})

it('counts for each collection its providers by step, for a regulator its own', async () => {
  const progressFor = async (user: string) =>
    (await server.call<{ collections: CollectionProgressWire[] }>(user, 'GET', '/collection-progress')).body
      .collections
  const of = (collections: CollectionProgressWire[], reference: string) =>
    collections.find(one => one.reference === reference)
  const all = await progressFor('bedel-staff')
  // Four providers take part; three have results, one has sent nothing.
  expect(of(all, '23056')).toEqual({
    reference: '23056',
    providers: 4,
    steps: [
      { code: 'upload', count: 1 },
      { code: 'processing', count: 0 },
      { code: 'qualityAssurance', count: 3 },
      { code: 'approval', count: 0 },
      { code: 'signedOff', count: 0 },
    ],
  })
  expect(of(all, '25056')?.providers).toBe(4)
  const wales = await progressFor('fcw-analyst')
  expect(of(wales, '23056')?.providers).toBe(1)
  expect(of(wales, '25056')).toBeUndefined()
  expect((await server.call('ashby-signoff', 'GET', '/collection-progress')).status).toBe(403)
})

it('counts day by day how many providers have come how far, for a regulator its own', async () => {
  const burnUpFor = async (user: string) =>
    (await server.call<BurnUpWire>(user, 'GET', '/collections/23056/burn-up')).body
  const all = await burnUpFor('bedel-staff')
  expect(all.days.at(-1)?.reached).toEqual({ processing: 3, qualityAssurance: 3, approval: 0, signedOff: 0 })
  expect(all.days.at(-1)?.day).toBe(all.today)
  // Four providers of the demonstration, one of them in Wales; nobody sent anything a year before.
  expect(all.providers).toBe(4)
  expect(all.before).toEqual({ reference: '22056', name: 'Student 2022/23', days: [] })
  const wales = await burnUpFor('fcw-analyst')
  expect(wales.providers).toBe(1)
  expect(wales.days.at(-1)?.reached.processing).toBe(1)
  expect((await server.call('ashby-signoff', 'GET', '/collections/23056/burn-up')).status).toBe(403)
})

it('counts a provider no longer while its next file is processed', async () => {
  const id = randomUUID()
  const content = Buffer.concat([
    ...generateSample({ provider: '0002', collection: '23056', students: 40, faults: 'malformed' }),
  ])
  await server.upload('brackley-submitter', { submissionId: id, instId: '0002', content })
  await server.reaches(id, 'SCHEMA_CHECK_FAILED')
  expect((await overviewFor('bedel-admin')).body.providers).toHaveLength(2)
})

it('counts what has changed since yesterday, for a regulator of its own providers', async () => {
  const newsFor = async (user: string) =>
    (await server.call(user, 'GET', '/collections/23056/since-yesterday')).body
  // Three files and the malformed one.
  const now = { since: '2024-09-30', uploads: 4, submitted: 0, signedOff: 0 }
  expect(await newsFor('bedel-staff')).toEqual(now)
  expect(await newsFor('fcw-analyst')).toEqual({ ...now, uploads: 1 })
  const id = randomUUID()
  const content = Buffer.concat([...generateSample({ provider: '0004', collection: '23056', students: 20 })])
  await server.upload('dunmore-signoff', { submissionId: id, instId: '0004', content })
  await server.reaches(id, 'QUALITY_PROCESSING_COMPLETE')
  const submitted = await server.call('dunmore-signoff', 'POST', `/submissions/update-state/${id}`, {
    body: { action: 'submit', statusId: 25, termsAccepted: true },
  })
  expect(submitted.status).toBe(200)
  expect(await newsFor('bedel-staff')).toEqual({ ...now, uploads: 5, submitted: 1 })
  expect((await server.call('ashby-signoff', 'GET', '/collections/23056/since-yesterday')).status).toBe(403)
  expect((await server.call('bedel-staff', 'GET', '/collections/11111/since-yesterday')).status).toBe(404)
})

it('is refused to providers, and not there for a collection that is not', async () => {
  expect((await overviewFor('ashby-signoff')).status).toBe(403)
  expect((await server.call('bedel-admin', 'GET', '/collections/11111/rules')).status).toBe(404)
})
