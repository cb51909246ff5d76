/*
 * What XML Schema 1.0 asks of a schema beyond its form, one pair for each kind: a schema that has to be refused, and its
 * neighbour that has to compile. `npm run differential` asks other processors too.
 */

export const restricted = (base: string, facets: string, name = 't', more = ''): string =>
  `<xs:simpleType name="${name}" ${more}><xs:restriction base="${base}">${facets}</xs:restriction></xs:simpleType>`
export const facet = (name: string, value: string, more = ''): string =>
  `<xs:${name} value="${value}" ${more}/>`
export const complex = (name: string, content: string, more = ''): string =>
  `<xs:complexType name="${name}" ${more}>${content}</xs:complexType>`
export const derived = (way: string, base: string, content: string, name = 'd', more = ''): string =>
  complex(
    name,
    `<xs:complexContent><xs:${way} base="${base}">${content}</xs:${way}></xs:complexContent>`,
    more,
  )
export const element = (name: string, more = 'type="xs:string"'): string =>
  `<xs:element name="${name}" ${more}/>`
export const sequence = (...parts: readonly string[]): string =>
  `<xs:sequence>${parts.join('')}</xs:sequence>`
const choice = (...parts: readonly string[]): string => `<xs:choice>${parts.join('')}</xs:choice>`
const all = (...parts: readonly string[]): string => `<xs:all>${parts.join('')}</xs:all>`
const any = (namespace: string, more = ''): string => `<xs:any namespace="${namespace}" ${more}/>`
const restriction = (base: string, own: string, more = ''): string =>
  complex('b', base) + derived('restriction', 'b', own, 'd', more)

/** By kind: a schema's content that has to be refused, its neighbour that has to compile, and the reason that is given. */
export const constraintCases: Readonly<
  Record<string, readonly (readonly [refused: string, compiled: string, reason: string])[]>
> = {
  'facets against the base and each other': [
    [
      restricted('xs:string', facet('maxLength', '5')) + restricted('t', facet('maxLength', '6'), 'u'),
      restricted('xs:string', facet('maxLength', '5')) + restricted('t', facet('maxLength', '4'), 'u'),
      'xs:maxLength: is weaker than that of the base type',
    ],
    [
      restricted('xs:string', facet('length', '5')) + restricted('t', facet('length', '4'), 'u'),
      restricted('xs:string', facet('length', '5')) + restricted('t', facet('length', '5'), 'u'),
      'xs:length: contradicts the base type',
    ],
    [
      restricted('xs:string', facet('minLength', '3') + facet('maxLength', '2')),
      restricted('xs:string', facet('minLength', '2') + facet('maxLength', '2')),
      'leaves no length',
    ],
    [
      restricted('xs:string', facet('length', '3') + facet('maxLength', '4')),
      restricted('xs:NMTOKENS', facet('length', '3') + facet('minLength', '1')),
      'length excludes minLength and maxLength',
    ],
    [
      restricted('xs:byte', facet('maxInclusive', '128')),
      restricted('xs:byte', facet('maxInclusive', '127')),
      'xs:maxInclusive: is outside the range of the base type',
    ],
    [
      restricted('xs:decimal', facet('maxExclusive', '5')) + restricted('t', facet('maxInclusive', '5'), 'u'),
      restricted('xs:decimal', facet('maxExclusive', '5')) + restricted('t', facet('maxExclusive', '5'), 'u'),
      'is outside the range',
    ],
    [
      restricted('xs:int', facet('minInclusive', '2') + facet('maxInclusive', '1')),
      restricted('xs:int', facet('minInclusive', '2') + facet('maxInclusive', '2')),
      'leaves no value between its limits',
    ],
    [
      restricted('xs:int', facet('minInclusive', '2') + facet('minExclusive', '2')),
      restricted('xs:int', facet('minExclusive', '2')),
      'both inclusive and exclusive',
    ],
    [
      restricted('xs:decimal', facet('totalDigits', '2') + facet('fractionDigits', '3')),
      restricted('xs:decimal', facet('totalDigits', '3') + facet('fractionDigits', '3')),
      'more digits after the point than digits at all',
    ],
    [
      restricted('xs:integer', facet('fractionDigits', '1')),
      restricted('xs:integer', facet('fractionDigits', '0')),
      'is weaker than that of the base type',
    ],
    [
      restricted('xs:token', facet('maxLength', '5', 'fixed="true"')) +
        restricted('t', facet('maxLength', '4'), 'u'),
      restricted('xs:token', facet('maxLength', '5', 'fixed="true"')) +
        restricted('t', facet('maxLength', '5'), 'u'),
      'xs:maxLength: is fixed in the base type',
    ],
    [
      restricted('xs:boolean', facet('enumeration', 'true')),
      restricted('xs:boolean', facet('pattern', 'true')),
      'xs:enumeration: does not apply to this base type',
    ],
    [
      restricted('xs:NOTATION', facet('enumeration', 'n')),
      `<xs:notation name="n" public="p"/>${restricted('xs:NOTATION', facet('enumeration', 'n'))}`,
      'there is no notation n',
    ],
  ],
  'what is final': [
    [
      restricted('xs:int', '', 't', 'final="restriction"') + restricted('t', '', 'u'),
      restricted('xs:int', '', 't', 'final="list"') + restricted('t', '', 'u'),
      'the type t is final: it cannot be restricted',
    ],
    [
      `${restricted('xs:int', '', 't', 'final="list"')}<xs:simpleType name="u"><xs:list itemType="t"/></xs:simpleType>`,
      `${restricted('xs:int', '', 't', 'final="union"')}<xs:simpleType name="u"><xs:list itemType="t"/></xs:simpleType>`,
      'no list can be made of it',
    ],
    [
      `${restricted('xs:int', '', 't', 'final="union"')}<xs:simpleType name="u"><xs:union memberTypes="t"/></xs:simpleType>`,
      `${restricted('xs:int', '', 't')}<xs:simpleType name="u"><xs:union memberTypes="t"/></xs:simpleType>`,
      'cannot be part of a union',
    ],
    [
      complex('b', sequence(element('a')), 'final="extension"') + derived('extension', 'b', ''),
      complex('b', sequence(element('a')), 'final="restriction"') + derived('extension', 'b', ''),
      'the type b is final: it allows no extension',
    ],
    [
      `${complex('b', '')}${derived('extension', 'b', '')}${element('h', 'type="b" final="extension"')}${element('m', 'type="d" substitutionGroup="h"')}`,
      `${complex('b', '')}${derived('extension', 'b', '')}${element('h', 'type="b" final="restriction"')}${element('m', 'type="d" substitutionGroup="h"')}`,
      'in a way that is allowed',
    ],
  ],
  'substitution groups': [
    [
      element('h', 'type="xs:int"') + element('m', 'type="xs:string" substitutionGroup="h"'),
      element('h', 'type="xs:int"') + element('m', 'type="xs:byte" substitutionGroup="h"'),
      'its type is not derived from that of h',
    ],
    [
      element('a', 'substitutionGroup="b"') + element('b', 'substitutionGroup="a"'),
      element('a', 'substitutionGroup="b"') + element('b', ''),
      'its own substitution group',
    ],
    [
      element('h', '') +
        element('m', 'substitutionGroup="h"') +
        complex('t', choice('<xs:element ref="h"/>', '<xs:element ref="m"/>')),
      element('h', 'block="substitution"') +
        element('m', 'substitutionGroup="h"') +
        complex('t', choice('<xs:element ref="h"/>', '<xs:element ref="m"/>')),
      'the content is ambiguous',
    ],
  ],
  'derivation of complex types': [
    [
      complex('b', sequence(element('a')), 'mixed="true"') +
        derived('extension', 'b', sequence(element('c'))),
      complex('b', sequence(element('a')), 'mixed="true"') +
        derived('extension', 'b', sequence(element('c')), 'd', 'mixed="true"'),
      'both be mixed, or neither',
    ],
    [
      restriction(sequence(element('a')), sequence(element('a')), 'mixed="true"'),
      restriction(sequence(element('a')), sequence(element('a'))),
      'it is mixed, but its base b is not',
    ],
    [
      `${complex('b', sequence(element('a')))}<xs:complexType name="d"><xs:simpleContent><xs:restriction base="b"><xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType></xs:restriction></xs:simpleContent></xs:complexType>`,
      `${complex('b', sequence(element('a', 'minOccurs="0"')), 'mixed="true"')}<xs:complexType name="d"><xs:simpleContent><xs:restriction base="b"><xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType></xs:restriction></xs:simpleContent></xs:complexType>`,
      'mixed content that may be empty',
    ],
    [
      `<xs:complexType name="b"><xs:simpleContent><xs:extension base="xs:int"/></xs:simpleContent></xs:complexType>${derived('extension', 'b', sequence(element('a')))}`,
      `<xs:complexType name="b"><xs:simpleContent><xs:extension base="xs:int"/></xs:simpleContent></xs:complexType>${derived('extension', 'b', '<xs:attribute name="a"/>')}`,
      'cannot add elements to simple content',
    ],
    [
      complex('b', all(element('a'))) + derived('extension', 'b', sequence(element('c'))),
      complex('b', all(element('a'))) + derived('extension', 'b', '<xs:attribute name="c"/>'),
      'xs:all cannot be extended',
    ],
  ],
  'attributes of a restriction': [
    [
      restriction('<xs:attribute name="a" use="required"/>', '<xs:attribute name="a"/>'),
      restriction('<xs:attribute name="a"/>', '<xs:attribute name="a" use="required"/>'),
      'the attribute a is required in the base',
    ],
    [
      restriction('<xs:attribute name="a" use="required"/>', '<xs:attribute name="a" use="prohibited"/>'),
      restriction('<xs:attribute name="a"/>', '<xs:attribute name="a" use="prohibited"/>'),
      'the attribute a is required in the base',
    ],
    [
      restriction('<xs:attribute name="a" type="xs:int"/>', '<xs:attribute name="a" type="xs:string"/>'),
      restriction('<xs:attribute name="a" type="xs:int"/>', '<xs:attribute name="a" type="xs:byte"/>'),
      'is not derived from that in the base',
    ],
    [
      restriction(
        '<xs:attribute name="a" type="xs:int" fixed="1"/>',
        '<xs:attribute name="a" type="xs:int"/>',
      ),
      restriction(
        '<xs:attribute name="a" type="xs:int" fixed="1"/>',
        '<xs:attribute name="a" type="xs:int" fixed="01"/>',
      ),
      'the attribute a is fixed in the base',
    ],
    [
      restriction('', '<xs:attribute name="a"/>'),
      restriction('<xs:anyAttribute/>', '<xs:attribute name="a"/>'),
      'the attribute a is not allowed by the base',
    ],
    [
      restriction('<xs:anyAttribute namespace="u"/>', '<xs:anyAttribute namespace="u v"/>'),
      restriction('<xs:anyAttribute namespace="u v"/>', '<xs:anyAttribute namespace="u"/>'),
      'its wildcard of attributes admits more',
    ],
  ],
  attributes: [
    [
      complex('t', '<xs:attribute name="a" use="required" default="x"/>'),
      complex('t', '<xs:attribute name="a" use="required" fixed="x"/>'),
      'an attribute with a default must be optional',
    ],
    [
      `<xs:attribute name="a" fixed="1"/>${complex('t', '<xs:attribute ref="a" fixed="2"/>')}`,
      `<xs:attribute name="a" fixed="1"/>${complex('t', '<xs:attribute ref="a" fixed="1"/>')}`,
      'declared with the fixed value "1"',
    ],
    [
      '<xs:attribute name="a" type="xs:ID" default="x"/>',
      '<xs:attribute name="a" type="xs:NCName" default="x"/>',
      'has no default or fixed value',
    ],
    [
      complex('t', '<xs:attribute name="a" type="xs:ID"/><xs:attribute name="b" type="xs:ID"/>'),
      complex('t', '<xs:attribute name="a" type="xs:ID"/><xs:attribute name="b" type="xs:IDREF"/>'),
      'more than one attribute of type xs:ID',
    ],
    [
      `<xs:attribute name="a"/>${complex('t', '<xs:attribute ref="a" form="qualified"/>')}`,
      `<xs:attribute name="a"/>${complex('t', '<xs:attribute ref="a" use="required"/>')}`,
      'a reference cannot give the attribute another type or form',
    ],
  ],
  'content that restricts that of the base': [
    [
      restriction(sequence(element('a'), element('b')), sequence(element('a'))),
      restriction(sequence(element('a'), element('b', 'minOccurs="0"')), sequence(element('a'))),
      'its content is not a restriction',
    ],
    [
      restriction(sequence(element('a', 'type="xs:int"')), sequence(element('a', 'type="xs:string"'))),
      restriction(
        sequence(element('a', 'type="xs:string"')),
        sequence(element('a', 'type="xs:int"')),
      ).replace('type="xs:string"', 'type="xs:decimal"'),
      'its content is not a restriction',
    ],
    [
      restriction(sequence(element('a')), sequence(element('a', 'type="xs:string" maxOccurs="2"'))),
      restriction(sequence(element('a', 'type="xs:string" maxOccurs="3"')), sequence(element('a'))),
      'its content is not a restriction',
    ],
    [
      restriction(choice(element('a'), element('b')), choice(element('b'), element('a'))),
      restriction(choice(element('a'), element('b')), choice(element('b'))),
      'its content is not a restriction',
    ],
    [
      restriction(choice(element('a'), element('b')), sequence(element('a'), element('b'))),
      restriction(
        `<xs:choice maxOccurs="2">${element('a')}${element('b')}</xs:choice>`,
        sequence(element('b'), element('a')),
      ),
      'its content is not a restriction',
    ],
    [
      restriction(all(element('a'), element('b')), sequence(element('b'))),
      restriction(all(element('a', 'minOccurs="0"'), element('b')), sequence(element('b'))),
      'its content is not a restriction',
    ],
    [
      restriction(sequence(any('u')), sequence(element('a'))),
      restriction(sequence(any('##local')), sequence(element('a'))),
      'its content is not a restriction',
    ],
    [
      restriction(
        sequence(any('u', 'processContents="strict"')),
        sequence(any('u', 'processContents="lax"')),
      ),
      restriction(
        sequence(any('u v', 'processContents="lax"')),
        sequence(any('u', 'processContents="strict"')),
      ),
      'its content is not a restriction',
    ],
    [
      restriction(sequence(element('a')), sequence(element('a', 'type="xs:string" nillable="true"'))),
      restriction(sequence(element('a', 'type="xs:string" nillable="true"')), sequence(element('a'))),
      'its content is not a restriction',
    ],
    [
      element('h', 'type="xs:string"') +
        element('m', 'type="xs:int" substitutionGroup="h"').replace('xs:int', 'xs:token') +
        restriction(sequence('<xs:element ref="m"/>'), sequence('<xs:element ref="h"/>')),
      element('h', 'type="xs:string"') +
        element('m', 'type="xs:token" substitutionGroup="h"') +
        restriction(sequence('<xs:element ref="h"/>'), sequence('<xs:element ref="m"/>')),
      'its content is not a restriction',
    ],
  ],
  'content that restricts that of the base to the head of a substitution group': [
    [
      element('h') +
        element('m', 'substitutionGroup="h"') +
        restriction(
          sequence(element('a', 'minOccurs="0"'), '<xs:element ref="h"/>'),
          sequence('<xs:element ref="h" maxOccurs="2"/>'),
        ),
      element('h') +
        element('m', 'substitutionGroup="h"') +
        restriction(
          sequence(element('a', 'minOccurs="0"'), '<xs:element ref="h" maxOccurs="2"/>'),
          sequence('<xs:element ref="h"/>'),
        ),
      'its content is not a restriction',
    ],
  ],
  'default and fixed values': [
    [
      `<xs:element name="a" default="x">${complex('', sequence(element('b'))).replace('name=""', 'mixed="true"')}</xs:element>`,
      `<xs:element name="a" default="x">${complex('', sequence(element('b', 'minOccurs="0"'))).replace('name=""', 'mixed="true"')}</xs:element>`,
      'mixed content that may be empty',
    ],
  ],
}
