import { describe, expect, it } from 'vitest'
import { compileSchema } from '../index.ts'
import { codesOf, rootOf, schemaOf, typeOf, valueCodes } from './schemaSamples.ts'

describe('values', () => {
  const cases: readonly (readonly [
    restriction: string,
    good: readonly string[],
    bad: Record<string, string>,
  ])[] = [
    [
      '<xs:restriction base="xs:string"><xs:enumeration value="01"/><xs:enumeration value="1"/></xs:restriction>',
      ['01', '1'],
      { ' 1': 'VALUE_CODE', '001': 'VALUE_CODE', '': 'VALUE_CODE' },
    ],
    [
      '<xs:restriction base="xs:integer"><xs:enumeration value="01"/></xs:restriction>',
      ['1', '+1', ' 001 '],
      { '2': 'VALUE_CODE', '1.0': 'VALUE_TYPE' },
    ],
    [
      '<xs:restriction base="xs:string"><xs:pattern value="a+"/><xs:pattern value="b{2}"/></xs:restriction>',
      ['aaa', 'bb'],
      { ab: 'VALUE_PATTERN', b: 'VALUE_PATTERN' },
    ],
    [
      '<xs:restriction base="xs:string"><xs:minLength value="2"/><xs:maxLength value="3"/></xs:restriction>',
      ['éé', '日本語', '\u{1f600}\u{1f600}'],
      { é: 'VALUE_TOO_SHORT', éééé: 'VALUE_TOO_LONG' },
    ],
    [
      '<xs:restriction base="xs:string"><xs:length value="2"/></xs:restriction>',
      ['ab'],
      { a: 'VALUE_LENGTH', abc: 'VALUE_LENGTH' },
    ],
    [
      '<xs:restriction base="xs:decimal"><xs:totalDigits value="4"/><xs:fractionDigits value="1"/></xs:restriction>',
      ['999.9', '-0999.90', '.5', '5.'],
      { '1000.5': 'VALUE_DIGITS', '0.55': 'VALUE_DIGITS', '1e3': 'VALUE_TYPE', '.': 'VALUE_TYPE' },
    ],
    [
      '<xs:restriction base="xs:decimal"><xs:minExclusive value="0"/><xs:maxInclusive value="123456789012345678901.5"/></xs:restriction>',
      ['0.0000000000000000000000001', '123456789012345678901.5'],
      { '0': 'VALUE_RANGE', '-1': 'VALUE_RANGE', '123456789012345678901.51': 'VALUE_RANGE' },
    ],
    [
      '<xs:restriction base="xs:byte"/>',
      ['-128', '127', '0'],
      { '128': 'VALUE_RANGE', '-129': 'VALUE_RANGE', '1.0': 'VALUE_TYPE', '': 'VALUE_TYPE' },
    ],
    [
      '<xs:restriction base="xs:unsignedLong"/>',
      ['18446744073709551615', '00'],
      { '18446744073709551616': 'VALUE_RANGE', '-1': 'VALUE_TYPE', '+1': 'VALUE_TYPE' },
    ],
    ['<xs:restriction base="xs:unsignedByte"/>', ['255'], { '256': 'VALUE_RANGE', '-0': 'VALUE_TYPE' }],
    ['<xs:restriction base="xs:nonNegativeInteger"/>', ['+1', '-0'], { '-1': 'VALUE_RANGE' }],
    [
      '<xs:restriction base="xs:date"/>',
      ['2024-02-29', '2024-01-01Z', '-0044-03-15', '12024-01-01', ' 2024-01-01 '],
      {
        '2023-02-29': 'VALUE_TYPE',
        '2024-13-01': 'VALUE_TYPE',
        '0000-01-01': 'VALUE_TYPE',
        '24-01-01': 'VALUE_TYPE',
        '2024-01-01+15:00': 'VALUE_TYPE',
        '1900-02-29': 'VALUE_TYPE',
      },
    ],
    [
      '<xs:restriction base="xs:date"><xs:minInclusive value="2000-01-01"/><xs:maxExclusive value="2001-01-01"/></xs:restriction>',
      ['2000-01-01', '2000-12-31'],
      { '1999-12-31': 'VALUE_RANGE', '2001-01-01': 'VALUE_RANGE', '2000-01-01Z': 'VALUE_RANGE' },
    ],
    [
      '<xs:restriction base="xs:dateTime"/>',
      ['2024-01-01T24:00:00', '2024-01-01T00:00:00.123Z'],
      {
        '2024-01-01': 'VALUE_TYPE',
        '2024-01-01T24:00:01': 'VALUE_TYPE',
        '2024-01-01T23:59:60': 'VALUE_TYPE',
      },
    ],
    [
      '<xs:restriction base="xs:duration"><xs:maxInclusive value="P1M"/></xs:restriction>',
      ['P27D', 'P1M', '-P1Y'],
      { P28D: 'VALUE_RANGE', P31D: 'VALUE_RANGE', P: 'VALUE_TYPE', PT: 'VALUE_TYPE', P1S: 'VALUE_TYPE' },
    ],
    [
      '<xs:restriction base="xs:gMonthDay"/>',
      ['--02-29', '--12-31Z'],
      { '--02-30': 'VALUE_TYPE', '--04-31': 'VALUE_TYPE' },
    ],
    [
      '<xs:restriction base="xs:double"><xs:minInclusive value="-1E3"/></xs:restriction>',
      ['INF', '0', '-1000', '1.5e-3'],
      { '-INF': 'VALUE_RANGE', NaN: 'VALUE_RANGE', '+INF': 'VALUE_TYPE', '1e': 'VALUE_TYPE' },
    ],
    [
      '<xs:restriction base="xs:boolean"/>',
      ['true', '0', ' false '],
      { TRUE: 'VALUE_TYPE', '': 'VALUE_TYPE' },
    ],
    [
      '<xs:restriction base="xs:hexBinary"><xs:length value="2"/></xs:restriction>',
      ['0aFF'],
      { '0a': 'VALUE_LENGTH', '0': 'VALUE_TYPE' },
    ],
    [
      '<xs:restriction base="xs:base64Binary"><xs:maxLength value="2"/></xs:restriction>',
      ['aGk=', 'aA=='],
      { aGVs: 'VALUE_TOO_LONG', aGk: 'VALUE_TYPE', 'aGl=': 'VALUE_TYPE' },
    ],
    ['<xs:restriction base="xs:QName"/>', ['a', 'xml:a'], { 'p:a': 'VALUE_TYPE', 'a b': 'VALUE_TYPE' }],
    ['<xs:restriction base="xs:NCName"/>', ['é-1', ' a '], { 'a:b': 'VALUE_PATTERN', '1a': 'VALUE_PATTERN' }],
    [
      '<xs:restriction base="xs:token"><xs:length value="3"/></xs:restriction>',
      ['  a\n\tb '],
      { abcd: 'VALUE_LENGTH' },
    ],
    [
      '<xs:restriction base="xs:normalizedString"><xs:pattern value="a b"/></xs:restriction>',
      ['a\nb'],
      { 'a  b': 'VALUE_PATTERN' },
    ],
    ['<xs:list itemType="xs:int"/>', ['', '1', ' 1\n2  3 '], { '1 x': 'VALUE_TYPE' }],
    [
      '<xs:restriction><xs:simpleType><xs:list itemType="xs:token"/></xs:simpleType><xs:minLength value="1"/><xs:maxLength value="2"/></xs:restriction>',
      ['a', 'a b'],
      { '': 'VALUE_TOO_SHORT', 'a b c': 'VALUE_TOO_LONG' },
    ],
    ['<xs:union memberTypes="xs:int xs:date"/>', ['7', '2024-01-01'], { x: 'VALUE_TYPE' }],
    [
      '<xs:restriction><xs:simpleType><xs:union memberTypes="xs:int xs:date"/></xs:simpleType><xs:enumeration value="07"/><xs:enumeration value="2024-01-01"/></xs:restriction>',
      ['7', '2024-01-01'],
      { '8': 'VALUE_CODE' },
    ],
  ]
  for (const [restriction, good, bad] of cases)
    describe(restriction, () => {
      for (const value of good)
        it(`allows "${value}"`, () => expect(valueCodes(restriction, value)).toEqual([]))
      for (const [value, code] of Object.entries(bad))
        it(`refuses "${value}"`, () => expect(valueCodes(restriction, value)).toEqual([code]))
    })
})

describe('names as values', () => {
  it('may use a prefix that their own element declares', () => {
    const xsd = typeOf('<xs:restriction base="xs:QName"/>')
    expect(codesOf(xsd, '<r xmlns:p="u">p:a</r>')).toEqual([])
    expect(codesOf(xsd, '<r xmlns:p="u">q:a</r>')).toEqual(['VALUE_TYPE'])
  })
})

describe('patterns', () => {
  const cases: readonly (readonly [pattern: string, good: readonly string[], bad: readonly string[]])[] = [
    ['[A-Z-[IO]]{2}', ['AB'], ['AI', 'A']],
    ['[^a-c]', ['d', 'é'], ['a', '']],
    ['\\d{2,}', ['12', '١٢'], ['1', 'ab']],
    ['\\p{Lu}\\p{IsGreek}', ['AΩ'], ['aΩ', 'AB']],
    ['\\P{L}', ['1'], ['a']],
    ['\\i\\c*', ['_a-1', 'é'], ['1', '-a']],
    ['\\w+', ['aé1'], ['a b', 'a-b']],
    ['a|b|', ['a', 'b', ''], ['c']],
    ['(ab){1,2}c?', ['ab', 'ababc'], ['ababab', 'c']],
    ['[\\-+.]', ['-', '+', '.'], ['x']],
    ['[+\\-]?[0-9]+', ['+1', '-1', '1'], ['+']],
    ['.', ['x', '\u{1f600}'], ['', 'xx']],
    ['\\.\\*\\{\\}\\^', ['.*{}^'], ['x*{}^']],
    ['^a$', ['^a$'], ['a']],
    ['(a*)*b', ['b', 'aaab'], ['a']],
    ['[x-]', ['x', '-'], ['y']],
  ]
  for (const [pattern, good, bad] of cases)
    it(pattern, () => {
      const restriction = `<xs:restriction base="xs:string"><xs:pattern value="${pattern}"/></xs:restriction>`
      expect(good.flatMap(value => valueCodes(restriction, value))).toEqual([])
      expect(bad.map(value => valueCodes(restriction, value))).toEqual(bad.map(() => ['VALUE_PATTERN']))
    })

  it('take time linear in the value, whatever the pattern', () => {
    const restriction =
      '<xs:restriction base="xs:string"><xs:pattern value="(a?){60}a{60}"/></xs:restriction>'
    expect(valueCodes(restriction, 'a'.repeat(60))).toEqual([])
    expect(valueCodes(restriction, 'a'.repeat(59))).toEqual(['VALUE_PATTERN'])
  })
})

describe('content models', () => {
  const element = (name: string, occurs = ''): string =>
    `<xs:element name="${name}" type="xs:string" ${occurs}/>`
  const cases: readonly (readonly [
    content: string,
    good: readonly string[],
    bad: Record<string, readonly string[]>,
  ])[] = [
    [
      `<xs:sequence>${element('a')}${element('b', 'minOccurs="0"')}${element('c', 'maxOccurs="unbounded"')}</xs:sequence>`,
      ['<a/><c/>', '<a/><b/><c/><c/>'],
      {
        '': ['ELEMENT_MISSING'],
        '<a/>': ['ELEMENT_MISSING'],
        '<c/>': ['ELEMENT_MISSING'],
        '<a/><a/><c/>': ['ELEMENT_MISPLACED'],
        '<a/><c/><b/>': ['ELEMENT_MISPLACED'],
        '<a/><x/><c/>': ['ELEMENT_UNKNOWN'],
        '<x/><c/>': ['ELEMENT_UNKNOWN'],
        '<a/><c/>text': ['TEXT_NOT_ALLOWED'],
      },
    ],
    [
      `<xs:choice minOccurs="2" maxOccurs="3">${element('a')}${element('b')}</xs:choice>`,
      ['<a/><b/>', '<b/><b/><a/>'],
      { '<a/>': ['ELEMENT_MISSING'], '<a/><a/><a/><b/>': ['ELEMENT_MISPLACED'] },
    ],
    [
      `<xs:all>${element('a')}${element('b', 'minOccurs="0"')}${element('c')}</xs:all>`,
      ['<c/><b/><a/>', '<a/><c/>'],
      { '<a/><b/>': ['ELEMENT_MISSING'], '<a/><c/><a/>': ['ELEMENT_MISPLACED'] },
    ],
    [
      `<xs:sequence maxOccurs="2">${element('a')}${element('b', 'maxOccurs="2"')}</xs:sequence>`,
      ['<a/><b/>', '<a/><b/><b/><a/><b/>'],
      { '<a/><b/><b/><b/>': ['ELEMENT_MISSING'], '<a/><b/><a/>': ['ELEMENT_MISSING'] },
    ],
    ['', [''], { '<a/>': ['ELEMENT_IN_EMPTY'], ' ': ['TEXT_NOT_ALLOWED'] }],
    [
      `<xs:sequence>${element('a')}<xs:any namespace="##other" processContents="skip" minOccurs="0" maxOccurs="2"/></xs:sequence>`,
      ['<a/>', '<a/><o:x xmlns:o="u"><o:y z="1">t</o:y></o:x>'],
      { '<a/><x/>': ['ELEMENT_UNKNOWN'] },
    ],
    [
      `<xs:sequence>${element('a', 'minOccurs="0" maxOccurs="1000"')}</xs:sequence>`,
      ['<a/>'.repeat(1000)],
      { ['<a/>'.repeat(1001)]: ['ELEMENT_MISPLACED'] },
    ],
  ]
  for (const [content, good, bad] of cases)
    describe(content.slice(0, 100) || 'empty', () => {
      for (const inner of good)
        it(`allows ${inner.slice(0, 50)}`, () =>
          expect(codesOf(rootOf(content), `<r>${inner}</r>`)).toEqual([]))
      for (const [inner, codes] of Object.entries(bad))
        it(`refuses ${inner.slice(0, 50)}`, () =>
          expect(codesOf(rootOf(content), `<r>${inner}</r>`)).toEqual(codes))
    })

  it('take up to 53 elements in any order', () => {
    const names = Array.from({ length: 53 }, (_, index) => `e${index}`)
    const all = (members: readonly string[], least = 0): string =>
      rootOf(
        `<xs:all>${members.map(name => `<xs:element name="${name}" type="xs:int" minOccurs="${least}"/>`).join('')}</xs:all>`,
      )
    const tags = names.toReversed().map(name => `<${name}>1</${name}>`)
    expect(codesOf(all(names), `<r>${tags.join('')}</r>`)).toEqual([])
    expect(codesOf(all(names), `<r>${tags.join('')}${tags[3]}</r>`)).toEqual(['ELEMENT_MISPLACED'])
    expect(codesOf(all(names, 1), `<r>${tags.join('')}</r>`)).toEqual([])
    for (const missing of [0, 20, 52])
      expect(codesOf(all(names, 1), `<r>${tags.toSpliced(missing, 1).join('')}</r>`)).toEqual([
        'ELEMENT_MISSING',
      ])
    expect(() => compileSchema(all([...names, 'e53']))).toThrow(
      'xs:all with more than 53 elements is not supported',
    )
  })

  it('allow text in mixed content only', () => {
    const xsd = schemaOf(
      '<xs:element name="r"><xs:complexType mixed="true"><xs:sequence><xs:element name="b" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>',
    )
    expect(codesOf(xsd, '<r>x<b>y</b>z</r>')).toEqual([])
    expect(codesOf(xsd, '<r><b><c/></b></r>')).toEqual(['ELEMENT_IN_VALUE'])
  })
})

describe('attributes, nil, types, values given by the schema', () => {
  const xsd = schemaOf(
    `<xs:complexType name="Base"><xs:sequence><xs:element name="a" type="xs:int" nillable="true"/></xs:sequence>
       <xs:attribute name="id" type="xs:NMTOKEN" use="required"/><xs:attribute name="f" type="xs:decimal" fixed="1.0"/></xs:complexType>
     <xs:complexType name="More"><xs:complexContent><xs:extension base="Base"><xs:sequence><xs:element name="b" type="xs:string" default="d"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
     <xs:complexType name="Less"><xs:complexContent><xs:restriction base="Base"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence><xs:attribute name="f" use="prohibited"/></xs:restriction></xs:complexContent></xs:complexType>
     <xs:element name="r" type="Base" block="restriction"/>
     <xs:element name="money"><xs:complexType><xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="unit" use="required"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>`,
  )
  const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
  const cases: Readonly<Record<string, readonly string[]>> = {
    '<r id="x"><a>1</a></r>': [],
    '<r><a>1</a></r>': ['ATTRIBUTE_MISSING'],
    '<r id="a b"><a>1</a></r>': ['VALUE_PATTERN'],
    '<r id="x" no="1"><a>1</a></r>': ['ATTRIBUTE_UNKNOWN'],
    '<r id="x" f="1"><a>1</a></r>': [],
    '<r id="x" f="2"><a>1</a></r>': ['VALUE_FIXED'],
    [`<r id="x" ${xsi}><a xsi:nil="true"/></r>`]: [],
    [`<r id="x" ${xsi}><a xsi:nil="true">1</a></r>`]: ['NIL_NOT_EMPTY'],
    [`<r id="x" xsi:nil="true" ${xsi}/>`]: ['NIL_NOT_ALLOWED', 'ELEMENT_MISSING'],
    [`<r id="x" ${xsi} xsi:noNamespaceSchemaLocation="http://a.example/x.xsd"><a>1</a></r>`]: [],
    [`<r id="x" ${xsi} xsi:type="More"><a>1</a><b/></r>`]: [],
    [`<r id="x" ${xsi} xsi:type="More"><a>1</a></r>`]: ['ELEMENT_MISSING'],
    [`<r id="x" ${xsi} xsi:type="Less"><a>1</a></r>`]: ['TYPE_NOT_ALLOWED'],
    [`<r id="x" ${xsi} xsi:type="Nothing"><a>1</a></r>`]: ['TYPE_UNKNOWN'],
    '<money unit="GBP">1.5</money>': [],
    '<money>x</money>': ['ATTRIBUTE_MISSING', 'VALUE_TYPE'],
    '<other/>': ['ROOT_UNKNOWN'],
  }
  for (const [xml, codes] of Object.entries(cases)) it(xml, () => expect(codesOf(xsd, xml)).toEqual(codes))
})

describe('keys and references', () => {
  const xsd = schemaOf(
    `<xs:element name="r"><xs:complexType><xs:sequence>
       <xs:element name="i" maxOccurs="unbounded"><xs:complexType><xs:sequence><xs:element name="n" type="xs:decimal" minOccurs="0"/></xs:sequence><xs:attribute name="k"/><xs:attribute name="see"/></xs:complexType></xs:element>
     </xs:sequence></xs:complexType>
     <xs:key name="k"><xs:selector xpath="i"/><xs:field xpath="@k"/></xs:key>
     <xs:unique name="u"><xs:selector xpath=".//i"/><xs:field xpath="n"/></xs:unique>
     <xs:keyref name="s" refer="k"><xs:selector xpath="./i"/><xs:field xpath="@see"/></xs:keyref></xs:element>`,
  )
  const cases: Readonly<Record<string, readonly string[]>> = {
    '<i k="1"/><i k="2" see="1"/>': [],
    '<i k="1" see="2"/><i k="2"/>': [],
    '<i k="1"/><i k="1"/>': ['KEY_DUPLICATE'],
    '<i/>': ['KEY_MISSING'],
    '<i k="1" see="9"/>': ['REFERENCE_UNKNOWN'],
    '<i k="1"><n>1</n></i><i k="2"><n>1.0</n></i>': ['KEY_DUPLICATE'],
    '<i k="1"><n>1</n></i><i k="2"><n>2</n></i><i k="3"/><i k="4"/>': [],
  }
  for (const [xml, codes] of Object.entries(cases))
    it(xml, () => expect(codesOf(xsd, `<r>${xml}</r>`)).toEqual(codes))
})
