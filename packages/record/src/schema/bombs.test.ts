import { describe, expect, it } from 'vitest'
import { compileSchema, entityTables } from '../index.ts'
import { codesOf, rootOf, schemaOf } from './schemaSamples.ts'

/*
 * Schemas of a few kilobytes that would need gigabytes written out: each is refused with its line, before anything is expanded.
 */

const repeated = (count: number, text: string): string => text.repeat(count)
const root = (content: string) =>
  `<xs:element name="r"><xs:complexType>${content}</xs:complexType></xs:element>`

/** Groups that hold this many references to the one below, so many levels of them. */
const groups = (levels: number, order = 'sequence', references = 10): string =>
  schemaOf(
    [
      '<xs:group name="g0"><xs:sequence><xs:element name="a" type="xs:string"/></xs:sequence></xs:group>',
      ...Array.from(
        { length: levels },
        (_, level) =>
          `<xs:group name="g${level + 1}"><xs:${order}>${repeated(references, `<xs:group ref="g${level}"/>`)}</xs:${order}></xs:group>`,
      ),
      root(`<xs:group ref="g${levels}"/>`),
    ].join('\n'),
  )

/** Choices inside each other, each in a group of its own: a document nests 64 elements at most. */
const choices = (count: number, occurs = ''): string =>
  schemaOf(
    [
      '<xs:group name="g0"><xs:choice><xs:element name="a" type="xs:string"/></xs:choice></xs:group>',
      ...Array.from(
        { length: count },
        (_, level) =>
          `<xs:group name="g${level + 1}"><xs:choice><xs:group ref="g${level}" ${occurs}/></xs:choice></xs:group>`,
      ),
      root(`<xs:group ref="g${count}"/>`),
    ].join('\n'),
  )

const million = 'minOccurs="1000000" maxOccurs="1000000"'
const types = (levels: number): string =>
  schemaOf(
    [
      '<xs:complexType name="t0"><xs:sequence><xs:element name="a" type="xs:string"/></xs:sequence></xs:complexType>',
      ...Array.from(
        { length: levels },
        (_, level) =>
          `<xs:complexType name="t${level + 1}"><xs:sequence>${[...'bcdefghijk'].map(name => `<xs:element name="${name}" type="t${level}"/>`).join('')}</xs:sequence></xs:complexType>`,
      ),
      `<xs:element name="r" type="t${levels}"/>`,
    ].join('\n'),
  )
const restricted = (facet: string) =>
  `<xs:simpleType><xs:restriction base="xs:string">${facet}</xs:restriction></xs:simpleType>`

const bombs: readonly (readonly [name: string, xsd: string, reason: RegExp])[] = [
  ...[4, 5, 6, 7, 8, 9, 40].map(
    levels =>
      [
        `nested groups with ten references at ${levels} levels`,
        groups(levels),
        /expand to more than \d+ particles/,
      ] as const,
  ),
  ['nested groups of ten choices at 9 levels', groups(9, 'choice'), /expand to more than \d+ particles/],
  ['a thousand nested choices', choices(1_000), /(refer to each other|inside each other)/],
  [
    'a thousand nested choices that may repeat',
    choices(1_000, 'maxOccurs="2"'),
    /each other|more than \d+ positions/,
  ],
  ['fifty nested choices that may repeat', choices(50, 'maxOccurs="2"'), /more than \d+ positions/],
  [
    'a thousand nested choices in one document',
    rootOf(`${repeated(1_000, '<xs:choice>')}<xs:element name="a"/>${repeated(1_000, '</xs:choice>')}`),
    /XML: /,
  ],
  [
    'a million times a million elements inside each other four times',
    rootOf(
      `<xs:sequence ${million}><xs:sequence ${million}><xs:sequence ${million}><xs:element name="a" type="xs:string" ${million}/></xs:sequence></xs:sequence></xs:sequence>`,
    ),
    /multiply to more than can be counted/,
  ],
  [
    'thousands of elements that may each be left out',
    rootOf(
      `<xs:sequence>${Array.from({ length: 4_000 }, (_, index) => `<xs:element name="e${index}" minOccurs="0"/>`).join('')}</xs:sequence>`,
    ),
    /too many/,
  ],
  [
    'a union of unions of unions',
    schemaOf(
      [
        '<xs:simpleType name="u0"><xs:restriction base="xs:int"/></xs:simpleType>',
        ...Array.from(
          { length: 9 },
          (_, level) =>
            `<xs:simpleType name="u${level + 1}"><xs:union memberTypes="${repeated(10, `u${level} `)}"/></xs:simpleType>`,
        ),
        '<xs:element name="r" type="u9" default="x"/>',
      ].join('\n'),
    ),
    /more than 1000 types/,
  ],
  [
    'a pattern of a billion characters',
    schemaOf(
      `<xs:element name="r">${restricted('<xs:pattern value="((a{1000}){1000}){1000}"/>')}</xs:element>`,
    ),
    /more than 100000 states/,
  ],
  [
    'a hundred patterns of many states',
    schemaOf(
      Array.from(
        { length: 100 },
        (_, index) =>
          `<xs:element name="r${index}">${restricted('<xs:pattern value="(a{100}){400}"/>')}</xs:element>`,
      ).join('\n'),
    ),
    /more than 500000 states/,
  ],
  [
    'types that are derived from each other in a chain of thousands',
    schemaOf(
      [
        '<xs:simpleType name="s0"><xs:restriction base="xs:string"/></xs:simpleType>',
        ...Array.from(
          { length: 20_000 },
          (_, index) =>
            `<xs:simpleType name="s${index + 1}"><xs:restriction base="s${index}"/></xs:simpleType>`,
        ).reverse(),
      ].join('\n'),
    ),
    /too long a chain/,
  ],
]

describe('a schema that would not fit into memory', () => {
  it.each(bombs)('is refused for %s', (_, xsd, reason) => {
    const before = process.memoryUsage().heapUsed
    const start = performance.now()
    expect(() => compileSchema(xsd)).toThrow(reason)
    // The aim is 100 ms and 64 MB; a busy machine takes several times that, and the bombs took minutes and gigabytes.
    expect(performance.now() - start).toBeLessThan(5_000)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(512 * 1024 ** 2)
  })

  it('is refused as tables where its types hold each other in a million ways', () => {
    const schema = compileSchema(types(9))
    expect(() => entityTables(schema)).toThrow(/more than 20000 paths/)
  })

  it('compiles where it is large only as written: attribute groups of groups, and empty sequences a million times', () => {
    const attributes = schemaOf(
      [
        '<xs:attributeGroup name="g0"/>',
        ...Array.from(
          { length: 9 },
          (_, level) =>
            `<xs:attributeGroup name="g${level + 1}">${repeated(10, `<xs:attributeGroup ref="g${level}"/>`)}</xs:attributeGroup>`,
        ),
        root('<xs:attributeGroup ref="g9"/>'),
      ].join('\n'),
    )
    expect(compileSchema(attributes).elements.size).toBe(1)
    const nothing = rootOf(`<xs:sequence ${million}><xs:sequence ${million}/></xs:sequence>`)
    expect(compileSchema(nothing).elements.size).toBe(1)
  })
})

describe('a model of many occurrences', () => {
  const counted = rootOf(
    '<xs:sequence maxOccurs="1000000"><xs:choice minOccurs="2" maxOccurs="9999"><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:choice><xs:element name="c" minOccurs="0" maxOccurs="7000"/></xs:sequence>',
  )
  const codes = (inner: string): readonly string[] => codesOf(counted, `<r>${inner}</r>`)
  it('is counted and not written out', () => {
    expect(codes('<a>1</a><b>2</b>')).toEqual([])
    expect(codes(`${'<a>1</a>'.repeat(9_999)}<c/><a>1</a><a>1</a>`)).toEqual([])
    expect(codes(`<a>1</a><a>1</a>${'<c/>'.repeat(7_000)}<a>1</a><b>1</b>`)).toEqual([])
    expect(codes(`<a>1</a><a>1</a>${'<c/>'.repeat(7_001)}`)).toEqual(['ELEMENT_MISPLACED'])
  })
  it('compiles a long sequence of optional choices, whose branches all lead to the same state', () => {
    const choice = (at: number) =>
      `<xs:choice minOccurs="0">${Array.from({ length: 30 }, (_, branch) => `<xs:element name="e${at}-${branch}" type="xs:string"/>`).join('')}</xs:choice>`
    const schema = schemaOf(
      root(`<xs:sequence>${Array.from({ length: 16 }, (_, at) => choice(at)).join('')}</xs:sequence>`),
    )
    expect(codesOf(schema, '<r><e0-29>x</e0-29><e15-0>x</e15-0></r>')).toEqual([])
    expect(codesOf(schema, '<r><e15-0>x</e15-0><e0-29>x</e0-29></r>')).toEqual(['ELEMENT_MISPLACED'])
  })

  it('tells what is missing, unknown or of the wrong type', () => {
    expect(codes('<a>1</a>')).toEqual(['ELEMENT_MISSING'])
    expect(codes('<a>1</a><c/>')).toEqual(['ELEMENT_MISPLACED', 'ELEMENT_MISSING'])
    expect(codes('<a>1</a><x/><b>1</b>')).toEqual(['ELEMENT_UNKNOWN'])
    expect(codes('<a>1</a><b>x</b>')).toEqual(['VALUE_TYPE'])
  })
  it('compiles for types of thousands of occurrences, a thousand times', () => {
    const many = Array.from(
      { length: 1_000 },
      (_, index) =>
        `<xs:complexType name="t${index}"><xs:sequence><xs:element name="a" maxOccurs="9000"/></xs:sequence></xs:complexType>`,
    )
    expect(compileSchema(schemaOf(many.join('\n'))).types.size).toBe(1_000)
  })
  it('is refused where it is ambiguous', () =>
    expect(() =>
      compileSchema(
        rootOf(
          '<xs:sequence><xs:element name="a" minOccurs="0" maxOccurs="9000"/><xs:element name="a"/></xs:sequence>',
        ),
      ),
    ).toThrow('the content is ambiguous'))
})

describe('a group that is referred to more than once', () => {
  const twice = (order: string): string =>
    schemaOf(
      `<xs:group name="g"><xs:sequence><xs:element name="a"/><xs:element name="b"/></xs:sequence></xs:group>${root(`<xs:${order}><xs:group ref="g"/><xs:group ref="g"/></xs:${order}>`)}`,
    )
  it('is followed twice in a sequence, and ambiguous in a choice', () => {
    expect(compileSchema(twice('sequence')).elements.size).toBe(1)
    expect(() => compileSchema(twice('choice'))).toThrow('the content is ambiguous: a and a')
  })
})
