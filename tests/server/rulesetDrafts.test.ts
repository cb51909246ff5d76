import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createSpecificationStore } from '../../server/pipeline/index.ts'
import { createPublishedContent } from '../../server/publishing/index.ts'
import { readSpecificationPackage } from '../../server/publishing/specificationPackage.ts'
import type { CheckedRulesetWire } from '../../src/domain/wire/publishing.ts'
import type { RuleSourceWire } from '../../src/domain/wire/ruleSource.ts'
import type { RulesetWire, SpecificationWire } from '../../src/domain/wire/specifications.ts'
import { expectConforming } from './support/conforms.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import {
  guestRule,
  guestRuleset,
  guestSchema,
  publisher,
  type RefusedContent,
  schemaForm,
  zipped,
} from './support/published.ts'

/*
 * A ruleset is checked before it is published, "for exactly what was checked"; and "a Draft can be replaced", as long as nothing
 * rests on it (issue: authors of rules).
 */

const schema = '26900_1_0_0'
const code = 'QR.GUEST.Stay.NIGHTS.001.V01'

let server: ProcessingServer
let publish: ReturnType<typeof publisher>
beforeAll(async () => {
  server = await startProcessingServer()
  publish = publisher(server)
  expect((await publish.schema(schemaForm(guestSchema(schema)))).status).toBe(200)
})
afterAll(() => server.stop())
afterEach(() => expectConforming(server))

type Files = Readonly<Record<string, string>>

const send = async <T>(method: string, path: string, files: Files, user = 'bedel-admin') =>
  server.call<T & RefusedContent>(user, method, `/specifications/rulesets${path}`, {
    file: await zipped(files),
  })
const check = (files: Files, user?: string) => send<CheckedRulesetWire>('POST', '/check', files, user)
const replace = (id: number, files: Files, query = '', user?: string) =>
  send<RulesetWire>('PUT', `/${id}${query}`, files, user)

/** The ruleset with its rule's name in place of another. */
const named = (version: string, name: string): Files => {
  const files = guestRuleset(version, schema)
  return {
    ...files,
    [guestRule]: (files[guestRule] ?? '').replace('Long stay of one born late', name),
  }
}

const auditOf = async (action: string) => {
  const { rows } = await server.inSystem(tx =>
    sql<{ subject: string; outcome: string; detail: Record<string, unknown> }>`
      select subject, outcome, detail from audit_line where action = ${action} order by id desc limit 1`.execute(
      tx,
    ),
  )
  return rows[0]
}
const nameShown = async (id: number) =>
  (await server.call<RuleSourceWire>('bedel-staff', 'GET', `/specifications/rulesets/${id}/rules/${code}`))
    .body.texts.name

describe('a ruleset that is checked', () => {
  it('is described, and nothing of it is kept', async () => {
    const { status, body } = await check(guestRuleset('26900_1.0.0', schema))
    expect([status, body]).toEqual([
      200,
      {
        version: '26900_1.0.0',
        schema,
        record: expect.any(String),
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        rules: 1,
        examples: 4,
        derivedFields: 1,
        reports: 0,
        listings: 0,
        replaces: null,
        comparisons: [],
      },
    ])
    const { rows } = await server.inSystem(tx =>
      sql`select 1 from ruleset_version where version = '26900_1.0.0'`.execute(tx),
    )
    expect(rows).toEqual([])
  })

  it('is told all its faults, with file and line', async () => {
    const files = guestRuleset('26900_1.0.0', schema)
    const rule = files[guestRule] ?? ''
    const { status, body } = await check({
      ...files,
      [guestRule]: rule.replace('is_long(', 'is_longer('),
      'rules/Stay.NIGHTS.002.V01.yaml': rule.replace('001', '002').replace('Person.BORN >', 'Person.BORNE >'),
    })
    expect([status, body.faults?.map(({ file }) => file).toSorted()]).toEqual([
      422,
      [guestRule, 'rules/Stay.NIGHTS.002.V01.yaml'],
    ])
  })

  it('is published as exactly what was checked', async () => {
    const files = named('26900_1.0.0', 'A long stay')
    const { body: checked } = await check(files)
    const query = `?checkedHash=${checked.hash}`
    const other = await send('POST', query, named('26900_1.0.0', 'Another name'))
    expect([other.status, other.body.detail]).toEqual([
      409,
      'The file is not the one that was checked. Check it again.',
    ])
    expect((await send('POST', query, files)).status).toBe(200)
    expect(await auditOf('RULESET_PUBLISH')).toMatchObject({ detail: { hash: checked.hash, rules: 1 } })
  })

  it('is compared with the version before of its record, and is for administrators', async () => {
    const { body } = await check(named('26900_1.1.0', 'Much too long a stay'))
    expect(body.comparisons).toEqual([
      {
        former: { id: expect.any(Number), version: '26900_1.0.0' },
        rules: {
          added: [],
          removed: [],
          changed: [
            {
              code,
              name: 'Much too long a stay',
              parts: [
                { part: 'name', regulatorCode: null, before: 'A long stay', after: 'Much too long a stay' },
              ],
            },
          ],
        },
        derivedFields: { added: [], removed: [], changed: [] },
      },
    ])
    for (const user of ['bedel-analyst', 'ashby-signoff'])
      expect((await check(named('26900_1.1.0', 'x'), user)).status).toBe(403)
  })
})

describe('a Draft', () => {
  it('is replaced by another upload of its version, for every reader and on every machine', async () => {
    const { body: made } = await publish.ruleset(named('26900_2.0.0', 'The first name'))
    expect(await nameShown(made.id)).toBe('The first name')
    const files = named('26900_2.0.0', 'The second name')
    const { body: checked } = await check(files)
    expect(checked.replaces).toMatchObject({ id: made.id })
    expect(
      checked.comparisons.map(({ former, rules }) => [former.version, rules.changed[0]?.parts[0]?.before]),
    ).toEqual([
      ['26900_2.0.0', 'The first name'],
      ['26900_1.0.0', 'A long stay'],
    ])
    const query = `?checkedHash=${checked.hash}`
    expect((await replace(made.id, named('26900_2.0.0', 'A third name'), query)).status).toBe(409)
    const { status, body } = await replace(made.id, files, query)
    expect([status, body]).toMatchObject([
      200,
      { id: made.id, version: '26900_2.0.0', state: { name: 'Draft' } },
    ])
    expect(await nameShown(made.id)).toBe('The second name')
    expect(await auditOf('RULESET_REPLACE')).toMatchObject({
      subject: '26900_2.0.0',
      outcome: 'done',
      detail: { hash: checked.hash },
    })

    const dataDir = await mkdtemp(join(tmpdir(), 'other-machine-'))
    const repository = join(import.meta.dirname, '../..')
    const elsewhere = createSpecificationStore({
      schemasFolder: join(repository, 'schemas'),
      rulesetsFolder: join(repository, 'rulesets'),
      verifiedFolder: join(dataDir, 'verified'),
      published: { content: createPublishedContent(server.db), folder: join(dataDir, 'published') },
    })
    const thereNow = async () =>
      (await elsewhere.load({ schemaVersion: schema, rulesetVersion: '26900_2.0.0' })).ruleset.rules[0]?.name
    expect(await thereNow()).toBe('The second name')
    expect((await replace(made.id, named('26900_2.0.0', 'The last name'))).status).toBe(200)
    expect(await thereNow()).toBe('The last name')
    await rm(dataDir, { recursive: true, force: true })
  }, 180_000)

  it('is replaced only under its own version, without faults, and by administrators', async () => {
    const { body: made } = await publish.ruleset(named('26900_2.1.0', 'A name'))
    const wrong = await replace(made.id, named('26900_2.1.1', 'A name'))
    expect([wrong.status, wrong.body.faults]).toMatchObject([422, [{ file: 'ruleset.yaml', line: 1 }]])
    const faulty = named('26900_2.1.0', 'Other')
    const broken = { ...faulty, [guestRule]: (faulty[guestRule] ?? '').replace('fails: {', 'passes: {') }
    expect((await replace(made.id, broken)).status).toBe(422)
    expect((await replace(made.id, faulty, '', 'bedel-analyst')).status).toBe(403)
    expect((await replace(999_999, faulty)).status).toBe(404)
    expect(await nameShown(made.id)).toBe('A name')
  }, 180_000)

  it('is not replaced while another ruleset is based on it', async () => {
    const { body: base } = await publish.ruleset(named('26900_3.0.0', 'A base'))
    const manifest = `base: 26900_3.0.0\nversion: 26900_3.1.0\nschema: ${schema}.xsd\n`
    expect((await publish.ruleset({ 'ruleset.yaml': manifest })).status).toBe(200)
    const { status, body } = await replace(base.id, named('26900_3.0.0', 'Another base'))
    expect([status, body.detail]).toEqual([
      409,
      '26900_3.1.0 is based on it, so it cannot be replaced. Use a new version number.',
    ])
    expect(await auditOf('RULESET_REPLACE')).toMatchObject({ outcome: 'refused' })
  }, 180_000)

  it('never changes once it is Available, and is what its specification packs', async () => {
    const files = named('26900_4.0.0', 'For good')
    const { body: checked } = await check(files)
    const { body: made } = await publish.ruleset(files)
    await server.call('bedel-admin', 'PUT', `/specifications/rulesets/${made.id}/state`, {
      body: { stateId: 2 },
    })
    const other = named('26900_4.0.0', 'Not for good')
    const refused = await replace(made.id, other)
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      '"Replace the Draft" is not possible while it is "Available".',
    ])
    expect((await check(other)).status).toBe(409)
    const { rows } = await server.inSystem(tx =>
      sql<{ kept: number; drafts: number }>`select
        (select count(*)::int from published_content where version = '26900_4.0.0') as kept,
        (select count(*)::int from ruleset_draft where version = '26900_4.0.0') as drafts`.execute(tx),
    )
    expect(rows).toEqual([{ kept: 1, drafts: 0 }])

    await server.call('bedel-admin', 'PUT', `/specifications/schemas/${made.schema.id}/state`, {
      body: { stateId: 2 },
    })
    const { body: specification } = await server.call<SpecificationWire>(
      'bedel-admin',
      'POST',
      '/specifications',
      {
        body: { schemaId: made.schema.id, rulesetId: made.id, versionIncrement: 'minor' },
      },
    )
    const zip = await fetch(`${server.origin}/api/specifications/${specification.id}/package`, {
      headers: { authorization: `Bearer ${await server.tokenOf('bedel-staff')}` },
    })
    const { description } = await readSpecificationPackage(Buffer.from(await zip.arrayBuffer()))
    expect(description.rulesetHash).toBe(checked.hash)
  }, 180_000)
})

describe('two rulesets', () => {
  it('are compared by anybody of the agency', async () => {
    const { body } = await server.call<{ rulesets: RulesetWire[] }>(
      'bedel-staff',
      'GET',
      '/specifications/rulesets',
    )
    const idOf = (version: string) => body.rulesets.find(one => one.version === version)?.id
    const path = (one: string, other: string) =>
      `/specifications/rulesets/${idOf(one)}/difference/${idOf(other)}`
    const compared = await server.call<CheckedRulesetWire['comparisons'][number]>(
      'bedel-staff',
      'GET',
      path('26900_4.0.0', '26900_1.0.0'),
    )
    expect(compared.body).toMatchObject({
      former: { version: '26900_1.0.0' },
      rules: { changed: [{ parts: [{ part: 'name', before: 'A long stay', after: 'For good' }] }] },
    })
    const student = await server.call<CheckedRulesetWire['comparisons'][number]>(
      'bedel-staff',
      'GET',
      path('23056_1.0.0', '22056_1.3.0'),
    )
    expect(student.body.rules.added.map(one => one.code)).toContain('QR.STUDENT.EntryProfile.SOC2020.901.V01')
    expect((await server.call('ashby-signoff', 'GET', path('23056_1.0.0', '22056_1.3.0'))).status).toBe(403)
  }, 180_000)
})
