import { readFileSync } from 'node:fs'
import { compileSchema, createChecker } from 'bedel-record'
import { describe, expect, test } from 'vitest'
import { generateSample, type SampleOptions } from '../../sample/index.ts'
import type { Expectations } from '../fileExpectations.ts'
import { createContentCheck } from './contentCheck.ts'

const document = readFileSync(new URL('../../../schemas/student/23056_1_0_0.xsd', import.meta.url), 'utf8')
const schema = { version: '23056_1.0.0', document }
const header: Expectations['header'] = {
  paths: {
    ukprn: 'DataFutures/Provider/UKPRN',
    collectionReference: 'DataFutures/Provider/RECID',
    identifier: 'DataFutures/Student/SID',
    identifierForm: '^[0-9]{2}([0-9]{8})[0-9]{7}$',
  },
  expected: { provider: { ukprn: '10000001', name: 'University of Ashby' }, collectionReference: '23056' },
}

const sample = (options: Partial<SampleOptions>): Uint8Array[] => [
  ...generateSample({ provider: '0001', students: 20, ...options }),
]
const text = (xml: string): Uint8Array[] => [new TextEncoder().encode(xml)]

const check = (chunks: Uint8Array[], expectations: Expectations, keyBytes?: number) => {
  const checking = createContentCheck(expectations, keyBytes)
  let read = 0
  for (const chunk of chunks) {
    checking.write(chunk)
    read += 1
    if (checking.isSettled) break
  }
  return { read, ...checking.end() }
}

describe('a file against its schema', () => {
  test('a clean file has nothing against it', () => {
    expect(check(sample({}), { schema, header })).toMatchObject({
      output: {
        wellFormed: true,
        schema: { kind: 'checked', version: '23056_1.0.0' },
        findings: [],
        findingsTotal: 0,
        groups: [],
        rightToProcess: [],
      },
      report: [],
    })
  })

  test('findings are those of the engine on the server, with a line of the report for each', () => {
    const chunks = sample({ faults: 'schema', students: 100 })
    const checker = createChecker(compileSchema(document))
    for (const chunk of chunks) checker.write(chunk)
    const { findings } = checker.end()
    const { output, report } = check(chunks, { schema, header })
    if (!output.wellFormed) throw new Error('The sample is well-formed.')
    expect(findings.length).toBeGreaterThan(1)
    expect(
      output.findings.map(({ LineNumber, Column, Code, Error: message }) => [
        LineNumber,
        Column,
        Code,
        message,
      ]),
    ).toEqual(findings.map(({ line, column, code, message }) => [line, column, code, message]))
    expect(output.findingsTotal).toBe(findings.length)
    expect(report).toHaveLength(findings.length)
    expect(report[0]).toContain(findings[0]?.path)
  })

  test('many findings are counted by field and kind; the first hundred are told one by one, the report has all', () => {
    const students = Array.from({ length: 150 }, (_, index) => `<Student><SID>${index}</SID></Student>`)
    const { output, report } = check(text(`<DataFutures>\n${students.join('\n')}\n</DataFutures>`), {
      schema,
      header,
    })
    if (!output.wellFormed) throw new Error('The file is well-formed.')
    expect(output.findings).toHaveLength(100)
    expect(report).toHaveLength(output.findingsTotal)
    expect(output.groups.reduce((sum, { count }) => sum + count, 0)).toBe(output.findingsTotal)
    expect(output.groups.find(({ code }) => code === 'ELEMENT_MISSING')).toMatchObject({
      count: 150,
      place: 'Student/SEXID',
      places: [{ line: 2 }, { line: 3 }, { line: 4 }],
    })
    const counts = output.groups.map(({ count }) => count)
    expect(counts).toEqual(counts.toSorted((one, other) => other - one))
  })

  test('a file that is not well-formed is told at its fault and read no further', () => {
    const chunks = [...text('<DataFutures>\n  </Data>'), ...text('<more/>')]
    const { output, read } = check(chunks, { schema, header })
    expect(output).toMatchObject({ wellFormed: false, error: { code: 'MISMATCHED_TAG', line: 2, column: 3 } })
    expect(read).toBe(1)
  })

  test('keys that the browser has no room for are named', () => {
    const keyed = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="r">
      <xs:complexType><xs:sequence><xs:element name="i" maxOccurs="unbounded"><xs:complexType><xs:attribute name="k"/></xs:complexType></xs:element></xs:sequence></xs:complexType>
      <xs:key name="item"><xs:selector xpath="i"/><xs:field xpath="@k"/></xs:key></xs:element></xs:schema>`
    const items = Array.from({ length: 140 }, (_, at) => `<i k="${at}${'x'.repeat(10_000)}"/>\n`)
    const file = ['<r>', ...items, '</r>'].flatMap(text)
    const expectations = { schema: { version: '1', document: keyed }, header: undefined }
    const { output } = check(file, expectations, 1_352_500)
    expect(output).toMatchObject({
      findingsTotal: 0,
      keysUnchecked: [{ kind: 'key', name: 'item', line: 135 }],
    })
  })

  test("a file of another provider's or for another collection will be refused, in the server's words", () => {
    const refusal = (options: Partial<SampleOptions>) => {
      const { output } = check(sample(options), { schema, header })
      return output.wellFormed && output.rightToProcess
    }
    expect(refusal({ provider: '0002' })).toEqual([
      { item: 'Provider.UKPRN', found: '10000002', expected: '10000001 (University of Ashby)' },
    ])
    expect(refusal({ collection: '22056' })).toMatchObject([{ item: 'Provider.RECID', expected: '23056' }])
    const unknown = check(sample({ provider: '0002' }), { schema, header: undefined }).output
    expect(unknown.wellFormed && unknown.rightToProcess).toEqual([])
  })
})

describe('a file without a schema', () => {
  test.each(['none', 'unavailable'] as const)('%s: only that it can be read is checked, and said', kind => {
    const faulty = check(sample({ faults: 'schema' }), { schema: kind, header })
    expect(faulty.output).toMatchObject({ wellFormed: true, schema: { kind }, findingsTotal: 0 })
    const broken = check([...text('<a><b></a>'), ...text('</a>')], { schema: kind, header })
    expect(broken.output).toMatchObject({ wellFormed: false, error: { code: 'MISMATCHED_TAG', line: 1 } })
    expect(broken.read).toBe(1)
    expect(check(text('<a>'), { schema: kind, header }).output.wellFormed).toBe(false)
  })

  test('a schema that this page cannot use is left to the server', () => {
    const { output } = check(text('<a/>'), { schema: { version: '1', document: '<no-schema/>' }, header })
    expect(output).toMatchObject({ wellFormed: true, schema: { kind: 'unavailable' } })
  })
})
