import { schemaOf } from '../schema/schemaSamples.ts'

/*
 * Features of XML Schema 1.0 in documents, by kind, with the codes of the findings. `npm run differential` asks other
 * processors too.
 */

/** Documents against one schema, each with the codes of its findings. */
interface FeatureCases {
  readonly of: string
  readonly xsd: string
  readonly codes: Readonly<Record<string, readonly string[]>>
}

const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'

const mixed = (more: string): string =>
  `<xs:element name="m" ${more}><xs:complexType mixed="true"><xs:sequence><xs:element name="b" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>`

const key = (field: string, kind = 'key'): string =>
  schemaOf(
    `<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="i" maxOccurs="unbounded"><xs:complexType><xs:sequence>
      <xs:element name="c" minOccurs="0"><xs:complexType><xs:sequence><xs:element name="d" type="xs:int" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
      <xs:element name="n" type="xs:int" nillable="true" minOccurs="0"/></xs:sequence><xs:attribute name="id" type="xs:int"/></xs:complexType></xs:element></xs:sequence></xs:complexType>
      <xs:${kind} name="k"><xs:selector xpath="i"/><xs:field xpath="${field}"/></xs:${kind}></xs:element>`,
  )

export const featureCases: readonly FeatureCases[] = [
  {
    of: 'names of elements and references to them',
    xsd: schemaOf(
      `<xs:simpleType name="refOrNumber"><xs:union memberTypes="xs:decimal xs:IDREF"/></xs:simpleType>
     <xs:element name="r"><xs:complexType><xs:sequence>
       <xs:element name="i" minOccurs="0" maxOccurs="unbounded"><xs:complexType mixed="true">
         <xs:attribute name="id" type="xs:ID"/><xs:attribute name="see" type="xs:IDREF"/><xs:attribute name="all" type="xs:IDREFS"/><xs:attribute name="some" type="refOrNumber"/></xs:complexType></xs:element>
       <xs:element name="e" type="xs:IDREF" minOccurs="0"/>
       <xs:any namespace="##other" processContents="skip" minOccurs="0"/>
     </xs:sequence></xs:complexType></xs:element>`,
    ),
    codes: {
      '<r><i id="a"/><i id="b" see="a"/><i all="a b"/></r>': [],
      '<r><i see="b"/><i id="b"/></r>': [],
      '<r><i id="a"/><i id=" a "/></r>': ['KEY_DUPLICATE'],
      '<r><i see="b"/></r>': ['REFERENCE_UNKNOWN'],
      '<r><i id="a" all="a b c"/></r>': ['REFERENCE_UNKNOWN', 'REFERENCE_UNKNOWN'],
      '<r><i id="a" some="1.5"/><i some="a"/><i some="b"/></r>': ['REFERENCE_UNKNOWN'],
      '<r><i id="1"/></r>': ['VALUE_PATTERN'],
      '<r><i id="a"/><e>a</e></r>': [],
      '<r><i id="a"/><e>b</e></r>': ['REFERENCE_UNKNOWN'],
      '<r><i id="a"/><o:x xmlns:o="u" id="a"/></r>': [],
    },
  },
  {
    of: 'substitution groups',
    xsd: schemaOf(
      `<xs:complexType name="base"><xs:attribute name="n" type="xs:int"/></xs:complexType>
     <xs:complexType name="more"><xs:complexContent><xs:extension base="base"><xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
     <xs:element name="head" type="base" abstract="true"/>
     <xs:element name="one" substitutionGroup="head"/>
     <xs:element name="two" type="more" substitutionGroup="one"/>
     <xs:element name="shut" type="base" block="extension"/>
     <xs:element name="three" type="more" substitutionGroup="shut"/>
     <xs:element name="four" type="base" substitutionGroup="shut"/>
     <xs:element name="r"><xs:complexType><xs:sequence><xs:element ref="head" maxOccurs="2"/><xs:element ref="shut" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
     <xs:element name="any"><xs:complexType><xs:all><xs:element ref="head"/><xs:element ref="shut"/></xs:all></xs:complexType></xs:element>`,
    ),
    codes: {
      '<r><one n="1"/></r>': [],
      '<r><two n="1"><x>1</x></two><one/></r>': [],
      '<r><one n="x"/></r>': ['VALUE_TYPE'],
      '<r><two/></r>': ['ELEMENT_MISSING'],
      '<r><head/></r>': ['ELEMENT_ABSTRACT'],
      '<r><one/><four/></r>': [],
      '<r><one/><three><x>1</x></three></r>': ['ELEMENT_UNKNOWN'],
      '<any><four/><two><x>1</x></two></any>': [],
      '<any><two><x>1</x></two><one/><shut/></any>': ['ELEMENT_MISPLACED'],
    },
  },
  {
    of: 'names with prefixes',
    xsd: schemaOf(
      `<xs:notation name="png" public="image/png"/>
     <xs:simpleType name="color"><xs:restriction base="xs:QName"><xs:enumeration value="p:red"/><xs:maxLength value="1"/></xs:restriction></xs:simpleType>
     <xs:simpleType name="kind"><xs:restriction base="xs:NOTATION"><xs:enumeration value="png"/></xs:restriction></xs:simpleType>
     <xs:element name="r"><xs:complexType><xs:sequence><xs:element name="c" type="color" minOccurs="0"/><xs:element name="k" type="kind" minOccurs="0"/><xs:element name="f" type="xs:QName" fixed="p:a" minOccurs="0"/><xs:element name="q" type="xs:QName" minOccurs="0" maxOccurs="2"/></xs:sequence></xs:complexType>
       <xs:unique name="u"><xs:selector xpath="q"/><xs:field xpath="."/></xs:unique></xs:element>`,
      'xmlns:p="u"',
    ),
    codes: {
      '<r><c xmlns:z="u">z:red</c></r>': [],
      '<r><c xmlns="" xmlns:p="v">p:red</c></r>': ['VALUE_CODE'],
      '<r><c>red</c></r>': ['VALUE_CODE'],
      '<r><k>png</k></r>': [],
      '<r><k>gif</k></r>': ['VALUE_CODE'],
      '<r><f xmlns:y="u">y:a</f></r>': [],
      '<r><f xmlns:p="v">p:a</f></r>': ['VALUE_FIXED'],
      '<r xmlns:a="u" xmlns:b="u"><q>a:x</q><q>b:x</q></r>': ['KEY_DUPLICATE'],
      '<r xmlns:a="u" xmlns:b="v"><q>a:x</q><q>b:x</q></r>': [],
      '<r><q>1x</q></r>': ['VALUE_TYPE'],
    },
  },
  {
    of: 'entities, which only a DTD can declare',
    xsd: schemaOf('<xs:element name="r" type="xs:ENTITY"/>'),
    codes: { '<r>a</r>': ['VALUE_TYPE'] },
  },
  {
    of: 'a fixed value of mixed content',
    xsd: schemaOf(mixed('fixed="x y"')),
    codes: {
      '<m/>': [],
      '<m>x y</m>': [],
      '<m> x y</m>': ['VALUE_FIXED'],
      '<m>x y<b/></m>': ['ELEMENT_IN_VALUE'],
    },
  },
  {
    of: 'a default value under another type',
    xsd: schemaOf(
      '<xs:simpleType name="few"><xs:restriction base="xs:int"><xs:maxInclusive value="5"/></xs:restriction></xs:simpleType><xs:element name="d" type="xs:int" default="9"/>',
    ),
    codes: {
      '<d/>': [],
      [`<d ${xsi} xsi:type="few">4</d>`]: [],
      [`<d ${xsi} xsi:type="few"/>`]: ['VALUE_RANGE'],
    },
  },
  {
    of: 'a fixed value of an element that may be nil',
    xsd: schemaOf('<xs:element name="n" type="xs:int" nillable="true" fixed="1"/>'),
    codes: {
      '<n>1</n>': [],
      [`<n ${xsi} xsi:nil="true"/>`]: ['NIL_NOT_ALLOWED'],
    },
  },
  {
    of: 'a key of one attribute by two paths',
    xsd: key('@id | @id'),
    codes: {
      '<r><i id="1"/><i id="2"/></r>': [],
      '<r><i id="1"/><i id="1"/></r>': ['KEY_DUPLICATE'],
    },
  },
  {
    of: 'a key of an element that holds elements',
    xsd: key('c'),
    codes: { '<r><i><c/></i></r>': ['KEY_MISSING'] },
  },
  {
    of: 'a key of an element that may be nil',
    xsd: key('n'),
    codes: { '<r><i><n>1</n></i></r>': ['KEY_MISSING'] },
  },
  {
    of: 'a unique value of an element that may be nil',
    xsd: key('n', 'unique'),
    codes: { '<r><i><n>1</n></i></r>': [], '<r><i><n>1</n></i><i><n>1</n></i></r>': ['KEY_DUPLICATE'] },
  },
  {
    of: 'a choice of nothing',
    xsd: schemaOf('<xs:element name="r"><xs:complexType><xs:choice/></xs:complexType></xs:element>'),
    codes: {
      '<r/>': ['ELEMENT_MISSING'],
    },
  },
  {
    of: 'a wildcard that an extension adds to that of its base',
    xsd: schemaOf(
      '<xs:complexType name="b"><xs:anyAttribute namespace="u" processContents="skip"/></xs:complexType><xs:element name="r"><xs:complexType><xs:complexContent><xs:extension base="b"><xs:anyAttribute namespace="v" processContents="skip"/></xs:extension></xs:complexContent></xs:complexType></xs:element>',
    ),
    codes: {
      '<r xmlns:u="u" xmlns:v="v" u:a="1" v:a="1"/>': [],
      '<r xmlns:w="w" w:a="1"/>': ['ATTRIBUTE_UNKNOWN'],
    },
  },
]
