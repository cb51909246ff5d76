import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ContentWire } from '../../src/domain/wire/specifications.ts'
import { expectConforming } from './support/conforms.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { guestRule, guestRuleset, guestSchema, publisher, schemaForm, zipped } from './support/published.ts'

/* What a ruleset that is uploaded reaches for: nothing but its record, neither by SQL nor by the names of its files. */

let server: ProcessingServer
let publish: ReturnType<typeof publisher>
beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
  publish = publisher(server)
  expect((await publish.schema(schemaForm(guestSchema('26900_1_0_0')))).status).toBe(200)
})
afterAll(() => server.stop())
afterEach(() => expectConforming(server))

const guests = guestRuleset('26900_3.0.0', '26900_1_0_0')

describe('what people write as SQL', () => {
  const rule = guests[guestRule] ?? ''
  const manifest = guests['ruleset.yaml'] ?? ''
  const inRule = (sql: string) => ({
    [guestRule]: rule.replace('failure: is_long(Person.Z_NIGHTS)', `failure: ${JSON.stringify(sql)}`),
  })
  const inManifest = (from: string, to: string) => ({ 'ruleset.yaml': manifest.replace(from, to) })

  it.each([
    ['a file', inRule("exists (from read_text('/etc/passwd'))")],
    ['a file by its name', inRule("exists (from '/etc/passwd')")],
    ['another address', inRule("exists (from read_csv('https://example.org/x.csv'))")],
    ['the environment', inRule("getenv('PATH') <> ''")],
    ['settings', inRule("current_setting('temp_directory') <> ''")],
    ['writing a file', inRule("true); copy (select 1) to '/tmp/broken-out.csv'; select (true")],
    ['another database', inRule("true); attach '/tmp/broken-out.db'; select (true")],
    ['an extension', inRule('true); install httpfs; select (true')],
    ['other settings', inRule('true); set enable_external_access = true; select (true')],
    ['a function of the manifest', inManifest('sql: nights >= 7', "sql: getenv('PATH') <> ''")],
    [
      'the history',
      inManifest('rows: select ID from Person', "rows: select content as ID from read_text('/etc/passwd')"),
    ],
    [
      'a link',
      inManifest(
        'links: []',
        'links: [{ from: Stay, to: Person, on: "exists (from read_text(\'/etc/passwd\'))" }]',
      ),
    ],
    [
      'a type of a column',
      inManifest('{ ID: varchar }', '{ ID: "varchar); drop schema list cascade; select (1" }'),
    ],
  ])('is refused before it runs where it reaches for %s', async (_, changes) => {
    const { status, body } = await publish.ruleset({ ...guests, ...changes })
    expect([status, body.faults?.length]).toEqual([422, expect.any(Number)])
    expect(body.faults?.[0]?.file).toMatch(/^(rules\/.*|ruleset)\.yaml$/)
    expect(JSON.stringify(body)).not.toContain('root:')
  })

  it('is refused where it does not end, while others are served', {
    tags: ['exhaustive'],
    timeout: 120_000,
  }, async () => {
    const endless =
      '(select count(*) from range(1000000000000) a, range(1000000) b where a.range * b.range % 7 = Stay.NIGHTS) > 0'
    const waiting = publish.ruleset({ ...guests, ...inRule(endless) })
    expect((await server.call('bedel-staff', 'GET', '/specifications/rulesets')).status).toBe(200)
    const { status, body } = await waiting
    expect([status, body.faults?.[0]?.message]).toEqual([422, expect.stringContaining('takes longer')])
  })

  it.each([
    ['above the folder', { '../../escaped.yaml': 'x' }],
    ['at the root', { '/tmp/escaped.yaml': 'x' }],
    ['by a base above it', inManifest('version:', 'base: ..\nversion:')],
    ['by a base that is a path', inManifest('version:', 'base: ../../etc\nversion:')],
  ])('lies in no file %s', async (_, changes) => {
    const files = { ...guests, ...changes } as Record<string, string>
    const plain = Object.fromEntries(Object.entries(files).filter(([name]) => !/^[./]/.test(name)))
    let zip = Buffer.from(
      await (
        await zipped({ ...plain, ...('ruleset.yaml' in changes ? {} : { AAAAAAAAAAAAAAAAAA: 'x' }) })
      ).arrayBuffer(),
    )
    // The package that makes zips refuses such names: they are put in afterwards.
    const [odd] = Object.keys(changes)
    if (odd !== undefined && /^[./]/.test(odd))
      zip = Buffer.from(
        zip.toString('latin1').replaceAll('AAAAAAAAAAAAAAAAAA', odd.padEnd(18, 'a')),
        'latin1',
      )
    const { status } = await publish.ruleset(new Blob([zip], { type: 'application/zip' }))
    expect(status).toBe(422)
    const { body } = await server.call<{ rulesets: ContentWire[] }>(
      'bedel-staff',
      'GET',
      '/specifications/rulesets',
    )
    expect(body.rulesets.map(({ version }) => version)).not.toContain('26900_3.0.0')
  })
})
