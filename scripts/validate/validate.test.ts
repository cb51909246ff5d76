import { spawnSync } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateSample, type SampleOptions } from '../sample/index.ts'
import { textOf } from './report.ts'
import { exitCodes, type ValidateResult } from './validate.ts'

const command = join(import.meta.dirname, '../validate.ts')
const schema = join(import.meta.dirname, '../../schemas/student/23056_1_0_0.xsd')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bedel-validate-test-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

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
const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { encoding: 'utf8' })
  return { status, stdout, stderr, first: stdout.split('\n')[0] ?? '' }
}
const json = (...args: string[]): ValidateResult => JSON.parse(run(...args, '--json').stdout)

describe('the offline check', () => {
  it('passes a clean file through schema and rules', async () => {
    const file = await sample('clean.xml')
    expect(run(file, '--collection', '23056')).toMatchObject({
      status: 0,
      first: `${file} fits the schema 23056_1_0_0. 202 rules run, 0 rules outside tolerance.`,
    })
    expect(run(file, '--schema', schema)).toMatchObject({
      status: 0,
      first: `${file} fits the schema ${schema}.`,
    })
    expect(run(file, '--well-formed')).toMatchObject({ status: 0, first: `${file} is well-formed XML.` })
  })

  it('names the first schema error on the first line and ends with 1', async () => {
    const file = await sample('schema.xml', { faults: 'schema' })
    const { status, first } = run(file, '--collection', '23056')
    expect(status).toBe(1)
    expect(first).toMatch(
      /^VALUE_CODE: SEXID "77" is not a code of its list\. \(line \d+, column \d+; Student\[SID=\d+\]\/SEXID\)$/,
    )
  })

  it('tells each rule outside tolerance with its records and ends with 1', async () => {
    const file = await sample('rules.xml', { faults: 'rules' })
    const result = json(file, '--collection', '23056')
    expect(exitCodes[result.verdict]).toBe(1)
    const outside = result.rules?.failing.filter(({ status }) => status === 1) ?? []
    expect(outside.length).toBeGreaterThan(0)
    expect(outside.every(({ records, description }) => records.length > 0 && description !== '')).toBe(true)
    expect(textOf(result)).toMatch(/^QR\.STUDENT\.[\w.]+: \d+ of \d+ outside tolerance, tolerance /)
  })

  it('ends with 2 where a file cannot be read as XML, with code, words, line and column', async () => {
    const file = await sample('malformed.xml', { faults: 'malformed' })
    for (const way of [['--well-formed'], ['--schema', schema]]) {
      expect(run(file, ...way)).toMatchObject({
        status: 2,
        first: expect.stringMatching(/^MISMATCHED_TAG: .+ \(line \d+, column \d+\)$/),
      })
    }
    expect(
      run(written('dtd.xml', '<a/>'.replace('<a', '<!DOCTYPE a []>\n<a')), '--well-formed'),
    ).toMatchObject({
      status: 2,
      first: expect.stringMatching(/^DOCTYPE_NOT_ALLOWED: .+ \(line 1, column 1\)$/),
    })
    const deep = written('deep.xml', '<a>'.repeat(65))
    expect(json(deep, '--well-formed')).toMatchObject({
      verdict: 'unreadable',
      fault: { code: 'LIMIT_DEPTH', line: 1, column: 193 },
    })
  })

  it("refuses another collection's file with only that", async () => {
    const file = await sample('other.xml', { collection: '22056' })
    const { rules, rightToProcess, findingsTotal } = json(file, '--collection', '23056')
    expect({ rules, rightToProcess, findingsTotal }).toEqual({
      rules: null,
      findingsTotal: 0,
      rightToProcess: [{ item: 'Provider.RECID', found: '22056', expected: '23056' }],
    })
  })

  it('ends with 3 and says what to do where it cannot be carried out', () => {
    const absent = join(folder, 'absent.xml')
    const file = written('a.xml', '<a/>')
    const faults: [string[], RegExp][] = [
      [[], /^Name the file to check\.\nUsage: /],
      [[file], /^Give one of --collection, --schema and --well-formed\./],
      [[file, '--collection', '23'], /a reference of five digits/],
      [[file, '--collection', '99056'], /no schema for the collection 99056\. There is one for 22056, 23056/],
      [[absent, '--well-formed'], /absent\.xml" cannot be read: ENOENT/],
      [[file, '--schema', file], /a\.xml cannot be used: /],
      [[file, '--colection', '23056'], /Unknown option '--colection'/],
    ]
    for (const [args, words] of faults) {
      const { status, stdout, stderr } = run(...args)
      expect({ status, stdout }).toEqual({ status: 3, stdout: '' })
      expect(stderr).toMatch(words)
    }
  })

  it('reads schemas that the schema includes from beside it', () => {
    written(
      'types.xsd',
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:simpleType name="t"><xs:restriction base="xs:string"><xs:maxLength value="2"/></xs:restriction></xs:simpleType></xs:schema>',
    )
    const main = written(
      'main.xsd',
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:include schemaLocation="types.xsd"/><xs:element name="a" type="t"/></xs:schema>',
    )
    expect(run(written('long.xml', '<a>abc</a>'), '--schema', main)).toMatchObject({ status: 1 })
    expect(run(written('short.xml', '<a>ab</a>'), '--schema', main)).toMatchObject({ status: 0 })
  })
})
