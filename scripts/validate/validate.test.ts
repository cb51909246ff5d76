import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { inEnglish } from '../../server/messages.ts'
import { rulesetInFolder } from '../../server/publishing/rulesetFiles.ts'
import { packSpecification } from '../../server/publishing/specificationPackage.ts'
import { toleranceLabel } from '../../src/domain/toleranceLabel.ts'
import { generateSample, type SampleOptions } from '../../src/sample/index.ts'
import { generateStaff } from '../../src/sample/staff.ts'
import { runCommand } from './command.ts'
import { buildPackage } from './package/build.ts'
import { bundlePackage } from './package/bundle.ts'
import { textOf } from './report.ts'
import { exitCodes, type ValidateResult, validate } from './validate.ts'

const root = join(import.meta.dirname, '../..')
const command = join(root, 'scripts/bedel-validate.mjs')
const schema = join(root, 'schemas/student/23056_1_0_0.xsd')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bedel-validate-test-'))
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const sample = async (name: string, options: Partial<SampleOptions> = {}): Promise<string> => {
  const path = join(folder, name)
  const content = generateSample({ provider: '0001', students: 40, ...options })
  await pipeline(Readable.from(content), createWriteStream(path))
  return path
}
const written = (name: string, content: string): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
interface Ended {
  status: number | null
  stdout: string
  stderr: string
  /** The line that names what the file was checked with. */
  content: string
  /** The first line of what it found. */
  first: string
}
const linesOf = (stdout: string): Pick<Ended, 'content' | 'first'> => {
  const [line = '', next = ''] = stdout.split('\n')
  const isContent = /^(Specification|Schema) .* \(SHA-256 [0-9a-f]{12}\)/.test(line)
  return { content: isContent ? line : '', first: isContent ? next : line }
}
/** A command as a process of its own. */
const start = (path: string, ...args: string[]): Ended => {
  const env = { ...process.env, TMPDIR: folder }
  const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...args], { encoding: 'utf8', env })
  return { status, stdout, stderr, ...linesOf(stdout) }
}
/** What the command does, without a process of its own: that takes most of the time of a check. */
const run = async (...args: string[]): Promise<Ended> => {
  vi.stubEnv('TMPDIR', folder)
  const { code, out, err } = await runCommand(args, new AbortController().signal)
  const text = (lines: readonly string[]) => lines.map(line => `${line}\n`).join('')
  return { status: code, stdout: text(out), stderr: text(err), ...linesOf(text(out)) }
}
const json = async (...args: string[]): Promise<ValidateResult> =>
  JSON.parse((await run(...args, '--json')).stdout)

describe('the offline check', () => {
  it('passes a clean file through schema and rules', async () => {
    const file = await sample('clean.xml')
    expect(await run(file, '--collection', '23056')).toMatchObject({
      status: 0,
      first: `${file} fits the schema 23056_1_0_0. 193 rules run, 0 rules outside tolerance.`,
    })
    expect(await run(file, '--schema', schema)).toMatchObject({
      status: 0,
      first: `${file} fits the schema ${schema}.`,
    })
    expect(await run(file, '--well-formed')).toMatchObject({
      status: 0,
      first: `${file} is well-formed XML.`,
    })
  })

  it('names what it checks with on the first line, and whole hashes in its JSON', async () => {
    const file = written('named.xml', '<a/>')
    expect((await run(file, '--collection', '23056')).content).toMatch(
      /^Schema 23056_1_0_0 \(SHA-256 [0-9a-f]{12}\), ruleset 23056_1\.0\.0 \(SHA-256 [0-9a-f]{12}\)\.$/,
    )
    expect((await run(file, '--schema', schema)).content).toMatch(/^Schema \S+ \(SHA-256 [0-9a-f]{12}\)\.$/)
    expect((await run(file, '--well-formed')).content).toBe('')
    const { content } = await json(file, '--collection', '23056')
    const schemaHash = createHash('sha256').update(readFileSync(schema)).digest('hex')
    expect(content).toMatchObject({ specification: null, schema: '23056_1_0_0', schemaHash })
  })

  it('checks with the rules in any folder, and refuses a folder at fault with file and line', async () => {
    const file = join(folder, 'own-rules.xml')
    writeFileSync(file, generateStaff({ provider: '0001', members: 200, faults: 'rules' }))
    const staffSchema = join(root, 'schemas/staff/24025_1_0_0.xsd')
    const staffRules = join(root, 'rulesets/staff/24025_1.0.0')
    const own = await run(file, '--schema', staffSchema, '--ruleset', staffRules)
    const released = await run(file, '--collection', '24025')
    expect(own.first).toBe(released.first)
    expect(own.content).toContain(released.content.slice(released.content.indexOf(', ruleset')))
    const broken = join(folder, 'broken-rules')
    cpSync(staffRules, broken, { recursive: true })
    writeFileSync(join(broken, 'example.yaml'), 'Membr: []\n')
    expect(await run(file, '--schema', staffSchema, '--ruleset', broken)).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('  example.yaml:1 There is no entity "Membr". Did you mean Member?'),
    })
  })

  it('checks with a published specification, its tolerances and texts, and names it first', async () => {
    const file = join(folder, 'packaged.xml')
    writeFileSync(file, generateStaff({ provider: '0001', members: 200, faults: 'rules' }))
    const released = await json(file, '--collection', '24025')
    const [failing] = released.rules?.failing.filter(({ status }) => status === 1) ?? []
    const ruleCode = failing?.ruleCode ?? ''
    const text = { ruleCode, description: 'A contract must be right.', guidanceUrl: 'https://example.org/' }
    const pack = async (name: string, changes: object) => {
      const zip = await packSpecification(
        {
          specificationId: 3,
          version: '24025_1.0.7',
          record: 'staff',
          schemaVersion: '24025_1_0_0',
          rulesetVersion: '24025_1.0.0',
          tolerances: [],
          texts: [],
          ...changes,
        },
        {
          schema: readFileSync(join(root, 'schemas/staff/24025_1_0_0.xsd')),
          ruleset: await rulesetInFolder(join(root, 'rulesets/staff/24025_1.0.0')),
          base: undefined,
        },
      )
      const path = join(folder, name)
      writeFileSync(path, zip)
      return path
    }
    const same = await pack('same.zip', {})
    expect((await json(file, '--package', same)).rules).toEqual(released.rules)
    expect((await run(file, '--package', same)).content).toMatch(
      /^Specification 24025_1\.0\.7, schema 24025_1_0_0 \(SHA-256 [0-9a-f]{12}\), ruleset 24025_1\.0\.0 \(SHA-256 [0-9a-f]{12}\)\.$/,
    )
    const tolerance = { conjunction: 'A' as const, parts: [{ type: 1 as const, from: 100_000, to: null }] }
    const changed = await pack('changed.zip', {
      tolerances: [{ ruleCode, regulatorCode: failing?.regulatorCode, tolerance }],
      texts: [text],
    })
    expect((await json(file, '--package', changed)).rules?.failing).toContainEqual(
      expect.objectContaining({ ruleCode, status: 0, requirement: text.description }),
    )
    expect(await run(file, '--package', file)).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('This file is not a zip file.'),
    })
  })

  it('gets the package from a portal, with the key of the environment', async () => {
    const file = written('from.xml', '<a/>')
    const server = createServer((request, answer) => {
      answer.statusCode = request.headers.authorization === 'Bearer secret' ? 404 : 401
      answer.end()
    }).listen(0)
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/specifications/3/package`
    try {
      expect((await run(file, '--from', url)).stderr).toContain('Set BEDEL_KEY to an API key')
      vi.stubEnv('BEDEL_KEY', 'secret')
      expect((await run(file, '--from', url)).stderr).toContain(`${url} answers 404.`)
    } finally {
      server.close()
    }
  })

  it('does not blame another provider that only the register of the server knows', async () => {
    const file = await sample('moves.xml', { students: 2000, researchersMoveTo: '0002' })
    expect(readFileSync(file, 'utf8')).toContain('<INTENDEDDESTINATION>10000002</INTENDEDDESTINATION>')
    const result = await json(file, '--collection', '23056')
    expect(result.verdict).toBe('clean')
    expect(result.rules?.failing.filter(({ status }) => status === 1)).toEqual([])
    // Rules whose requirement names the register, powers of another provider, or whether it returns the record.
    const lookUp = [
      'AwardingBodyRole.AWARDINGBODYID.001',
      'CollaborativeProvision.PARTNERUKPRN.901',
      'Leaver.INTENDEDDESTINATION.903',
      'Student.SID.903',
    ]
    const notChecked = result.rules?.notChecked.join(' ') ?? ''
    for (const code of lookUp) expect(notChecked.toUpperCase()).toContain(code.toUpperCase())
    expect((await run(file, '--collection', '23056')).stdout).toMatch(
      /rules not checked here, because the register of providers is on the server only:\n(?: {2}QR\.STUDENT\.\S+\n)+/,
    )
  })

  it('passes a file of 2,000 students, as README makes one, whichever provider and seed', async () => {
    for (const [provider, seed] of [
      ['0001', 1],
      ['0002', 2],
    ] as const) {
      const file = await sample(`good-${provider}.xml`, { provider, seed, students: 2000 })
      expect(await run(file, '--collection', '23056')).toMatchObject({
        status: 0,
        first: expect.stringContaining(', 0 rules outside tolerance.'),
      })
    }
  })

  it('checks a file of another record against the rules of its collection', async () => {
    const file = join(folder, 'staff.xml')
    writeFileSync(file, generateStaff({ provider: '0001', members: 200, faults: 'rules' }))
    expect(await run(file, '--collection', '24025')).toMatchObject({
      status: 1,
      first: 'QR.STAFF.Contract.CONEND.902.V01: 11 of 56 outside tolerance, tolerance 0 records and 5%',
    })
  })

  it('names the first schema error on the first line and ends with 1', async () => {
    const file = await sample('schema.xml', { faults: 'schema' })
    const { status, first } = await run(file, '--collection', '23056')
    expect(status).toBe(1)
    expect(first).toMatch(
      /^VALUE_CODE: SEXID "77" is not a valid code\. \(line \d+, column \d+; Student\[SID=\d+\]\/SEXID\)$/,
    )
    // The file does not fit its schema, so nothing of its records is kept, nor is it afterwards.
    expect(readdirSync(folder).filter(name => name.startsWith('bedel-validate-'))).toEqual([])
  })

  it('groups schema errors by code and field, the commonest first, with their first places', async () => {
    const wrong = Array.from({ length: 7 }, (_, index) => `<b><c>${index}</c><d>xx</d></b>\n`).join('')
    const file = written('groups.xml', `<a>\n<b><c>1</c><d>toolong</d></b>\n${wrong}</a>`)
    const types =
      '<xs:restriction base="xs:string"><xs:maxLength value="4"/><xs:pattern value="\\D+"/></xs:restriction>'
    const xsd = written(
      'groups.xsd',
      `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:simpleType name="t">${types}</xs:simpleType><xs:element name="a"><xs:complexType><xs:sequence><xs:element name="b" maxOccurs="unbounded"><xs:complexType><xs:sequence><xs:element name="c" type="t"/><xs:element name="d" type="t"/></xs:sequence></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element></xs:schema>`,
    )
    const lines = (await run(file, '--schema', xsd)).stdout.split('\n')
    expect(lines.filter(line => line.includes('×') || line.includes('…') || line.includes('errors'))).toEqual(
      [
        `9 schema errors against ${xsd}:`,
        '  8 × VALUE_PATTERN at b/c',
        '    … and 3 more places',
        '  1 × VALUE_TOO_LONG at b/d',
        `${file}: 9 schema errors against ${xsd}. No rule was run.`,
      ],
    )
    expect(lines).toContain(
      '    line 2, column 4: c "1" has 1 (U+0031) at character 1, which is not allowed there. (b/c)',
    )
  })

  it('tells each rule outside tolerance with its records and ends with 1', async () => {
    const file = await sample('rules.xml', { faults: 'rules' })
    const result = await json(file, '--collection', '23056')
    expect(exitCodes[result.verdict]).toBe(1)
    const outside = result.rules?.failing.filter(({ status }) => status === 1) ?? []
    expect(outside.length).toBeGreaterThan(0)
    expect(outside.every(({ requirement }) => / must /.test(requirement))).toBe(true)
    expect(
      outside.every(({ records }) => records.length > 0 && records.every(({ finding }) => finding)),
    ).toBe(true)
    expect(await textOf(result)).toMatch(/\nQR\.STUDENT\.[\w.]+: \d+ of \d+ outside tolerance, tolerance \d/)
    expect(outside.map(rule => 'conjoinedTolerances' in rule && rule.conjoinedTolerances)).toEqual(
      outside.map(rule => inEnglish(toleranceLabel(rule.tolerance, rule.measuredIn))),
    )
    const failing = result.rules?.failing ?? []
    expect(failing.filter(({ isRuleDefect }) => isRuleDefect)).toEqual([])
    const [first] = failing.filter(({ status }) => status === 1)
    const atFault = { ...first!, populationCount: 0, isRuleDefect: true }
    expect(await textOf({ ...result, rules: { run: 1, failing: [atFault], notChecked: [] } })).toContain(
      'The rule is faulty, not the file: more records fail than it checks.',
    )
  })

  it('ends with 2 where a file cannot be read as XML, with code, words, line and column', async () => {
    const file = await sample('malformed.xml', { faults: 'malformed' })
    for (const way of [['--well-formed'], ['--schema', schema]]) {
      expect(await run(file, ...way)).toMatchObject({
        status: 2,
        first: expect.stringMatching(/^MISMATCHED_TAG: .+ \(line \d+, column \d+\)$/),
      })
    }
    expect(
      await run(written('dtd.xml', '<a/>'.replace('<a', '<!DOCTYPE a []>\n<a')), '--well-formed'),
    ).toMatchObject({
      status: 2,
      first: expect.stringMatching(/^DOCTYPE_NOT_ALLOWED: .+ \(line 1, column 1\)$/),
    })
    const deep = written('deep.xml', '<a>'.repeat(65))
    expect(await json(deep, '--well-formed')).toMatchObject({
      verdict: 'unreadable',
      fault: { code: 'LIMIT_DEPTH', line: 1, column: 193 },
    })
    expect(start(command, file, '--well-formed').status).toBe(2)
    const absent = join(folder, 'absent.xml')
    expect(start(command, absent, '--collection', '23056')).toMatchObject({
      status: 3,
      stderr: `"${absent}" cannot be read: there is no such file.\n`,
    })
    expect(await run(folder, '--schema', schema)).toMatchObject({ status: 3, stdout: '' })
  })

  it('asks only for well-formedness where that is wanted, whatever else is given', async () => {
    const file = await sample('schema-only.xml', { faults: 'schema' })
    expect(await run(file, '--collection', '23056', '--well-formed')).toMatchObject({
      status: 0,
      first: `${file} is well-formed XML.`,
    })
  })

  it("refuses another collection's file with only that", async () => {
    const file = await sample('other.xml', { collection: '22056' })
    const { rules, rightToProcess, findingsTotal } = await json(file, '--collection', '23056')
    expect({ rules, rightToProcess, findingsTotal }).toEqual({
      rules: null,
      findingsTotal: 0,
      rightToProcess: [{ item: 'Provider.RECID', found: '22056', expected: '23056' }],
    })
  })

  it('ends with 3 and says what to do where it cannot be carried out', async () => {
    const file = written('a.xml', '<a/>')
    const faults: [string[], RegExp][] = [
      [[], /^Name the file to check\.\nUsage: /],
      [[file], /^Give one of --collection, --package, --from, --schema, --follow and --well-formed\./],
      [[file, '--collection', '23'], /a reference of five digits/],
      [[file, '--collection', '99056'], /no schema for the collection 99056\. There is one for 22056, 23056/],
      [
        [file, '--collection', '23056', '--schema', schema],
        /^Give only one of --collection, --package, --from, --schema and --follow\./,
      ],
      [[file, '--well-formed', '--catalog', 'c.xml'], /^--catalog goes with --schema or --follow\./],
      [[file, '--schema', file], /a\.xml cannot be used: /],
      [[file, '--colection', '23056'], /Unknown option '--colection'/],
    ]
    for (const [args, words] of faults) {
      const { status, stdout, stderr } = await run(...args)
      expect({ status, stdout }).toEqual({ status: 3, stdout: '' })
      expect(stderr).toMatch(words)
    }
  })

  it('reads schemas that the schema includes from beside it', async () => {
    written(
      'types.xsd',
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:simpleType name="t"><xs:restriction base="xs:string"><xs:maxLength value="2"/></xs:restriction></xs:simpleType></xs:schema>',
    )
    const main = written(
      'main.xsd',
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:include schemaLocation="types.xsd"/><xs:element name="a" type="t"/></xs:schema>',
    )
    expect(await run(written('long.xml', '<a>abc</a>'), '--schema', main)).toMatchObject({ status: 1 })
    expect(await run(written('short.xml', '<a>ab</a>'), '--schema', main)).toMatchObject({ status: 0 })
  })

  it('finds what an included schema includes from the folder of that schema, and what is only commented out not', async () => {
    mkdirSync(join(folder, 'parts'))
    written(
      'parts/types.xsd',
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><!-- <xs:include schemaLocation="gone.xsd"/> --><xs:include schemaLocation="length.xsd"/></xs:schema>',
    )
    written(
      'parts/length.xsd',
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:include schemaLocation="../nested.xsd"/><xs:simpleType name="t"><xs:restriction base="xs:string"><xs:maxLength value="2"/></xs:restriction></xs:simpleType></xs:schema>',
    )
    const main = written(
      'nested.xsd',
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:include schemaLocation="parts/types.xsd"/><xs:element name="a" type="t"/></xs:schema>',
    )
    expect(await run(written('nested-long.xml', '<a>abc</a>'), '--schema', main)).toMatchObject({ status: 1 })
    expect(await run(written('nested-short.xml', '<a>ab</a>'), '--schema', main)).toMatchObject({ status: 0 })
  })

  describe('of a schema whose documents are elsewhere', () => {
    const length = (most: number) =>
      `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:l"><xs:simpleType name="t"><xs:restriction base="xs:string"><xs:maxLength value="${most}"/></xs:restriction></xs:simpleType></xs:schema>`
    const main = (location: string) =>
      `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:l="urn:l"><xs:import namespace="urn:l" schemaLocation="${location}"/><xs:element name="a" type="l:t"/></xs:schema>`
    const catalog = (entries: string, base = '') =>
      `<!DOCTYPE catalog PUBLIC "-//OASIS//DTD XML Catalogs V1.1//EN" "catalog.dtd"><catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog"${base}>${entries}</catalog>`
    const address = 'https://schemas.example/v1/length.xsd'

    it.each([
      ['the whole address', catalog(`<uri name="${address}" uri="kept/length.xsd"/>`)],
      [
        'the address as a system identifier',
        catalog(`<system systemId="${address}" uri="kept/length.xsd"/>`),
      ],
      [
        'the longest beginning of the address',
        catalog(
          '<rewriteURI uriStartString="https://schemas.example/" rewritePrefix="gone/"/><rewriteURI uriStartString="https://schemas.example/v1/" rewritePrefix="kept/"/>',
        ),
      ],
      ['the end of the address', catalog('<uriSuffix uriSuffix="/length.xsd" uri="kept/length.xsd"/>')],
      [
        'a base of its own',
        catalog(`<group xml:base="kept/"><uri name="${address}" uri="length.xsd"/></group>`),
      ],
      [
        'a further catalog, past one that would have to be fetched',
        catalog(
          '<nextCatalog catalog="https://schemas.example/catalog.xml"/><nextCatalog catalog="kept/further.xml"/>',
        ),
      ],
    ])('finds a document by %s in a catalog', async (_, entries) => {
      mkdirSync(join(folder, 'kept'), { recursive: true })
      written('kept/length.xsd', length(2))
      written('kept/further.xml', catalog(`<uri name="${address}" uri="length.xsd"/>`))
      const path = written('elsewhere.xsd', main(address))
      const found = written('catalog.xml', entries)
      const check = (file: string) => run(file, '--schema', path, '--catalog', found)
      expect(await check(written('long.xml', '<a>abc</a>'))).toMatchObject({ status: 1 })
      expect(await check(written('short.xml', '<a>ab</a>'))).toMatchObject({ status: 0 })
    })

    it('fetches nothing that no catalog has', async () => {
      const path = written('elsewhere.xsd', main(address))
      const other = written(
        'other.xml',
        catalog(`<uri name="${address}" uri="https://other.example/x.xsd"/>`),
      )
      for (const options of [[], ['--catalog', other]]) {
        const { status, stderr } = await run(written('a.xml', '<a>x</a>'), '--schema', path, ...options)
        expect({ status, stderr }).toEqual({ status: 3, stderr: expect.stringContaining(address) })
      }
    })

    it('names the line of a catalog that cannot be read', async () => {
      const path = written('elsewhere.xsd', main(address))
      const found = written('broken.xml', '<catalog>\n<uri')
      const { status, stderr } = await run(written('a.xml', '<a/>'), '--schema', path, '--catalog', found)
      expect({ status, stderr }).toEqual({ status: 3, stderr: expect.stringMatching(/broken\.xml .*line 2/) })
    })

    it('follows the schemas that the file names, within the folder only', async () => {
      mkdirSync(join(folder, 'follow/parts'), { recursive: true })
      written('follow/parts/length.xsd', length(2))
      written('follow/main.xsd', main('parts/length.xsd'))
      written('outside.xsd', main('follow/parts/length.xsd'))
      const named = (text: string, location: string) =>
        `<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="${location}">${text}</a>`
      const check = (name: string, content: string) =>
        run(written(`follow/${name}`, content), '--follow', join(folder, 'follow'))
      expect(await check('long.xml', named('abc', 'main.xsd'))).toMatchObject({ status: 1 })
      expect(await check('short.xml', named('ab', 'main.xsd'))).toMatchObject({ status: 0 })
      for (const [content, words] of [
        [named('ab', '../outside.xsd'), /\.\.\/outside\.xsd, which is not within/],
        [named('ab', address), /Nothing is fetched: give a catalog/],
        [named('ab', 'gone.xsd'), /gone\.xsd cannot be read/],
        ['<a>ab</a>', /names no schema/],
      ] as const) {
        const { status, stderr } = await check('other.xml', content)
        expect({ status, stderr }).toEqual({ status: 3, stderr: expect.stringMatching(words) })
      }
    })

    it('follows schemas of several namespaces', async () => {
      mkdirSync(join(folder, 'several'), { recursive: true })
      for (const [name, other] of [
        ['one', 'two'],
        ['two', ''],
      ])
        written(
          `several/${name}.xsd`,
          `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:${name}"><xs:element name="e"><xs:complexType><xs:sequence>${other ? `<xs:any namespace="urn:${other}" processContents="strict"/>` : ''}</xs:sequence></xs:complexType></xs:element></xs:schema>`,
        )
      const file = (inner: string) =>
        `<e xmlns="urn:one" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:one one.xsd urn:two two.xsd">${inner}</e>`
      const check = (content: string) =>
        run(written('several/file.xml', content), '--follow', join(folder, 'several'))
      expect(await check(file('<e xmlns="urn:two"/>'))).toMatchObject({ status: 0 })
      expect(await check(file('<e xmlns="urn:two"><e/></e>'))).toMatchObject({ status: 1 })
    })
  })

  describe('of a file with more keys than memory is given for', () => {
    const keyed = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="r">
      <xs:complexType><xs:sequence><xs:element name="i" maxOccurs="unbounded"><xs:complexType><xs:attribute name="k"/></xs:complexType></xs:element></xs:sequence></xs:complexType>
      <xs:key name="item"><xs:selector xpath="i"/><xs:field xpath="@k"/></xs:key></xs:element></xs:schema>`
    const items = (last: string) =>
      `<r>\n${Array.from({ length: 20_000 }, (_, at) => `<i k="${at}"/>\n`).join('')}${last}</r>`
    /** The check of a file with 20,000 keys, of which some thirty are held at once. */
    const checking = (last: string, signal = new AbortController().signal) => {
      vi.stubEnv('TMPDIR', folder)
      const path = written('keyed.xsd', keyed)
      const file = written('keyed.xml', items(last))
      return validate(
        { file, json: false, against: { kind: 'schema', path, catalogs: [] }, keyBytes: 5_000 },
        signal,
      )
    }
    const left = () => readdirSync(folder).filter(name => name.startsWith('bedel-validate-'))

    it('finds the key that stands twice, with both lines, and leaves nothing behind', async () => {
      const result = await checking('<i k="12"/>')
      expect(result.verdict).toBe('findings')
      expect((await textOf(result)).split('\n')[1]).toBe(
        'KEY_DUPLICATE: 12 stands more than once where key "item" allows it once; the first is in line 14. (line 20002, column 1; i)',
      )
      expect((await checking('')).verdict).toBe('clean')
      expect(left()).toEqual([])
    })

    it('leaves nothing behind when it is stopped while keys are compared', async () => {
      const stopped = new AbortController()
      let calls = 0
      const throwIfAborted = stopped.signal.throwIfAborted.bind(stopped.signal)
      vi.spyOn(stopped.signal, 'throwIfAborted').mockImplementation(() => {
        calls += 1
        // The first is asked for the only piece of the file, the next between two pieces of the comparison.
        if (calls === 3) {
          expect(left()).toHaveLength(1)
          stopped.abort()
        }
        throwIfAborted()
      })
      await expect(checking('<i k="12"/>', stopped.signal)).rejects.toThrow('aborted')
      expect(left()).toEqual([])
    })
  })

  it('leaves no records behind when it is stopped', async () => {
    const file = await sample('stopped.xml')
    vi.stubEnv('TMPDIR', folder)
    const stopped = new AbortController()
    stopped.abort()
    const against = { kind: 'collection', reference: '23056', country: 'E' } as const
    await expect(validate({ file, json: false, against }, stopped.signal)).rejects.toThrow('aborted')
    expect(readdirSync(folder).filter(name => name.startsWith('bedel-validate-'))).toEqual([])
  })

  it('is one file for machines without Node.js and without a registry, with the same findings', {
    tags: ['exhaustive'],
    timeout: 120_000,
  }, async () => {
    const file = await sample('bundled.xml', { faults: 'rules' })
    const made = await bundlePackage(join(folder, 'made/bedel-validate'))
    const elsewhere = mkdtempSync(join(tmpdir(), 'bedel-bundle-'))
    try {
      expect(spawnSync('tar', ['-xzf', made, '-C', elsewhere]).status).toBe(0)
      const { status, stdout } = spawnSync(
        join(elsewhere, 'bedel-validate/bedel-validate'),
        [file, '--collection', '23056'],
        { encoding: 'utf8', cwd: elsewhere, env: { PATH: '/usr/bin:/bin' } },
      )
      expect({ status, stdout }).toEqual({
        status: 1,
        stdout: (await run(file, '--collection', '23056')).stdout,
      })
    } finally {
      rmSync(elsewhere, { recursive: true })
    }
  })

  it('stands alone as a package, with the same findings', { timeout: 90_000 }, async () => {
    const file = await sample('packed.xml', { faults: 'rules' })
    const packed = join(folder, 'package')
    await buildPackage(packed)
    // A schema alone needs no database.
    const main = join(packed, 'lib/validate/main.js')
    expect(start(main, file, '--schema', join(packed, 'schemas/student/23056_1_0_0.xsd')).status).toBe(0)
    expect(start(main, file, '--well-formed').status).toBe(0)
    expect(start(main, file, '--collection', '23056').status).not.toBe(0)
    symlinkSync(join(root, 'node_modules'), join(packed, 'node_modules'))
    const { status, stdout } = start(join(packed, 'bedel-validate.mjs'), file, '--collection', '23056')
    expect({ status, stdout }).toEqual({
      status: 1,
      stdout: (await run(file, '--collection', '23056')).stdout,
    })
  })
})
