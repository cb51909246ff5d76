import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collectFiles, rowsOfFiles, withFiles } from '../../../../server/analysis/testing/readFiles.ts'
import { generateSample, studentSchema } from '../../../../src/sample/index.ts'
import { compileSchema, createChecker, entityTables } from '../index.ts'
import { type RowOptions, RowWriter, writeRows } from './rowWriter.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** One column of each kind; DuckDB reads what was written. */
const columns = ['t', 'd', 'n'] as const
const kinds = { t: 'text', d: 'date', n: 'number' } as const
const kindOf: RowOptions['kindOf'] = column => kinds[column as keyof typeof kinds]

type Values = Partial<Record<(typeof columns)[number], string>>
const written = (rows: readonly Values[], options: { groupRows?: number; isCompressed?: boolean } = {}) => {
  const { files, ...target } = collectFiles(options.isCompressed)
  const writer = new RowWriter([{ name: 'T', columns }], {
    ...target,
    kindOf,
    ...(options.groupRows === undefined ? {} : { groupRows: options.groupRows }),
  })
  for (const [index, values] of rows.entries()) {
    const row = writer.open(0, index, index + 1, 10 * index)
    for (const [column, name] of columns.entries()) writer.text(0, column, values[name] ?? '')
    writer.close(0, row)
  }
  writer.end()
  return files
}

describe('a file of rows', () => {
  const isHeldAsGiven = async (numRuns: number) => {
    const text = fc.oneof(
      fc.constantFrom('01', '02', '03', 'a longer value that comes back'),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.integer().map(String),
    )
    const cases = fc.record({
      rows: fc.array(fc.record({ t: text }, { requiredKeys: [] }), { maxLength: 300 }),
      repeated: fc.integer({ min: 1, max: 8 }),
      groupRows: fc.constantFrom(1, 7, 64, 1000, 16_384),
      isCompressed: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(cases, async ({ rows, repeated, groupRows, isCompressed }) => {
        const all = Array.from({ length: repeated }, () => rows).flat()
        const { T = [] } = await rowsOfFiles(written(all, { groupRows, isCompressed }))
        expect(T.map(row => row.t)).toEqual(all.map(row => row.t || null))
      }),
      { seed: 20_261_122, numRuns },
    )
  }

  it('holds every value as it was given, whatever the size of its groups, compressed or not', async () => {
    await isHeldAsGiven(20)
  })

  it('holds every value of 60 files as it was given', { tags: ['exhaustive'] }, async () => {
    await isHeldAsGiven(60)
  })

  it('keeps many different values, and such as were made to collide in the dictionary', async () => {
    // "Aa" and "BB" have the same hash, and so have all texts made of them.
    const collided = Array.from({ length: 1024 }, (_, number) =>
      number.toString(2).padStart(10, '0').replaceAll('0', 'Aa').replaceAll('1', 'BB'),
    )
    const values = [...collided, ...collided, ...Array.from({ length: 9000 }, (_, number) => `id-${number}`)]
    const { T = [] } = await rowsOfFiles(written(values.map(t => ({ t }))))
    expect(T.map(row => row.t)).toEqual(values)
  })

  it('reads a date in every form of XML Schema, and none where there is none', async () => {
    const forms: [string, string | null][] = [
      ['2001-02-03', '2001-02-03'],
      ['2001-02-03Z', '2001-02-03'],
      ['2001-02-03+14:00', '2001-02-03'],
      ['2001-02-03-05:00', '2001-02-03'],
      ['2001-02-03T10:00:00.5Z', '2001-02-03'],
      ['2000-02-29', '2000-02-29'],
      ['1600-02-29', '1600-02-29'],
      ['0001-01-01', '0001-01-01'],
      ['12001-12-31', '12001-12-31'],
      // The year 44 before ours counts as the 45th before Christ: there is a year 0.
      ['-0044-03-15', '0045-03-15 (BC)'],
      ['0000-02-29', '0001-02-29 (BC)'],
      ['5881580-07-10', '5881580-07-10'],
      ['5881580-07-11', null],
      ['-5877641-06-25', '5877642-06-25 (BC)'],
      ['-5877641-06-24', null],
      ['9999999999-01-01', null],
      ['2001-02-29', null],
      ['1900-02-29', null],
      ['2001-13-01', null],
      ['2001-00-10', null],
      ['2001-04-31', null],
      ['2001-01-00', null],
      ['2001-02', null],
      ['2001-02-', null],
      ['01/02/2001', null],
      ['--02-03', null],
      ['-', null],
      ['unknown', null],
      ['', null],
    ]
    const { T = [] } = await rowsOfFiles(written(forms.map(([d]) => ({ d }))))
    expect(T.map((row, index) => [forms[index]?.[0], row.d])).toEqual(forms)
  })

  it('reads days as the database does', async () => {
    const days = fc.record({
      year: fc.integer({ min: -9999, max: 99_999 }),
      month: fc.integer({ min: 1, max: 12 }),
      day: fc.integer({ min: 1, max: 28 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(days, { minLength: 1, maxLength: 200 }), async given => {
        const texts = given.map(({ year, month, day }) => {
          const digits = `${Math.abs(year)}`.padStart(4, '0')
          const two = (number: number) => `${number}`.padStart(2, '0')
          return `${year < 0 ? '-' : ''}${digits}-${two(month)}-${two(day)}`
        })
        await withFiles(written(texts.map(d => ({ d }))), async (database, scan) => {
          const list = given.map(({ year, month, day }) => `make_date(${year}, ${month}, ${day})`)
          const { same } = await database.row(
            `select list(d order by _row) = [${list.join(', ')}] as same from ${scan('T')}`,
          )
          expect(same).toBe(true)
        })
      }),
      { seed: 20_261_122, numRuns: 15 },
    )
  })

  it('reads a number in every form of XML Schema, one too large as infinite, and none where there is none', async () => {
    const forms: [string, number | null][] = [
      ['0', 0],
      ['12.50', 12.5],
      ['-12.50', -12.5],
      ['+7', 7],
      ['.5', 0.5],
      ['5.', 5],
      ['-.5', -0.5],
      ['00100', 100],
      ['0.1', 0.1],
      ['1234567.12345678901', 1_234_567.123_456_789],
      ['99999999999999999999', 1e20],
      ['9007199254740993', 9_007_199_254_740_992],
      ['1e5', 100_000],
      ['1.5E-3', 0.0015],
      ['9e400', Number.POSITIVE_INFINITY],
      ['-9e400', Number.NEGATIVE_INFINITY],
      ['1e-400', 0],
      ['INF', Number.POSITIVE_INFINITY],
      ['-INF', Number.NEGATIVE_INFINITY],
      ['NaN', Number.NaN],
      ['-', null],
      ['.', null],
      ['-.', null],
      ['1,5', null],
      ['1.2.3', null],
      ['0x10', null],
      ['twelve', null],
      ['', null],
    ]
    const { T = [] } = await rowsOfFiles(written(forms.map(([n]) => ({ n }))))
    expect(T.map((row, index) => [forms[index]?.[0], row.n])).toEqual(forms)
  })

  it('is found by its values: the bounds of each group leave none out', async () => {
    const rows = Array.from({ length: 500 }, (_, index) => ({
      d: `${1900 + ((index * 37) % 150)}-06-15`,
      n: index % 11 === 0 ? 'NaN' : String(((index * 53) % 200) - 100),
    }))
    await withFiles(written(rows, { groupRows: 16 }), async (database, scan) => {
      for (const [where, isMeant] of [
        ["d = date '1977-06-15'", ({ d }: Values) => d === '1977-06-15'],
        ["d < date '1903-01-01'", ({ d }: Values) => d !== undefined && d < '1903'],
        ['n = 0', ({ n }: Values) => n === '0'],
        ['n <= -99', ({ n }: Values) => Number(n) <= -99],
        ['n > 97 and not isnan(n)', ({ n }: Values) => Number(n) > 97],
      ] as const) {
        const { found } = await database.row(
          `select list(_row order by _row) as found from ${scan('T')} where ${where}`,
        )
        const meant = rows.flatMap((row, index) => (isMeant(row) ? [index + 1] : []))
        expect([where, found]).toEqual([where, meant])
        expect(meant.length).toBeGreaterThan(0)
      }
      const { found } = await database.row(
        `select list(_row order by _row) as found from ${scan('T')} where _line between 250 and 252 or _byte = 4990`,
      )
      expect(found).toEqual([250, 251, 252, 500])
    })
  })

  it('has lines beyond 2³¹ and bytes beyond 4 GB, also where they go back', async () => {
    const { files, ...target } = collectFiles()
    const writer = new RowWriter([{ name: 'T', columns }], { ...target, kindOf })
    const positions = [
      [1, 0],
      [2_147_483_648, 4_294_967_296],
      [3, 7],
      [6_000_000_000, 1_099_511_627_776],
      [6_000_000_001, 1_099_511_627_799],
    ] as const
    for (const [line, byte] of positions) writer.close(0, writer.open(0, 0, line, byte))
    writer.end()
    const { T = [] } = await rowsOfFiles(files)
    expect(T.map(row => [row._row, row._parent, row._line, row._byte])).toEqual(
      positions.map(([line, byte], index) => [index + 1, null, line, byte]),
    )
  })

  it('is there, empty, for a table without rows', async () => {
    await withFiles(written([]), async (database, scan) => {
      expect(await database.rows(`describe from ${scan('T')}`)).toMatchObject([
        ...['_row', '_parent', '_line', '_byte'].map(name => ({ column_name: name, column_type: 'BIGINT' })),
        { column_name: 't', column_type: 'VARCHAR' },
        { column_name: 'd', column_type: 'DATE' },
        { column_name: 'n', column_type: 'DOUBLE' },
      ])
      expect(await database.row(`select count(*) as total from ${scan('T')}`)).toEqual({ total: 0 })
    })
  })

  it('is written before its group is full where its texts are long', async () => {
    const { files, ...target } = collectFiles()
    const writer = new RowWriter([{ name: 'T', columns }], { ...target, kindOf })
    const sizes: number[] = []
    for (let row = 0; row < 100; row++) {
      const opened = writer.open(0, 0, row + 1, row)
      writer.text(0, 0, `${row}`.padEnd(1_000_000, 'x'))
      writer.close(0, opened)
      sizes.push(files.get('T')?.length ?? 0)
    }
    // 32 MiB of text and the row that goes beyond it.
    expect(sizes.indexOf(1)).toBeLessThan(35)
    writer.end()
    const lengths = await withFiles(files, (database, scan) =>
      database.row(
        `select count(*) as total, min(length(t)) as least, max(length(t)) as most from ${scan('T')}`,
      ),
    )
    expect(lengths).toEqual({ total: 100, least: 1_000_000, most: 1_000_000 })
  })

  it('passes on the fault of whoever takes its bytes', () => {
    const full = () => {
      throw new Error('no space left on device')
    }
    const writer = new RowWriter([{ name: 'T', columns }], { kindOf, write: full, groupRows: 2 })
    const add = () => writer.close(0, writer.open(0, 0, 1, 1))
    add()
    expect(add).toThrow('no space left on device')
  })
})

describe('rows of a checked file', () => {
  const check = (
    xml: string | Uint8Array,
    schema: ReturnType<typeof compileSchema>,
    options: { groupRows?: number; step?: number } = {},
  ) => {
    const { files, ...target } = collectFiles()
    const { groupRows, step = Number.POSITIVE_INFINITY } = options
    const rows: RowOptions = {
      ...target,
      kindOf: () => 'text',
      ...(groupRows === undefined ? {} : { groupRows }),
    }
    const checker = createChecker(schema, { rows: writeRows(rows) })
    const bytes = typeof xml === 'string' ? utf8(xml) : xml
    for (let from = 0; from < bytes.length; from += step)
      checker.write(bytes.subarray(from, Math.min(from + step, bytes.length)))
    return { files, outcome: checker.end() }
  }
  const schemaOf = (inner: string) =>
    compileSchema(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${inner}</xs:schema>`)

  it('have the values of each entity with its parent, line and byte', async () => {
    const schema = studentSchema('23056')
    const engagement = (id: string) =>
      `\n    <Engagement>\n      <NUMHUS>${id}</NUMHUS>\n      <ENGSTARTDATE>2023-09-18</ENGSTARTDATE>\n    </Engagement>`
    const student = (sid: string, inner: string) =>
      `\n  <Student>\n    <SID>${sid}</SID>\n    <SEXID>10</SEXID>\n    <SURNAME>Llŷn</SURNAME>${inner}\n  </Student>`
    const course =
      '<Course><COURSEID>C,1</COURSEID><COURSETITLE/><PREREQUISITE>01</PREREQUISITE><QUALID>"Q"</QUALID><TTCID>07</TTCID></Course>'
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<DataFutures>${course}${student('1', `${engagement('E1')}${engagement('E2')}`)}${student('2', engagement('E&amp;3'))}\n</DataFutures>\n`
    const at = (text: string, from = 0): number => utf8(xml.slice(0, xml.indexOf(text, from))).length
    const values = (rows: Record<string, unknown>[] = []) =>
      rows.map(row => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)))
    const { files, outcome } = check(xml, schema)
    expect(outcome.findingsTotal).toBe(0)
    const found = await rowsOfFiles(files)
    expect(Object.keys(found)).toEqual(['Course', 'Student', 'Engagement'])
    expect(values(found.Course)).toEqual([
      {
        _row: 1,
        _line: 2,
        _byte: at('<Course>'),
        COURSEID: 'C,1',
        PREREQUISITE: '01',
        QUALID: '"Q"',
        TTCID: '07',
      },
    ])
    const person = { SEXID: '10', SURNAME: 'Llŷn' }
    expect(values(found.Student)).toEqual([
      { _row: 1, _line: 3, _byte: at('<Student>'), SID: '1', ...person },
      { _row: 2, _line: 16, _byte: at('<Student>', xml.indexOf('E2<')), SID: '2', ...person },
    ])
    const began = { ENGSTARTDATE: '2023-09-18' }
    expect(values(found.Engagement)).toEqual([
      { _row: 1, _parent: 1, _line: 7, _byte: at('<Engagement>'), NUMHUS: 'E1', ...began },
      {
        _row: 2,
        _parent: 1,
        _line: 11,
        _byte: at('<Engagement>', xml.indexOf('E1<')),
        NUMHUS: 'E2',
        ...began,
      },
      {
        _row: 3,
        _parent: 2,
        _line: 20,
        _byte: at('<Engagement>', xml.indexOf('E2<')),
        NUMHUS: 'E&3',
        ...began,
      },
    ])
  })

  it('are the same however the file is cut and grouped', async () => {
    const schema = studentSchema('23056')
    const bytes = Buffer.concat([...generateSample({ provider: '0003', students: 12, seed: 4 })])
    const whole = await rowsOfFiles(check(bytes, schema).files)
    expect(Object.keys(whole).length).toBeGreaterThan(15)
    expect(await rowsOfFiles(check(bytes, schema, { groupRows: 3, step: 1 }).files)).toEqual(whole)
    expect(await rowsOfFiles(check(bytes, schema, { groupRows: 50, step: 997 }).files)).toEqual(whole)
  })

  it('give a field that repeats, a list, and attributes their places', async () => {
    const schema = schemaOf(`<xs:element name="r"><xs:complexType><xs:sequence>
      <xs:element name="e" maxOccurs="unbounded"><xs:complexType><xs:sequence>
        <xs:element name="t" maxOccurs="3" nillable="true"><xs:complexType><xs:simpleContent>
          <xs:extension base="xs:string"><xs:attribute name="lang"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>
        <xs:element name="l" minOccurs="0"><xs:simpleType><xs:list itemType="xs:integer"/></xs:simpleType></xs:element>
        <xs:element name="m" minOccurs="0"><xs:complexType><xs:simpleContent>
          <xs:extension base="xs:decimal"><xs:attribute name="unit"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>
      </xs:sequence><xs:attribute name="id" use="required"/></xs:complexType></xs:element>
    </xs:sequence></xs:complexType></xs:element>`)
    expect(entityTables(schema).map(({ name, parent, columns: names }) => [name, parent, ...names])).toEqual([
      ['e', null, 'id', 'l', 'm', 'm_unit'],
      ['t', 'e', 't', 't_lang'],
    ])
    const { files, outcome } = check(
      `<r xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><e id="a"><t lang="cy">1</t><t>2</t><l> 1  2
        3 </l><m unit="kg">1.5</m></e><e id="b"><t/><t i:nil="true" lang="en"/></e></r>`,
      schema,
    )
    expect(outcome.findings).toEqual([])
    const { e = [], t = [] } = await rowsOfFiles(files)
    expect(e.map(row => [row._row, row._line, row.id, row.l, row.m, row.m_unit])).toEqual([
      [1, 1, 'a', '1 2 3', '1.5', 'kg'],
      [2, 2, 'b', null, null, null],
    ])
    expect(t.map(row => [row._row, row._parent, row.t, row.t_lang])).toEqual([
      [1, 1, '1', 'cy'],
      [2, 1, '2', null],
      [3, 2, null, null],
      [4, 2, null, 'en'],
    ])
  })

  it('tell attributes of the same name in two namespaces apart', async () => {
    const schema = compileSchema(
      `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:a" xmlns="urn:a">
        <xs:attribute name="k"/>
        <xs:element name="r"><xs:complexType><xs:attribute ref="k"/><xs:attribute name="k"/></xs:complexType></xs:element>
      </xs:schema>`,
    )
    expect(entityTables(schema)[0]?.columns).toEqual(['k', 'k_2'])
    const { files, outcome } = check('<a:r xmlns:a="urn:a" k="own" a:k="other"/>', schema)
    expect(outcome.findings).toEqual([])
    expect(await rowsOfFiles(files)).toMatchObject({ r: [{ _row: 1, _byte: 0, k: 'other', k_2: 'own' }] })
  })

  it('have no end where the file breaks off', () => {
    const { files } = check('<DataFutures><Student><SID>1</SID>', studentSchema('23056'))
    expect([...files]).toEqual([])
  })
})
