import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { RuleTexts } from '../../src/domain/ruleSource.ts'
import type { RuleRun, RuleSourceWire, RulesetRuleWire } from '../../src/domain/wire/ruleSource.ts'
import type { RulesetWire } from '../../src/domain/wire/specifications.ts'
import { expectConforming } from './support/conforms.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { guestRuleset, guestSchema, publisher, type RefusedContent, schemaForm } from './support/published.ts'

/*
 * One rule of a Draft ruleset, changed in the browser: "population, failure, words, tolerance, examples;
 * examples run as one types … saved as a new ruleset version".
 */

let server: ProcessingServer
let rulesetId: number
beforeAll(async () => {
  server = await startProcessingServer()
  const publish = publisher(server)
  await publish.schema(schemaForm(guestSchema('26900_1_0_0')))
  rulesetId = (await publish.ruleset(guestRuleset('26900_1.0.0', '26900_1_0_0'))).body.id
})
afterAll(() => server.stop())
afterEach(() => expectConforming(server))

const code = 'QR.GUEST.Stay.NIGHTS.001.V01'
const at = (path = '', id = rulesetId) => `/specifications/rulesets/${id}/rules${path}`
const source = (id = rulesetId, user = 'bedel-admin') =>
  server.call<RuleSourceWire>(user, 'GET', at(`/${code}`, id))
const run = (texts: RuleTexts, user = 'bedel-admin') =>
  server.call<RuleRun>(user, 'POST', at(`/${code}/run`), { body: { texts } })
const save = (texts: RuleTexts, user = 'bedel-admin', id = rulesetId) =>
  server.call<RulesetWire & RefusedContent>(user, 'POST', at(`/${code}`, id), { body: { texts } })

describe('a rule of a Draft ruleset', () => {
  it('is read with its words, its SQL and its examples as they stand in its file', async () => {
    const { body } = await server.call<{ rules: RulesetRuleWire[] }>('bedel-staff', 'GET', at())
    expect(body.rules).toEqual([
      { code, name: 'Long stay of one born late', entity: 'Stay', kind: 'operational' },
    ])
    const read = await source()
    expect(read.body).toMatchObject({
      code,
      entity: 'Stay',
      isEditable: true,
      texts: {
        name: 'Long stay of one born late',
        population: "Person.BORN > date '2010-12-31'",
        failure: 'is_long(Person.Z_NIGHTS)',
        tolerance: '0%',
        guidance: '',
      },
    })
    expect(read.body.texts.examples).toContain('- passes: { Person.BORN: 2011-01-01, Stay.NIGHTS: 6 }')
    expect((await source(rulesetId, 'bedel-staff')).body.isEditable).toBe(false)
    expect((await server.call('bedel-admin', 'GET', at('/QR.GUEST.None.001.V01'))).status).toBe(404)
    expect((await server.call('bedel-admin', 'GET', at('', 999_999))).status).toBe(404)
    expect((await server.call('ohe-analyst', 'GET', at())).status).toBe(403)
  })

  it('has its examples run as they would be, and nothing of it is kept', async () => {
    expect((await run({})).body).toEqual({
      faults: [],
      examples: [
        {
          outcome: 'passes',
          record: 'Person.BORN: 2011-01-01\nStay.NIGHTS: 6',
          because: null,
          message: null,
        },
        { outcome: 'fails', record: 'Person.BORN: 2011-01-01\nStay.NIGHTS: 7', because: null, message: null },
        { outcome: 'outside', record: '', because: null, message: null },
      ],
    })
    expect((await run({ failure: 'Person.Z_NIGHTS >= 6' })).body.examples).toMatchObject([
      { message: expect.stringContaining('should pass') },
      { message: null },
      { message: null },
    ])
    const { examples = '' } = (await source()).body.texts
    const more = await run({ examples: `${examples}\n- fails: { Person.BORN: 2012-01-01 }` })
    expect(more.body.examples[3]?.message).toContain('should give 1 failures')
    expect((await source()).body.texts.failure).toBe('is_long(Person.Z_NIGHTS)')
  })

  it.each([
    ['SQL that does not parse', { failure: 'is_long((' }, 'failure: .*syntax error'],
    ['SQL that reads files', { population: "exists (from read_text('/etc/passwd'))" }, 'read_text'],
    ['SQL that reaches for settings', { failure: "getenv('PATH') <> ''" }, 'getenv'],
    ['a second statement', { failure: "true); attach 'x.db'; select (true" }, '.'],
    ['examples that are no YAML', { examples: '- passes: {' }, 'examples: not valid YAML'],
    ['a tolerance in other words', { tolerance: 'few' }, '"few" is not a tolerance'],
    ['no requirement', { requirement: '' }, 'requirement'],
    ['a value that the rule does not have', { finding: 'It is {AGE} late.' }, 'finding: {AGE}'],
  ])('is told what is wrong with %s', async (_, texts, expected) => {
    const { status, body } = await run(texts)
    expect([status, body.examples]).toEqual([200, []])
    expect(body.faults[0]?.message).toMatch(new RegExp(expected))
    const refused = await save(texts)
    expect([refused.status, refused.body.faults?.length]).toEqual([422, expect.any(Number)])
  })

  it('does not run for longer than a few seconds', async () => {
    const { body } = await run({
      // One that fails, for each of those takes as long as it may.
      examples: '- fails: { Person.BORN: 2011-01-01, Stay.NIGHTS: 7 }\n- outside: {}',
      failure:
        '(select count(*) from range(1000000000000) a, range(1000000) b where a.range * b.range % 7 = Stay.NIGHTS) > 0',
    })
    expect(body.examples[0]?.message).toContain('takes longer than 3 seconds')
  }, 60_000)

  it('is saved as the next version of its ruleset, which is a Draft; the former one stays', async () => {
    const { status, body } = await save({
      failure: 'Person.Z_NIGHTS >= 7',
      name: 'Long stay: of one born late',
      tolerance: '{ E: 5 records }',
      guidance: 'https://example.org/stays',
    })
    expect([status, body]).toMatchObject([200, { version: '26900_1.0.1', state: { name: 'Draft' } }])
    expect((await source(body.id)).body.texts).toMatchObject({
      failure: 'Person.Z_NIGHTS >= 7',
      name: 'Long stay: of one born late',
      tolerance: '{ E: 5 records }',
      guidance: 'https://example.org/stays',
    })
    expect((await source()).body.texts.failure).toBe('is_long(Person.Z_NIGHTS)')
    const refused = await save({ failure: 'Person.Z_NIGHTS >= 6' })
    expect([refused.status, refused.body.faults]).toEqual([
      422,
      [{ file: 'rules/Stay.NIGHTS.001.V01.yaml', line: expect.any(Number), message: expect.any(String) }],
    ])
  })

  it('is changed by administrators alone, and only while its ruleset is a Draft', async () => {
    for (const user of ['bedel-analyst', 'bedel-staff', 'ashby-signoff', 'ohe-analyst'])
      expect([(await run({}, user)).status, (await save({}, user)).status]).toEqual([403, 403])
    const { body } = await server.call<{ rulesets: RulesetWire[] }>(
      'bedel-admin',
      'GET',
      '/specifications/rulesets?state=AVAILABLE',
    )
    const available = body.rulesets.find(({ version }) => version === '23056_1.0.0')!
    const nation = 'QR.STUDENT.Student.NATION.901.V01'
    const read = await server.call<RuleSourceWire>('bedel-admin', 'GET', at(`/${nation}`, available.id))
    expect(read.body.isEditable).toBe(false)
    const saved = await server.call<RefusedContent>('bedel-admin', 'POST', at(`/${nation}`, available.id), {
      body: { texts: { name: 'Other' } },
    })
    expect([saved.status, saved.body.detail]).toEqual([409, expect.stringContaining('Available')])
    // Also in a ruleset of two hundred rules.
    const ran = await server.call<RuleRun>('bedel-admin', 'POST', at(`/${nation}/run`, available.id), {
      body: { texts: {} },
    })
    expect(ran.body.faults).toEqual([])
    expect(ran.body.examples.length).toBeGreaterThan(1)
    expect(ran.body.examples.every(({ message }) => message === null)).toBe(true)
  }, 120_000)
})
