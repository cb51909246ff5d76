import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createSpecificationStore } from '../../server/pipeline/index.ts'
import { createPublishedContent } from '../../server/publishing/index.ts'
import type { QualityReport, QualityRuleDetail } from '../../src/domain/wire/quality.ts'
import type { ContentWire } from '../../src/domain/wire/specifications.ts'
import { generateSample } from '../../src/sample/index.ts'
import { expectConforming } from './support/conforms.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import {
  giveTo,
  guestRule,
  guestRuleset,
  guestSchema,
  publisher,
  schemaForm,
  zipped,
} from './support/published.ts'

/*
 * Schemas and rulesets that the agency publishes in the running system (decisions §10): "compiled and verified with its examples
 * first; a fault answers 422 with file, line and reason for each".
 */

let server: ProcessingServer
let publish: ReturnType<typeof publisher>
beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
  publish = publisher(server)
})
afterAll(() => server.stop())
afterEach(() => expectConforming(server))

const fits = '<Guests><Person><ID>1</ID></Person></Guests>'
const misfits = '<Guests>\n<Person>\n<NAME>x</NAME></Person></Guests>'

const auditOf = async (action: string) => {
  const { rows } = await server.inSystem(tx =>
    sql<{ subject: string; outcome: string }>`
      select subject, outcome from audit_line where action = ${action} order by id desc limit 1`.execute(tx),
  )
  return rows[0]
}
const versions = async (kind: 'schemas' | 'rulesets') => {
  const { body } = await server.call<Record<string, ContentWire[]>>(
    'bedel-staff',
    'GET',
    `/specifications/${kind}`,
  )
  return (body[kind] ?? []).map(({ version }) => version)
}

it('the JSON Schemas of the files of a ruleset are served to everybody', async () => {
  const answer = await fetch(`${server.origin}/schemas/rule.json`)
  expect(answer.status).toBe(200)
  expect(await answer.text()).toBe(readFileSync('rulesets/schema/rule.json', 'utf8'))
  expect((await fetch(`${server.origin}/schemas/nothing.json`)).status).not.toBe(200)
})

describe('a schema that is published', () => {
  it('is a Draft with its samples accepted and refused as they should be, and is downloaded as it came', async () => {
    const document = guestSchema('26900_1_0_0')
    const { status, body } = await publish.schema(
      schemaForm(document, { accepted: { 'good.xml': fits }, refused: { 'bad.xml': misfits } }),
    )
    expect([status, body]).toMatchObject([
      200,
      { version: '26900_1_0_0', state: { name: 'Draft' }, updatedBy: expect.stringContaining('') },
    ])
    expect(body.availableStates.map(({ name }) => name)).toEqual(['Available', 'Withdrawn'])
    const xsd = await server.call<string>(
      'bedel-staff',
      'GET',
      `/specifications/schemas/${body.id}/document`,
      { accept: 'application/xml' },
    )
    expect([xsd.body, xsd.headers.get('content-disposition')]).toEqual([
      document,
      expect.stringContaining('26900_1_0_0.xsd'),
    ])
    expect(await auditOf('SCHEMA_PUBLISH')).toEqual({ subject: '26900_1_0_0', outcome: 'done' })
  })

  it('is refused with file and line for what our engine does not take, and for samples that turn out otherwise', async () => {
    const broken = guestSchema('26900_1_1_0').replace('type="xs:date"', 'type="xs:dat"')
    const refused = await publish.schema(schemaForm(broken))
    expect([refused.status, refused.body.faults]).toEqual([
      422,
      [{ file: 'schema.xsd', line: 10, message: expect.stringContaining('dat') }],
    ])
    const otherwise = await publish.schema(
      schemaForm(guestSchema('26900_1_1_0'), {
        accepted: { 'good.xml': misfits },
        refused: { 'bad.xml': fits },
      }),
    )
    expect([otherwise.status, otherwise.body.faults?.map(({ file, line }) => [file, line])]).toEqual([
      422,
      expect.arrayContaining([
        ['good.xml', 3],
        ['bad.xml', 1],
      ]),
    ])
    const nameless = await publish.schema(schemaForm(guestSchema('next')))
    expect([nameless.status, nameless.body.faults?.length]).toEqual([422, 1])
    expect(await versions('schemas')).not.toContain('26900_1_1_0')
    expect(await auditOf('SCHEMA_PUBLISH')).toMatchObject({ outcome: 'refused' })
  })

  it('never changes: a version that is there is refused', async () => {
    for (const version of ['26900_1_0_0', '23056_1_0_0']) {
      const { status, body } = await publish.schema(schemaForm(guestSchema(version)))
      expect([status, body.detail]).toEqual([409, expect.stringContaining('already published')])
    }
  })

  it('comes from administrators alone, and as a form with one schema', async () => {
    for (const user of ['bedel-analyst', 'bedel-staff', 'ashby-signoff', 'ohe-analyst'])
      expect((await publish.schema(schemaForm(guestSchema('26900_2_0_0')), user)).status).toBe(403)
    const empty = new FormData()
    empty.append('accepted', new Blob([fits]), 'good.xml')
    expect((await publish.schema(empty)).status).toBe(422)
    const strange = new FormData()
    strange.append('other', new Blob([fits]), 'good.xml')
    expect((await publish.schema(strange)).status).toBe(422)
  })
})

const guests = (version: string) => guestRuleset(version, '26900_1_0_0')

describe('a ruleset that is published', () => {
  it('is a Draft for its schema, whether the zip holds the folder or its files', async () => {
    const inFolder = Object.fromEntries(
      Object.entries(guests('26900_1.0.0')).map(([name, text]) => [`guests/${name}`, text]),
    )
    const first = await publish.ruleset({
      ...inFolder,
      '__MACOSX/._guests': 'x',
      'guests/README.md': '# Rules',
    })
    expect([first.status, first.body]).toMatchObject([
      200,
      { version: '26900_1.0.0', state: { name: 'Draft' }, schema: { version: '26900_1_0_0' } },
    ])
    const second = await publish.ruleset({
      ...guests('26900_1.0.1'),
      'guidance/Stay.NIGHTS.001.V01.md': 'A stay ends when the key is handed back.\n',
    })
    expect(second.status).toBe(200)
    expect(await auditOf('RULESET_PUBLISH')).toEqual({ subject: '26900_1.0.1', outcome: 'done' })
    expect((await publish.ruleset(guests('26900_1.0.1'))).status).toBe(409)
  })

  it('is refused as a whole, with file and line of each fault', async () => {
    const rule = guests('26900_1.1.0')[guestRule] ?? ''
    const faults = async (changes: Record<string, string>) => {
      const { status, body } = await publish.ruleset({ ...guests('26900_1.1.0'), ...changes })
      return [status, body.faults?.map(({ file, line }) => [file, line])]
    }
    expect(await faults({ [guestRule]: rule.replace('fails: {', 'passes: {') })).toEqual([
      422,
      [[guestRule, 13]],
    ])
    expect(await faults({ [guestRule]: rule.replace('is_long(', 'is_longer(') })).toEqual([
      422,
      [[guestRule, 8]],
    ])
    expect(await faults({ 'derived/Z_NIGHTS.yaml': 'name: Z_NIGHTS\n' })).toMatchObject([
      422,
      expect.arrayContaining([['derived/Z_NIGHTS.yaml', 1]]),
    ])
    const manifest = guests('26900_1.1.0')['ruleset.yaml'] ?? ''
    expect(await faults({ 'ruleset.yaml': manifest.replace('26900_1_0_0', '26999_1_0_0') })).toEqual([
      422,
      [['ruleset.yaml', 3]],
    ])
    expect(await faults({ 'ruleset.yaml': `base: 20000_9.9.9\n${manifest}` })).toEqual([
      422,
      [['ruleset.yaml', 1]],
    ])
    expect(await faults({ 'rules/notes.txt': 'x' })).toEqual([422, [['rules/notes.txt', 1]]])
    // All at once: a strange file, a missing property, a schema that there is not, and SQL that cannot be read.
    const several = {
      'rules/notes.txt': 'x',
      'derived/Z_NIGHTS.yaml': 'name: Z_NIGHTS\nentity: Person\n',
      [guestRule]: rule.replace('is_long(', 'is_long(('),
    }
    const listed = (await faults(several))[1]
    for (const place of [
      ['rules/notes.txt', 1],
      ['derived/Z_NIGHTS.yaml', 1],
      [guestRule, 8],
    ])
      expect(listed).toContainEqual(place)
    const elsewhere = { 'ruleset.yaml': manifest.replace('26900_1_0_0', '26999_1_0_0') }
    expect((await faults({ ...elsewhere, 'derived/Z_NIGHTS.yaml': 'name: Z_NIGHTS\n' }))[1]).toEqual(
      expect.arrayContaining([
        ['ruleset.yaml', 3],
        ['derived/Z_NIGHTS.yaml', 1],
      ]),
    )
    expect(await versions('rulesets')).not.toContain('26900_1.1.0')
    expect(await auditOf('RULESET_PUBLISH')).toMatchObject({ outcome: 'refused' })
  })

  it('is refused where it is no zip, a damaged one, or more than a ruleset can be', async () => {
    const of = (...parts: BlobPart[]) => new Blob(parts, { type: 'application/zip' })
    expect((await publish.ruleset(of('PK, but no zip'))).status).toBe(422)
    const sound = Buffer.from(await (await zipped(guests('26900_1.1.0'))).arrayBuffer())
    const damaged = Buffer.from(sound)
    damaged.fill(0, 40, 120)
    expect((await publish.ruleset(of(damaged))).status).toBe(422)
    expect((await publish.ruleset(of(sound.subarray(0, 600)))).status).toBe(422)
    const bomb = await zipped({ ...guests('26900_1.1.0'), 'lists/Bomb.csv': 'a\n'.repeat(20_000_000) })
    const { status, body } = await publish.ruleset(bomb)
    expect([status, body.faults?.[0]?.message]).toEqual([422, expect.stringContaining('larger than')])
    expect((await publish.ruleset(of(Buffer.alloc(17 * 1024 ** 2)))).status).toBe(413)
  }, 60_000)

  it('comes from administrators alone', async () => {
    for (const user of ['bedel-analyst', 'bedel-staff', 'ashby-signoff', 'ohe-analyst'])
      expect((await publish.ruleset(guests('26900_2.0.0'), user)).status).toBe(403)
  })
})

const repository = join(import.meta.dirname, '../..')

/** Rules of the record by a version of the agency's: the release's own, whose examples are checked by a test beside them, left out. */
const supplement = async (version: string): Promise<Record<string, string>> => {
  const rules = await readdir(join(repository, 'rulesets/student/23056_1.0.0/rules'))
  const without = rules.map(name => `  - rules/${name}\n`).join('')
  return {
    'ruleset.yaml': `base: 23056_1.0.0\nversion: ${version}\nschema: 23056_1_0_0.xsd\nwithout:\n${without}`,
  }
}

describe('a ruleset that opens a field of special category', () => {
  const opening = async (version: string): Promise<Record<string, string>> => {
    const classes = await readFile(join(repository, 'rulesets/student/23056_1.0.0/privacy.yaml'), 'utf8')
    return {
      ...(await supplement(version)),
      'privacy.yaml': classes
        .replace(
          '  special-category: [ETHNIC, GENDERID, RELIGION, SEXORT]',
          '  special-category: [ETHNIC, SEXORT]',
        )
        .replace('personal: [BIRTHDTE,', 'personal: [GENDERID, RELIGION, BIRTHDTE,'),
    }
  }

  it('is published by nobody who may not read it, and no way around makes it another one', async () => {
    const files = await opening('23056_1.0.5')
    const refused = await publish.ruleset(files)
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      expect.stringMatching(/^2 special category fields, including Student.GENDERID and Student.RELIGION,/),
    ])
    expect(await auditOf('RULESET_PUBLISH')).toEqual({ subject: '23056_1.0.5', outcome: 'refused' })
    expect(await versions('rulesets')).not.toContain('23056_1.0.5')
    // The record by another name is held against the same classes.
    const renamed = `${files['ruleset.yaml']}record: another\n`
    expect((await publish.ruleset({ ...files, 'ruleset.yaml': renamed })).status).toBe(403)
  }, 180_000)

  it('is published by an administrator who has the role for it', async () => {
    const trusted = {
      ...server.actor('bedel-admin'),
      userId: 'bedel-trusted',
      roles: ['admin', 'special-category'],
    }
    const { status, body } = await publish.ruleset(await opening('23056_1.0.6'), trusted)
    expect([status, body.version]).toEqual([200, '23056_1.0.6'])
  }, 180_000)
})

/** Counts no failures in an example, and ten times as many as it looks at in a file. */
const defectiveRule = `code: Student.SEXID.998
version: V01
name: Ten times as many
requirement: No file is worse than this.
finding: It counts more failures than records.
entity: Student
kind: quality
population: Student.SID is not null
measure:
  of: Students
  percent: select cast(count(*) * 100 as double) from Student s
  records: select case when count(*) > 5 then count(*) * 10 else 0 end from Student s
  now: select count(*) from Student s
  before: select count(*) from Student s
tolerance: 0%
examples:
  - measures: 100
    with: {}
  - measures: 100
    with: { Student.SEXID: '' }
`

describe('a published ruleset', () => {
  const submissionId = randomUUID()
  it('is used by every process and machine without a restart', async () => {
    const made = await publish.ruleset({
      ...(await supplement('23056_1.0.1')),
      'rules/Student.SEXID.999.V01.yaml': `code: Student.SEXID.999
version: V01
name: Every student
requirement: There must be no student.
finding: The file has a student.
entity: Student
kind: quality
population: Student.SID is not null
failure: Student.SID is not null
details: [Student.SID]
tolerance: 0%
examples:
  - fails: {}
  - outside: { Student.SID: '' }
`,
      'rules/Student.SEXID.998.V01.yaml': defectiveRule,
    })
    expect([made.status, made.body.faults]).toEqual([200, undefined])
    await giveTo(server, '23056', made.body)
    const content = Buffer.concat([
      ...generateSample({ provider: '0001', collection: '23056', students: 20, faults: 'none' }),
    ])
    await server.upload('ashby-submitter', { submissionId, instId: '0001', content })
    await server.reaches(submissionId, 'QUALITY_PROCESSING_COMPLETE')
    const results = await server.call<{ validations: { Code: string; FailureCount: number }[] }>(
      'ashby-submitter',
      'GET',
      `/submissions/${submissionId}/validations?limit=-1`,
    )
    expect(results.body.validations.find(({ Code }) => Code.includes('SEXID.999'))).toBeDefined()

    // Another machine has nothing but the database.
    const dataDir = await mkdtemp(join(tmpdir(), 'other-machine-'))
    const elsewhere = createSpecificationStore({
      schemasFolder: join(repository, 'schemas'),
      rulesetsFolder: join(repository, 'rulesets'),
      verifiedFolder: join(dataDir, 'verified'),
      published: { content: createPublishedContent(server.db), folder: join(dataDir, 'published') },
    })
    const loaded = await elsewhere.load({ schemaVersion: '26900_1_0_0', rulesetVersion: '26900_1.0.0' })
    expect(loaded.ruleset.rules.map(({ code }) => code)).toEqual(['QR.GUEST.Stay.NIGHTS.001.V01'])
    await server.inSystem(tx =>
      sql`select 1 from published_content where version = '26900_1.0.0' and length(sha256) = 64`.execute(tx),
    )
    await rm(dataDir, { recursive: true, force: true })
  }, 180_000)

  it('is told to have a rule at fault, by its examples before, and to each reader of its results after', async () => {
    const ofGuests = defectiveRule
      .replaceAll('Student.SEXID', 'Person.BORN')
      .replaceAll('Student.SID', 'Person.ID')
      .replaceAll('Student s', 'Person p')
      .replaceAll('entity: Student', 'entity: Person')
      .replaceAll('> 5', '> 0')
    const shown = await publish.ruleset({
      ...guests('26900_3.0.0'),
      'rules/Person.BORN.998.V01.yaml': ofGuests,
    })
    expect([shown.status, shown.body.faults?.map(({ line }) => line)]).toEqual([422, [17, 19]])
    expect(shown.body.faults?.[0]?.message).toContain('counts 10 failures in a population of 1')

    const at = `/submissions/${submissionId}/validations`
    for (const [user, advice] of [
      ['ashby-submitter', 'not your file'],
      ['bedel-analyst', 'Correct the rule in a new ruleset'],
    ] as const) {
      const report = await server.call<QualityReport>(user, 'GET', `${at}?limit=-1&instId=0001`)
      const atFault = report.body.validations.filter(({ IsRuleDefect }) => IsRuleDefect)
      expect(atFault.map(({ Name }) => Name)).toEqual(['Ten times as many'])
      const [{ Code = '', PopulationCount = 0, FailureCount = 0 } = {}] = atFault
      expect([PopulationCount, FailureCount]).toEqual([20, 200])
      const detail = await server.call<QualityRuleDetail>(user, 'GET', `${at}/${Code}?instId=0001`)
      expect(detail.body).toMatchObject({ Population: 20, Failures: 200, IsRuleDefect: true })
      const csv = await server.call<string>(user, 'GET', `${at}?instId=0001`, { accept: 'text/csv' })
      const flagged = csv.body.split('\r\n').filter(line => line.includes(advice))
      expect(flagged.map(line => line.split(',')[0])).toEqual([Code])
    }
  })
})
