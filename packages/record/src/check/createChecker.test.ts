import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mutantOf } from '../../../../scripts/differential/mutate.ts'
import { generateSample, studentSchema } from '../../../../src/sample/index.ts'
import { Random } from '../../../../src/sample/random.ts'
import {
  type CheckOptions,
  type CheckOutcome,
  codeLists,
  compileSchema,
  createChecker,
  entityTables,
} from '../index.ts'
import { writeRows } from '../rows/rowWriter.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const schema = studentSchema('23056')

const engagement = (id: string, inner = ''): string => `
    <Engagement>
      <NUMHUS>${id}</NUMHUS>
      <ENGSTARTDATE>2023-09-18</ENGSTARTDATE>${inner}
    </Engagement>`

const student = (sid: string, inner: string): string => `
  <Student>
    <SID>${sid}</SID>
    <SEXID>10</SEXID>
    <SURNAME>Llŷn</SURNAME>${inner}
  </Student>`

const file = (inner: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<DataFutures>${inner}\n</DataFutures>\n`

const check = (
  xml: string | Uint8Array,
  options: CheckOptions = {},
  step = Number.POSITIVE_INFINITY,
): CheckOutcome => {
  const checker = createChecker(schema, options)
  const bytes = typeof xml === 'string' ? utf8(xml) : xml
  for (let from = 0; from < bytes.length; from += step)
    checker.write(bytes.subarray(from, Math.min(from + step, bytes.length)))
  return checker.end()
}

const brief = (outcome: CheckOutcome): readonly string[] =>
  outcome.findings.map(({ line, column, code, path }) => `${line}:${column} ${code} ${path}`)

describe('findings', () => {
  it('name the field, the record by its keys, the records around it, and what was expected', () => {
    const session =
      '<StudentCourseSession><SCSESSIONID>S1</SCSESSIONID><COURSEID>C1</COURSEID><SCSMODE>5</SCSMODE><SCSSTARTDATE>2023-09-18</SCSSTARTDATE></StudentCourseSession>'
    const { findings } = check(file(student('9811681234562', engagement('E1', session))))
    expect(findings).toEqual([
      {
        code: 'VALUE_CODE',
        parameters: { field: 'SCSMODE', value: '5', codes: ['01', '02', '03', '04', '31'], total: 5 },
        message: 'SCSMODE "5" is not a valid code.',
        line: 9,
        column: 120,
        byte: 307,
        path: 'Student[SID=9811681234562]/Engagement[NUMHUS=E1]/StudentCourseSession[SCSESSIONID=S1]/SCSMODE',
        value: '5',
        expected: '01, 02, 03, 04, 31',
        field: 'SCSMODE',
        name: 'StudentCourseSession',
        ids: [{ field: 'SCSESSIONID', value: 'S1' }],
        parent: {
          name: 'Engagement',
          ids: [{ field: 'NUMHUS', value: 'E1' }],
          parent: { name: 'Student', ids: [{ field: 'SID', value: '9811681234562' }], parent: null },
        },
      },
    ])
  })

  const cases: readonly (readonly [what: string, inner: string, findings: readonly string[]])[] = [
    [
      'a missing field, once, at the place where it was missed',
      student('1', '<Engagement><NUMHUS>E1</NUMHUS></Engagement>'),
      ['6:28 ELEMENT_MISSING Student[SID=1]/Engagement[NUMHUS=E1]/ENGSTARTDATE'],
    ],
    [
      'a missing field before another',
      '<Student><SID>1</SID><SURNAME>X</SURNAME></Student>',
      ['2:35 ELEMENT_MISSING Student[SID=1]/SEXID'],
    ],
    [
      'a misspelt field, once, though it is then missing',
      '<Student><SID>1</SID><SEXIDD>10</SEXIDD><SURNAME>X</SURNAME></Student>',
      ['2:35 ELEMENT_UNKNOWN Student[SID=1]/SEXIDD'],
    ],
    [
      'a misspelt last field, once',
      '<Student><SID>1</SID><SEXID>10</SEXID><SURNAM>X</SURNAM></Student>',
      ['2:52 ELEMENT_UNKNOWN Student[SID=1]/SURNAM'],
    ],
    [
      'fields in the wrong order, and what they hold',
      '<Student><SID>1</SID><SEXID>10</SEXID><ETHNIC>x</ETHNIC><SURNAME>X</SURNAME></Student>',
      ['2:52 ELEMENT_MISPLACED Student[SID=1]/ETHNIC', '2:52 VALUE_CODE Student[SID=1]/ETHNIC'],
    ],
    [
      'a field that stands twice',
      '<Student><SID>1</SID><SID>2</SID><SEXID>10</SEXID><SURNAME>X</SURNAME></Student>',
      ['2:35 ELEMENT_MISPLACED Student[SID=1]/SID'],
    ],
    [
      'nothing inside an unknown record',
      '<Unknown><SID>x</SID><Deep><SEXID>?</SEXID></Deep></Unknown>',
      ['2:14 ELEMENT_UNKNOWN Unknown'],
    ],
    [
      'text between fields',
      '<Student><SID>1</SID>stray<SEXID>10</SEXID><SURNAME>X</SURNAME></Student>',
      ['2:14 TEXT_NOT_ALLOWED Student'],
    ],
    [
      'an element inside a value',
      '<Student><SID>1<b/></SID><SEXID>10</SEXID><SURNAME>X</SURNAME></Student>',
      ['2:23 ELEMENT_IN_VALUE Student/SID'],
    ],
    [
      'every faulty value',
      '<Student><SID>x</SID><BIRTHDTE>2001-02-30</BIRTHDTE><SEXID></SEXID><SURNAME>Ж</SURNAME></Student>',
      [
        '2:23 VALUE_PATTERN Student/SID',
        '2:35 VALUE_TYPE Student/BIRTHDTE',
        '2:66 VALUE_CODE Student/SEXID',
        '2:81 VALUE_PATTERN Student/SURNAME',
      ],
    ],
  ]
  for (const [what, inner, findings] of cases)
    it(`tell of ${what}`, () => {
      const xml = `<?xml version="1.0"?>\n<DataFutures>${inner}</DataFutures>`
      const shifted = inner.startsWith('\n')
        ? `<?xml version="1.0"?>\n<DataFutures>${inner}</DataFutures>`
        : xml
      expect(brief(check(shifted))).toEqual(findings)
    })

  it('say in words what is wrong', () => {
    const messages = (inner: string): readonly string[] =>
      check(file(inner)).findings.map(({ message }) => message)
    expect(messages('<Student><SID>1</SID>stray<BIRTHDTE>1.2.2001</BIRTHDTE></Student>')).toEqual([
      'The text "stray" at line 2, column 35 is not allowed directly inside <Student>.',
      'BIRTHDTE "1.2.2001" is not a date as YYYY-MM-DD.',
      '<SEXID>, <SURNAME> are missing at the end of <Student>.',
    ])
  })

  it.each([
    ['O\u2019Neill', "' (U+0027, apostrophe)", '\u2019 (U+2019, right single quotation mark) at character 2'],
    ['Anne\u2013Marie', '- (U+002D, hyphen)', '\u2013 (U+2013, en dash) at character 5'],
    ['Jose\u0301', 'Jos\u00e9', '(U+0301, combining acute accent) at character 5'],
    ['de\u2003Vries', '(U+0020, space)', '(U+2003) at character 3'],
  ])('suggest for the surname "%s" what was probably meant', (surname, suggestion, words) => {
    const [finding] = check(
      file(`<Student><SID>1</SID><SEXID>10</SEXID><SURNAME>${surname}</SURNAME></Student>`),
    ).findings
    expect(finding).toMatchObject({ code: 'VALUE_PATTERN', suggestion })
    expect(finding?.message).toContain(words)
  })

  it('suggest a date in the order of the schema, and nothing for a value that no suggestion makes valid', () => {
    const suggested = (birth: string, surname = 'Ash') =>
      check(
        file(
          `<Student><SID>1</SID><BIRTHDTE>${birth}</BIRTHDTE><SEXID>10</SEXID><SURNAME>${surname}</SURNAME></Student>`,
        ),
      ).findings.map(({ suggestion }) => suggestion)
    expect(suggested('14/02/2001')).toEqual(['2001-02-14'])
    expect(suggested('31/02/2001')).toEqual([undefined])
    expect(suggested('2001-02-14', 'Иванова')).toEqual([undefined])
  })

  it('count all findings by field and code, also those beyond the cap', () => {
    const wrong = Array.from(
      { length: 12 },
      (_, at) => `<Student><SID>${at}</SID><SEXID>77</SEXID><SURNAME>O\u2019${at}</SURNAME></Student>`,
    )
    const outcome = check(file(wrong.join('\n')), { findingsCap: 3 })
    expect(outcome.findings).toHaveLength(3)
    expect(outcome.groups.map(({ code, place, count }) => [code, place, count])).toEqual([
      ['VALUE_CODE', 'Student/SEXID', 12],
      ['VALUE_PATTERN', 'Student/SURNAME', 12],
    ])
    expect(outcome.groups[0]?.places).toHaveLength(3)
    expect([...outcome.groups[1]!.characters]).toEqual([['\u2019', 12]])
  })

  it('name a web page, and explain a wrong namespace in words', () => {
    const page = check('<html><head><meta charset="utf-8"></head></html>')
    expect(page.wellFormed || page.error).toMatchObject({ code: 'NOT_XML', message: /web page \(HTML\)/ })
    const [finding] = check('<DataFutures xmlns="urn:22056"/>').findings
    expect(finding).toMatchObject({ code: 'ROOT_UNKNOWN' })
    expect(finding?.message).toBe(
      '<DataFutures> names the format "urn:22056", but the schema names none. Remove xmlns from <DataFutures>. Nothing else was checked.',
    )
  })

  it('say in words what was expected, from the schema’s own documentation where it has some', () => {
    const messagesOf = (inner: string): readonly string[] =>
      check(file(inner)).findings.map(({ message, expected }) => `${message} ${expected}`)
    expect(messagesOf('<Student><SID>1</SID><SEXID>10</SEXID><SURNAME>Иванова</SURNAME></Student>')).toEqual([
      'SURNAME "Иванова" has И (U+0418) at character 1, which is not allowed there. Latin characters only: U+0020–007E, U+00A0–024F, U+1E00–1EFF',
    ])
    expect(messagesOf('<Qualification><QUALID>Q</QUALID><QUALCAT>h1</QUALCAT></Qualification>')).toEqual([
      'QUALCAT "h1" is not a code of its list, or text of the form: A capital letter and four digits. a code of its list, or text of the form: A capital letter and four digits',
    ])
    expect(
      messagesOf(`<Student><SID>1</SID><SEXID>10</SEXID><SURNAME>${'x'.repeat(101)}</SURNAME></Student>`)[0],
    ).toContain('must have at most 100 characters. at most 100 characters')
  })

  it('are kept up to the cap and counted beyond it', () => {
    const inner = Array.from({ length: 30 }, (_, index) =>
      student(`${100 + index}`, '').replace('>10<', '>0<'),
    ).join('')
    const outcome = check(file(inner), { findingsCap: 7 })
    expect([outcome.findings.length, outcome.findingsTotal]).toEqual([7, 30])
  })

  it('stand beside the error of a file that breaks off', () => {
    const outcome = check(
      `${file(student('1', '').replace('>10<', '>0<')).replace('</DataFutures>', '')}<Student>`,
    )
    expect(outcome.wellFormed).toBe(false)
    expect(outcome.wellFormed ? '' : outcome.error.code).toBe('UNCLOSED')
    expect(brief(outcome)).toEqual(['5:5 VALUE_CODE Student[SID=1]/SEXID'])
  })
})

describe('faulty files', () => {
  const areTheSameHoweverCut = (numRuns: number) => {
    const whole = [...generateSample({ provider: '0002', students: 2, seed: 9 })]
      .map(chunk => new TextDecoder().decode(chunk))
      .join('')
    // One student and little before: a mutation should hit what the schema is strict about.
    const xml = whole.replace(/ {2}<Module>[\s\S]*(?= {2}<Student>)/, '')
    const outcomeOf = (chunks: readonly Uint8Array[]): unknown => {
      const written: string[] = []
      const write = (table: string, bytes: Uint8Array) => {
        written.push(`${table} ${Buffer.from(bytes).toString('latin1')}`)
      }
      const checker = createChecker(schema, { rows: writeRows({ kindOf: () => 'text', write }) })
      for (const chunk of chunks) checker.write(chunk)
      const outcome = checker.end()
      if (outcome.wellFormed) return { ...outcome, written }
      const { code, line, column, byte } = outcome.error
      return { error: { code, line, column, byte }, findings: outcome.findings }
    }
    fc.assert(
      fc.property(fc.nat(), fc.array(fc.nat(), { maxLength: 12 }), (seed, places) => {
        const bytes = utf8(mutantOf(xml, new Random(seed)))
        const cuts = [...places.map(place => place % bytes.length), 0, bytes.length].sort(
          (one, two) => one - two,
        )
        const chunks = cuts.slice(1).map((cut, index) => bytes.subarray(cuts[index], cut))
        expect(outcomeOf(chunks)).toEqual(outcomeOf([bytes]))
      }),
      { seed: 20_261_121, numRuns },
    )
  }

  it('give the same findings, rows and error however they are cut', () => {
    areTheSameHoweverCut(30)
  })

  it('do so in 150 ways', { tags: ['exhaustive'] }, () => {
    areTheSameHoweverCut(150)
  })
})

describe('rows', () => {
  it('are refused for a schema whose records can hold themselves', () => {
    const xsd =
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="r"><xs:complexType><xs:sequence><xs:element ref="r" minOccurs="0"/></xs:sequence></xs:complexType></xs:element></xs:schema>'
    expect(() => entityTables(compileSchema(xsd))).toThrow('r/r can hold itself')
  })
})

describe('watching', () => {
  it('tells single values as they pass, with their lines', () => {
    const seen: string[] = []
    const xml = file(
      `<Provider><UKPRN>10000001</UKPRN><RECID>23056</RECID></Provider>${student('7', engagement('E1'))}${student('8', '')}`,
    )
    const paths = [
      'DataFutures/Provider/UKPRN',
      'DataFutures/Student/SID',
      'DataFutures/Student/Engagement/NUMHUS',
    ]
    check(xml, { watch: { paths, onValue: (path, value, line) => seen.push(`${line} ${path} ${value}`) } })
    expect(seen).toEqual([
      '2 DataFutures/Provider/UKPRN 10000001',
      '4 DataFutures/Student/SID 7',
      '8 DataFutures/Student/Engagement/NUMHUS E1',
      '13 DataFutures/Student/SID 8',
    ])
  })

  it('refuses a path that the schema does not have', () => {
    const watch = { paths: ['DataFutures/Student/NAME'], onValue: () => undefined }
    expect(() => createChecker(schema, { watch })).toThrow(
      'The schema has no field DataFutures/Student/NAME.',
    )
  })
})

describe('the student record', () => {
  const versions = ['22056_1_3_0', '23056_1_0_0', '24056_1_2_0', '25056_1_0_0']
  for (const version of versions)
    it(`${version} is a schema that says its version and labels every code`, () => {
      const text = readFileSync(
        new URL(`../../../../schemas/student/${version}.xsd`, import.meta.url),
        'utf8',
      )
      const compiled = compileSchema(text)
      expect(compiled.version).toBe(version)
      const unlabelled = codeLists(compiled).flatMap(({ entity, field, codes }) =>
        codes.filter(({ label }) => label === '').map(({ code }) => `${entity}.${field} ${code}`),
      )
      expect(unlabelled).toEqual([])
    })

  it('differs between 24056 and 25056 as announced', () => {
    const fields = (collection: string): readonly string[] =>
      entityTables(studentSchema(collection)).flatMap(({ name, columns }) =>
        columns.map(column => `${name}.${column}`),
      )
    const [before, after] = [fields('24056'), fields('25056')]
    expect(before.filter(field => !after.includes(field))).toEqual([
      'SessionYear.SESSIONYEARID',
      'SessionYear.OWNSESSIONID',
      'SessionYear.SYENDDATE',
      'SessionYear.SYSTARTDATE',
      'Engagement.EMPLOYINGSCHOOL',
      'Engagement.ENTRYRTE',
      'Engagement.LEADSCHOOL',
      'EntryProfile.SOC2010',
      'StudentCourseSession.SESSIONYEARID',
    ])
    expect(after.filter(field => !before.includes(field))).toEqual(['RegistrationRole.REGBODYID'])
  })

  it('needs no Provider element, and knows each coded field by entity', () => {
    expect(check(file(student('1', ''))).findings).toEqual([])
    const sex = codeLists(schema).find(({ field }) => field === 'SEXID')
    expect(sex).toEqual({
      entity: 'Student',
      field: 'SEXID',
      codes: [
        { code: '10', label: 'Female' },
        { code: '11', label: 'Male' },
        { code: '12', label: 'Other' },
        { code: '96', label: 'Prefer not to say' },
        { code: '99', label: 'Not available' },
      ],
    })
    expect(codeLists(schema).find(({ field }) => field === 'QUALCAT')?.codes.length).toBeGreaterThan(30)
  })
})
