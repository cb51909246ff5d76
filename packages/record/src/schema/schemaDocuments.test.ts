import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { codeLists, compileSchema, createChecker, entityTables, SchemaCompileError } from '../index.ts'
import { codesOf, schemaOf } from './schemaSamples.ts'

describe('several documents', () => {
  const main = schemaOf(
    '<xs:include schemaLocation="types.xsd"/><xs:import namespace="v" schemaLocation="v.xsd"/><xs:element name="r"><xs:complexType><xs:sequence><xs:element name="a" type="t:T"/><xs:element ref="v:e"/></xs:sequence></xs:complexType></xs:element>',
    'targetNamespace="u" xmlns:t="u" xmlns:v="v" elementFormDefault="qualified"',
  )
  const documents = {
    'types.xsd': schemaOf(
      '<xs:simpleType name="T"><xs:restriction base="S"/></xs:simpleType><xs:simpleType name="S"><xs:restriction base="xs:int"/></xs:simpleType>',
    ),
    'v.xsd': schemaOf('<xs:element name="e" type="xs:boolean"/>', 'targetNamespace="v"'),
  }
  it('are put together, a schema without a namespace taking that of its includer', () => {
    expect(codesOf(main, '<r xmlns="u"><a>1</a><e xmlns="v">true</e></r>', documents)).toEqual([])
    expect(codesOf(main, '<r xmlns="u"><a>x</a><e>true</e></r>', documents)).toEqual([
      'VALUE_TYPE',
      'ELEMENT_UNKNOWN',
    ])
  })
  it('are found from the folder of the document that names them', () => {
    const nested = {
      'common/types.xsd': schemaOf(
        '<xs:include schemaLocation="codes/yes.xsd"/><xs:include schemaLocation="../shared.xsd"/>',
      ),
      'common/codes/yes.xsd': schemaOf(
        '<xs:include schemaLocation="./more.xsd"/><xs:simpleType name="Yes"><xs:restriction base="More"/></xs:simpleType>',
      ),
      'common/codes/more.xsd': schemaOf(
        '<xs:simpleType name="More"><xs:restriction base="Shared"/></xs:simpleType>',
      ),
      // Not the one that is meant, though its name is what is written.
      'more.xsd': schemaOf('<xs:simpleType name="More"><xs:restriction base="xs:int"/></xs:simpleType>'),
      'shared.xsd': schemaOf(
        '<xs:simpleType name="Shared"><xs:restriction base="xs:string"><xs:enumeration value="yes"/></xs:restriction></xs:simpleType>',
      ),
    }
    const xsd = schemaOf('<xs:include schemaLocation="common/types.xsd"/><xs:element name="r" type="Yes"/>')
    expect(codesOf(xsd, '<r>yes</r>', nested)).toEqual([])
    expect(codesOf(xsd, '<r>no</r>', nested)).toEqual(['VALUE_CODE'])
    expect(() =>
      compileSchema(xsd, { documents: { 'common/types.xsd': nested['common/types.xsd'] } }),
    ).toThrow(
      'xs:include: the document "common/codes/yes.xsd" was not given (common/types.xsd, line 2, column 1)',
    )
  })
  it('may include each other, and the schema itself by its name', () => {
    const xsd = schemaOf(
      '<xs:include schemaLocation="a/one.xsd"/><xs:element name="r" type="T"/><xs:simpleType name="S"><xs:restriction base="xs:int"/></xs:simpleType>',
    )
    const given = {
      'a/one.xsd': schemaOf('<xs:include schemaLocation="two.xsd"/>'),
      'a/two.xsd': schemaOf(
        '<xs:include schemaLocation="one.xsd"/><xs:include schemaLocation="../main.xsd"/><xs:simpleType name="T"><xs:restriction base="S"/></xs:simpleType>',
      ),
    }
    const checker = createChecker(compileSchema(xsd, { documents: given, ownName: 'main.xsd' }))
    checker.write(new TextEncoder().encode('<r>x</r>'))
    expect(checker.end().findings).toMatchObject([{ code: 'VALUE_TYPE' }])
  })
  it('may include back the main document, which takes their namespace if it has none (4.2.1)', () => {
    const xsd = schemaOf(
      '<xs:import namespace="u" schemaLocation="u.xsd"/><xs:simpleType name="T"><xs:restriction base="xs:int"/></xs:simpleType>',
    )
    const includer = schemaOf(
      '<xs:include schemaLocation="main.xsd"/><xs:element name="r" type="u:T"/>',
      'targetNamespace="u" xmlns:u="u"',
    )
    const checker = createChecker(
      compileSchema(xsd, { documents: { 'u.xsd': includer }, ownName: 'main.xsd' }),
    )
    checker.write(new TextEncoder().encode('<r xmlns="u">x</r>'))
    expect(checker.end().findings).toMatchObject([{ code: 'VALUE_TYPE' }])
  })
  it('are the same where another address leads to the same document', () => {
    const types = schemaOf('<xs:simpleType name="T"><xs:restriction base="xs:int"/></xs:simpleType>')
    const xsd = schemaOf(
      '<xs:include schemaLocation="types.xsd"/><xs:include schemaLocation="../here/types.xsd"/><xs:element name="r" type="T"/>',
    )
    expect(codesOf(xsd, '<r>x</r>', { 'types.xsd': types, '../here/types.xsd': types })).toEqual([
      'VALUE_TYPE',
    ])
  })
  it('are found by URL where that is what they are given by', () => {
    const at = 'https://agency.example/schemas/'
    const given = {
      [`${at}v1/types.xsd`]: schemaOf('<xs:include schemaLocation="../base.xsd"/>'),
      [`${at}base.xsd`]: schemaOf('<xs:simpleType name="T"><xs:restriction base="xs:int"/></xs:simpleType>'),
    }
    const xsd = schemaOf(`<xs:include schemaLocation="${at}v1/types.xsd"/><xs:element name="r" type="T"/>`)
    expect(codesOf(xsd, '<r>x</r>', given)).toEqual(['VALUE_TYPE'])
  })
  it('must all be given', () => {
    expect(() => compileSchema(main, { documents: { 'v.xsd': documents['v.xsd'] } })).toThrow(
      'xs:include: the document "types.xsd" was not given (line 2, column 1)',
    )
  })
})

describe('what is wrong or not supported in a schema', () => {
  const cases: Readonly<Record<string, string>> = {
    '<xs:override schemaLocation="x"/>': 'xs:override: is not allowed here in xs:schema; expected: include,',
    '<xs:element name="a" substitutionGroup="b"/>': 'xs:element: there is no element b (line 2, column 1)',
    '<xs:element name="a" type="Nope"/>': 'there is no type Nope',
    '<xs:element name="a" type="p:T"/>':
      'xs:element: type "p:T" is not a name with an optional declared prefix (line 2, column 1)',
    '<xs:element/>': 'xs:element: it needs the attribute name (line 2, column 1)',
    '<xs:element name="a"/><xs:element name="a"/>': 'element a is declared twice',
    '<xs:simpleType name="t"><xs:restriction base="xs:int"><xs:maxLength value="2"/></xs:restriction></xs:simpleType>':
      'xs:maxLength: does not apply to this base type (line 2, column 55)',
    '<xs:simpleType name="t"><xs:restriction base="xs:int"><xs:maxInclusive value="x"/></xs:restriction></xs:simpleType>':
      '"x" is not a whole number',
    '<xs:simpleType name="t"><xs:restriction base="xs:string"><xs:pattern value="a{2"/></xs:restriction></xs:simpleType>':
      'is not a pattern of XML Schema: a "}" is missing',
    '<xs:simpleType name="t"><xs:restriction base="xs:string"><xs:pattern value="\\b"/></xs:restriction></xs:simpleType>':
      'is not an escape of XML Schema',
    '<xs:simpleType name="t"><xs:restriction base="xs:int"><xs:enumeration value="x"/></xs:restriction></xs:simpleType>':
      '"x" is not a value of the base type',
    '<xs:simpleType name="t"><xs:restriction base="t"/></xs:simpleType>': 'the type is derived from itself',
    '<xs:complexType name="t"><xs:complexContent><xs:extension base="t"/></xs:complexContent></xs:complexType>':
      'the type is derived from itself',
    '<xs:group name="g"><xs:sequence><xs:group ref="g"/></xs:sequence></xs:group>': 'the group holds itself',
    '<xs:complexType name="t"><xs:sequence><xs:element name="a" type="xs:int" minOccurs="0"/><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>':
      'the content is ambiguous: a and a',
    '<xs:complexType name="t"><xs:sequence><xs:element name="a" type="xs:int"/><xs:element name="a" type="xs:string"/></xs:sequence></xs:complexType>':
      'two elements a have different types',
    '<xs:complexType name="t"><xs:all><xs:element name="a" maxOccurs="2"/></xs:all></xs:complexType>':
      'xs:element: maxOccurs="2" must be one of: 0, 1',
    '<xs:complexType name="t"><xs:sequence><xs:element name="a" minOccurs="2"/></xs:sequence></xs:complexType>':
      'minOccurs is greater than maxOccurs',
    '<xs:complexType name="t"><xs:sequence/><xs:attribute name="a"/><xs:attribute name="a"/></xs:complexType>':
      'the attribute is declared twice',
    '<xs:element name="a" type="xs:int" default="x"/>': '"x" is not a value of the type',
    '<xs:element name="a"><xs:complexType/><xs:keyref name="k" refer="no"><xs:selector xpath="b"/><xs:field xpath="@c"/></xs:keyref></xs:element>':
      'it refers to no key or unique',
    '<xs:element name="a"><xs:complexType/><xs:key name="k"><xs:selector xpath="b[1]"/><xs:field xpath="@c"/></xs:key></xs:element>':
      'is not a step of the XPath',
    '<xs:element name="a" type="xs:int"><xs:sequence/></xs:element>':
      'xs:sequence: is not allowed here in xs:element; expected: annotation, simpleType',
    '<xs:complexType name="t">text</xs:complexType>': 'text may stand only in documentation and appinfo',
    '<x/>': 'x: is not an element of XML Schema 1.0 (line 2, column 1)',
    '<xs:element>': 'does not match the open element <xs:element>',
  }
  for (const [body, message] of Object.entries(cases))
    it(message, () => {
      const compile = (): unknown => compileSchema(schemaOf(body))
      expect(compile).toThrow(SchemaCompileError)
      expect(compile).toThrow(message)
    })
})

describe('the ILR, a second record', () => {
  const read = (name: string): Uint8Array =>
    readFileSync(new URL(`../../../../records/ilr/${name}`, import.meta.url))
  const schema = compileSchema(new TextDecoder().decode(read('ILR-2018-19-v2.xsd')))
  const check = (name: string): readonly string[] => {
    const checker = createChecker(schema)
    checker.write(read(name))
    return checker.end().findings.map(({ code, line, path }) => `${line} ${code} ${path}`)
  }

  it('is checked without a line of code of its own', () => {
    expect(check('ILR_Valid.xml')).toEqual([])
    expect(check('ILR_InValid.xml')).toEqual([
      '28 ELEMENT_UNKNOWN Learner[LearnRefNumber=16Learner]/FamilyNamE',
      '32 ELEMENT_MISSING Learner[LearnRefNumber=16Learner]/Sex',
    ])
    expect(check('ILR.xml').slice(1)).toEqual([
      '127 VALUE_RANGE Learner[LearnRefNumber=18Learner]/ALSCost',
      '1760 ELEMENT_UNKNOWN Learner[LearnRefNumber=Levy]/LearnerEmploymentStatus[EmpStat=10]/AgreeID',
    ])
  })

  it('has its tables and code lists', () => {
    const tables = entityTables(schema)
    expect(tables.map(({ name, parent }) => `${name} in ${parent}`)).toContain('LearningDelivery in Learner')
    expect(tables.find(({ name }) => name === 'AppFinRecord')).toEqual({
      name: 'AppFinRecord',
      path: 'Message/Learner/LearningDelivery/AppFinRecord',
      parent: 'LearningDelivery',
      columns: ['AFinType', 'AFinCode', 'AFinDate', 'AFinAmount'],
      keys: ['AFinType'],
    })
    expect(codeLists(schema).map(({ entity, field }) => `${entity}.${field}`)).toContain(
      'CollectionDetails.Year',
    )
  })
})
