import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createMeasure } from '../../server/impact/index.ts'
import type { ImpactWire, RuleSpreadWire } from '../../src/domain/wire/impact.ts'
import type { JobWire } from '../../src/domain/wire/jobs.ts'
import type {
  RulesetWire,
  SpecificationRuleWire,
  SpecificationWire,
} from '../../src/domain/wire/specifications.ts'
import { generateSample } from '../../src/sample/index.ts'
import { expectConforming } from './support/conforms.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { publisher } from './support/published.ts'

/*
 * What a specification would change, before it is published: "newly outside, newly inside, failures before and
 * after, regulators touched … kept with the specification. A rule with a fault is found here, not by 400 universities."
 */

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
  const content = Buffer.concat([
    ...generateSample({ provider: '0001', collection: '23056', students: 60, faults: 'rules' }),
  ])
  const submissionId = randomUUID()
  await server.upload('ashby-submitter', { submissionId, instId: '0001', content })
  await server.reaches(submissionId, 'QUALITY_PROCESSING_COMPLETE')
}, 120_000)
afterAll(() => server.stop())
afterEach(() => expectConforming(server))

const call = <T>(method: string, path: string, body?: unknown, user = 'bedel-admin') =>
  server.call<T & { detail: string }>(user, method, `/specifications${path}`, { body })

const makeDraft = async (ruleset: RulesetWire): Promise<number> => {
  const made = await call<SpecificationWire>('POST', '', {
    schemaId: ruleset.schema.id,
    rulesetId: ruleset.id,
    versionIncrement: 'minor',
  })
  await call('POST', `/${made.body.id}/apply-configuration`)
  return made.body.id
}
const rulesetOf = async (version: string): Promise<RulesetWire> => {
  const { body } = await call<{ rulesets: RulesetWire[] }>('GET', '/rulesets')
  return body.rulesets.find(one => one.version === version)!
}
const impactOf = async (specificationId: number, id: string = randomUUID()): Promise<ImpactWire> => {
  const started = await call('POST', `/${specificationId}/impacts`, { id, collectionReference: '23056' })
  expect([started.status, started.headers.get('location')]).toEqual([202, `/jobs/${id}`])
  return vi.waitFor(
    async () => {
      const { body } = await call<ImpactWire>('GET', `/${specificationId}/impacts/${id}`)
      expect(body.job.endedUtc).not.toBeNull()
      return body
    },
    { timeout: 60_000, interval: 200 },
  )
}

/** The rules that find nothing in the submission: a ruleset without them is checked sooner. */
const findingNothing = async (): Promise<string[]> => {
  const { codes } = await server.look<{ codes: string[] }>(
    'select array_agg(code) as codes from quality_rule_result where failure_count = 0',
  )
  return codes
}

describe('what a specification would change', () => {
  it('is nothing where it says the same', async () => {
    const id = await makeDraft(await rulesetOf('23056_1.0.0'))
    const impact = await impactOf(id)
    expect(impact).toMatchObject({
      job: { kind: 'IMPACT', state: 'COMPLETED', counts: { DONE: 1, REFUSED: 0 } },
      rules: [],
      providers: [],
      regulators: [],
    })
  }, 90_000)

  it('is what a changed tolerance decides otherwise, of what was counted', async () => {
    const id = await makeDraft(await rulesetOf('23056_1.0.0'))
    const { body: results } = await server.call<{ validations: { Code: string; Status: string }[] }>(
      'ashby-submitter',
      'GET',
      `/submissions/${(await server.look<{ id: string }>('select id from submission limit 1')).id}/validations?limit=-1`,
    )
    const outside = results.validations.find(({ Status }) => Status === '1')!.Code
    const { body } = await call<{ validations: SpecificationRuleWire[] }>(
      'GET',
      `/${id}/validations?filter=${outside}`,
    )
    const tolerances = body.validations[0]!.regulators.filter(
      ({ toleranceTypeId }) => toleranceTypeId !== 3,
    ).map(({ regulatorCode, toleranceTypeId, conjunction, toleranceTo, toleranceId }) => ({
      regulatorCode,
      toleranceTypeId,
      conjunction,
      toleranceFrom: toleranceTypeId === 1 ? 99_999 : 100,
      toleranceTo,
      toleranceId,
    }))
    expect((await call('PATCH', `/${id}/validations/${outside}`, { tolerances })).status).toBe(200)
    const impact = await impactOf(id)
    expect(impact.rules).toMatchObject([
      { ruleCode: outside, newlyInside: expect.any(Number), newlyOutside: 0, providers: 1, faults: 0 },
    ])
    const [rule] = impact.rules
    expect(rule?.newlyInside).toBeGreaterThan(0)
    expect(rule?.failuresAfter).toBe(rule?.failuresBefore)
    expect(impact.providers[0]).toMatchObject({ instId: '0001', turns: expect.anything() })
    expect(impact.regulators[0]).toMatchObject({ code: '5016', rules: 1, providers: 1 })
    // The collection's own results stay as they are.
    const { body: after } = await server.call<typeof results>(
      'ashby-submitter',
      'GET',
      `/submissions/${(await server.look<{ id: string }>('select id from submission limit 1')).id}/validations?limit=-1`,
    )
    expect(after.validations.find(({ Code }) => Code === outside)?.Status).toBe('1')
  }, 90_000)

  it('is what other rules find on the kept data, with a fault that only real data shows', async () => {
    const rule = (code: string, more: string, version = 'V01') => `code: ${code}
version: ${version}
name: ${code}
requirement: It is tried out.
finding: The record fails.
entity: Student
kind: quality
population: Student.SID is not null
tolerance: 0%
${more}
`
    const publish = publisher(server)
    const without = await findingNothing()
    const files = without.map(code => `  - rules/${code.replace('QR.STUDENT.', '')}.yaml\n`)
    const made = await publish.ruleset({
      'ruleset.yaml': `base: 23056_1.0.0\nversion: 23056_1.4.0\nschema: 23056_1_0_0.xsd\nwithout:\n${files.join('')}`,
      'rules/Student.SID.998.V01.yaml': rule(
        'Student.SID.998',
        "failure: Student.SID is not null\nexamples:\n  - fails: {}\n  - outside: { Student.SID: '' }",
      ),
      // Beside the first version, which stays a rule of its own.
      'rules/Student.BIRTHDTE.901.V02.yaml': rule(
        'Student.BIRTHDTE.901',
        "failure: Student.BIRTHDTE > date '2100-01-01'\nexamples:\n  - passes: {}\n  - fails: { Student.BIRTHDTE: 2100-01-02 }",
        'V02',
      ),
      // Only digits in the examples, other characters in real files.
      'rules/Student.SURNAME.997.V01.yaml': rule(
        'Student.SURNAME.997',
        "failure: cast(Student.SURNAME as integer) > 5\nexamples:\n  - passes: { Student.SURNAME: '4' }\n  - fails: { Student.SURNAME: '7' }",
      ),
    })
    expect([made.status, made.body.faults]).toEqual([200, undefined])
    await call('PUT', `/rulesets/${made.body.id}/state`, { stateId: 2 })
    const id = await makeDraft(await rulesetOf('23056_1.4.0'))
    const impact = await impactOf(id)
    expect(impact.rules.slice(0, 2)).toMatchObject([
      { ruleCode: 'QR.STUDENT.Student.SURNAME.997.V01', faults: 1, fault: expect.stringContaining('onver') },
      {
        ruleCode: 'QR.STUDENT.Student.SID.998.V01',
        newlyOutside: expect.any(Number),
        failuresBefore: 0,
        failuresAfter: 60,
      },
    ])
    expect([...without, 'QR.STUDENT.Student.BIRTHDTE.901.V02']).toEqual(
      expect.arrayContaining(impact.rules.slice(2).map(({ ruleCode }) => ruleCode)),
    )
    // It is kept with the specification, and found by its address.
    const { body } = await call<{ jobs: JobWire[] }>('GET', `/${id}/impacts`, undefined, 'bedel-staff')
    expect(body.jobs.map(job => job.id)).toEqual([impact.job.id])
    // What a rule counts is known of providers whose results were counted by it as it is.
    const spread = async (code: string) =>
      (await call<RuleSpreadWire>('GET', `/${id}/validations/${code}/spread`)).body
    expect(await spread('QR.STUDENT.Student.SID.998.V01')).toMatchObject({
      today: [],
      results: [],
      unknown: 1,
    })
    expect(await spread('QR.STUDENT.Student.BIRTHDTE.901.V01')).toMatchObject({
      results: [{ instId: '0001' }],
      unknown: 0,
    })
    expect(await spread('QR.STUDENT.Student.BIRTHDTE.901.V02')).toMatchObject({ today: [], results: [] })
    // It reads with the signal of its job: without one, a count of more than a minute would pass for an outage of the store.
    const signals: (AbortSignal | undefined)[] = []
    const measure = createMeasure({
      db: server.db,
      store: server.storage,
      specifications: server.specifications,
      reader: {
        read: async (_, __, ___, signal) => {
          signals.push(signal)
          throw new Error('Read.')
        },
      },
    })
    const { id: submission } = await server.look<{ id: string }>('select id from submission limit 1')
    const { signal } = new AbortController()
    await expect(measure(submission, id, signal)).rejects.toThrow('Read.')
    expect(signals).toEqual([signal])
    const elsewhere = await call('GET', `/${id - 1}/impacts/${impact.job.id}`)
    expect(elsewhere.status).toBe(404)
  }, 180_000)

  it('is told beside a tolerance by what the rule counts at each provider, without a tolerance of its own', async () => {
    const id = await makeDraft(await rulesetOf('23056_1.0.0'))
    const { id: submission } = await server.look<{ id: string }>('select id from submission limit 1')
    const stored = await server.look<{ code: string; failures: number; population: number }>(
      `select code, failure_count::int as failures, population_count::int as population from quality_rule_result
       where submission_id = '${submission}' and outside order by ordinal limit 1`,
    )
    const spread = (user: string, query = '') =>
      call<RuleSpreadWire>('GET', `/${id}/validations/${stored.code}/spread${query}`, undefined, user)
    const { status, body } = await spread('bedel-staff')
    expect([status, body.collection]).toEqual([200, { reference: '23056', name: 'Student 2023/24' }])
    expect(body).toMatchObject({ overridden: 0, unknown: 0 })
    expect(body.results).toMatchObject([
      {
        instId: '0001',
        provider: 'University of Ashby',
        regulatorCodes: expect.arrayContaining(['5016']),
        failureCount: stored.failures,
        populationCount: stored.population,
      },
    ])
    expect(
      body.today.find(({ regulatorCode }) => regulatorCode === '5016')?.tolerance.parts.length,
    ).toBeGreaterThan(0)
    // Figures of providers beside each other are the agency's.
    for (const user of ['ashby-signoff', 'ohe-analyst', 'ohe-delivery', 'ttb-analyst'])
      expect([user, (await spread(user)).status]).toEqual([user, 403])
    expect((await spread('bedel-admin', '?collectionReference=25056')).body).toMatchObject({
      collection: null,
      results: [],
    })
    expect((await call('GET', `/${id}/validations/QR.NONE/spread`)).status).toBe(404)
    expect((await call('GET', `/999999/validations/${stored.code}/spread`)).status).toBe(404)
  }, 60_000)

  it('is asked for by who may configure specifications, of a specification and a collection that there are', async () => {
    const id = await makeDraft(await rulesetOf('23056_1.0.0'))
    const ask = (user: string, specification = id, collectionReference = '23056') =>
      call('POST', `/${specification}/impacts`, { id: randomUUID(), collectionReference }, user)
    for (const user of ['bedel-staff', 'ashby-signoff', 'ohe-analyst'])
      expect([user, (await ask(user)).status]).toEqual([user, 403])
    expect((await ask('bedel-admin', 999_999)).status).toBe(404)
    expect((await ask('bedel-admin', id, '29056')).status).toBe(404)
    // Nobody has uploaded to it.
    expect((await ask('bedel-admin', id, '25056')).status).toBe(409)
    expect((await ask('bedel-analyst')).status).toBe(202)
  }, 60_000)
})
