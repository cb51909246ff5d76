import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { RuleTexts } from '../../src/domain/ruleSource.ts'
import type { RuleRun } from '../../src/domain/wire/ruleSource.ts'
import { expectConforming } from './support/conforms.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { guestRule, guestRuleset, guestSchema, publisher, schemaForm } from './support/published.ts'

/*
 * Rules, rulesets and schemas that would take all memory, or all time: the one who sent them is told what to do, where, and nobody
 * else notices.
 */

let server: ProcessingServer
let publish: ReturnType<typeof publisher>
let rulesetId: number
beforeAll(async () => {
  server = await startProcessingServer()
  publish = publisher(server)
  await publish.schema(schemaForm(guestSchema('26900_1_0_0')))
  const published = await publish.ruleset(guestRuleset('26900_1.0.0', '26900_1_0_0'))
  expect([published.status, published.body.faults]).toEqual([200, undefined])
  rulesetId = published.body.id
})
afterAll(() => server.stop())
afterEach(() => expectConforming(server))

const run = (texts: RuleTexts) =>
  server.call<RuleRun>(
    'bedel-admin',
    'POST',
    `/specifications/rulesets/${rulesetId}/rules/QR.GUEST.Stay.NIGHTS.001.V01/run`,
    { body: { texts } },
  )

/** Most that this process, which is the server's, may grow by. */
const mostGrowth = 300 * 1024 ** 2

/** Does the work while others ask for pages: gives its result and how often they were answered until then. */
const whileOthersAsk = async <T>(work: () => Promise<T>): Promise<{ result: T; answered: number }> => {
  const before = process.memoryUsage.rss()
  let most = before
  let isDone = false
  let answered = 0
  const working = work().finally(() => {
    isDone = true
  })
  while (!isDone) {
    const { status } = await server.call('bedel-staff', 'GET', '/specifications/rulesets')
    if (status === 200) answered += 1
    most = Math.max(most, process.memoryUsage.rss())
  }
  expect(most - before).toBeLessThan(mostGrowth)
  return { result: await working, answered }
}

/** Aliases of aliases: a dozen lines that stand for a billion values. */
const aliases = (indent: string): string =>
  Array.from(
    { length: 9 },
    (_, level) =>
      `${indent}- &l${level + 1} [${Array.from({ length: 10 }, () => (level === 0 ? 'x' : `*l${level}`)).join(', ')}]`,
  ).join('\n')

const nested = `- ${'['.repeat(20_000)}${']'.repeat(20_000)}`
const doubled =
  "(with recursive t(s) as (select 'xx' union all select s || s from t where length(s) < 2000000000) select max(length(s)) from t) > 5"

describe('a trial run', () => {
  it.each<[string, RuleTexts, RegExp]>([
    ['a text of two billion characters', { failure: "length(repeat('x', 2000000000)) > 5" }, /more memory/],
    ['a list of a billion numbers', { failure: 'list_sum(range(1000000000)) > 5' }, /more memory/],
    ['a text that doubles', { failure: doubled }, /more memory|takes longer/],
    ['examples of a billion aliases', { examples: aliases('') }, /aliases .* too many/],
    ['examples inside each other', { examples: nested }, /too deeply/],
    ['an expression inside itself', { failure: `${'('.repeat(20_000)}1${')'.repeat(20_000)}` }, /./],
  ])('is refused for %s, and the next one works', async (_, texts, reason) => {
    const { result, answered } = await whileOthersAsk(() => run(texts))
    expect(result.status).toBe(200)
    const told = [...result.body.faults, ...result.body.examples].map(({ message }) => message)
    expect(told[0]).toMatch(reason)
    expect(answered).toBeGreaterThan(0)
    expect((await run({})).body.examples).toMatchObject([
      { message: null },
      { message: null },
      { message: null },
    ])
  })
})

const guests = guestRuleset('26900_2.0.0', '26900_1_0_0')
const rule = guests[guestRule] ?? ''
const derived = guests['derived/Z_NIGHTS.yaml'] ?? ''

describe('a ruleset', () => {
  it.each<[string, Record<string, string>, [file: string, line: number], RegExp]>([
    [
      'aliases that stand for a billion values',
      { [guestRule]: `${rule}more:\n${aliases('  ')}\n` },
      [guestRule, rule.split('\n').length + 2],
      /aliases .* too many/,
    ],
    [
      'aliases of that kind in its manifest',
      { 'ruleset.yaml': `${guests['ruleset.yaml']}more:\n${aliases('  ')}\n` },
      ['ruleset.yaml', (guests['ruleset.yaml'] ?? '').split('\n').length + 2],
      /aliases .* too many/,
    ],
    ['values inside each other', { 'example.yaml': nested }, ['example.yaml', 1], /too deeply/],
    [
      'a derived field of two billion characters',
      { 'derived/Z_NIGHTS.yaml': derived.replace('sql: (', "sql: length(repeat('x', 2000000000)) + (") },
      ['derived/Z_NIGHTS.yaml', 4],
      /more memory/,
    ],
    [
      'a list of two billion characters that no example runs',
      {
        'listings/STAYS.yaml':
          "code: STAYS\ntitle: Stays\ndetails: Stays.\ntabs:\n  - name: All\n    rows: select repeat('x', 2000000000) as S from Stay\n    order: S\nexamples: [{ tabs: {} }]\n",
      },
      ['listings/STAYS.yaml', 6],
      /more memory/,
    ],
  ])('is refused with file and line for %s', async (_, changes, [file, line], reason) => {
    const { result } = await whileOthersAsk(() => publish.ruleset({ ...guests, ...changes }))
    expect([result.status, result.body.faults?.[0]]).toMatchObject([422, { file, line }])
    expect(result.body.faults?.[0]?.message).toMatch(reason)
  })
})

describe('a schema', () => {
  it('is refused with its line for groups that expand to a billion elements', async () => {
    const groups = Array.from(
      { length: 9 },
      (_, level) =>
        `<xs:group name="g${level + 1}"><xs:sequence>${`<xs:group ref="g${level}"/>`.repeat(10)}</xs:sequence></xs:group>`,
    )
    const document = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" version="26900_9_0_0">
<xs:group name="g0"><xs:sequence><xs:element name="a"/></xs:sequence></xs:group>
${groups.join('\n')}
<xs:element name="r"><xs:complexType><xs:group ref="g9"/></xs:complexType></xs:element>
</xs:schema>`
    const { result } = await whileOthersAsk(() => publish.schema(schemaForm(document)))
    expect([result.status, result.body.faults]).toEqual([
      422,
      [{ file: 'schema.xsd', line: 6, message: expect.stringContaining('expand to more than') }],
    ])
  })
})
