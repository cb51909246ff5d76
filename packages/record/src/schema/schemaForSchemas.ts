/**
 * What XML Schema 1.0 says of the form of a schema document (Part 1, appendix A), as a schema in itself. Rules that no
 * schema can state, such as which attributes exclude each other, are the compiler's.
 */

const attribute = (name: string, type: string, more = ''): string =>
  `<xs:attribute name="${name}" type="xs:${type}" ${more}/>`
const required = 'use="required"'
const element = (name: string, type: string, occurs = ''): string =>
  `<xs:element name="${name}" type="xs:${type}" ${occurs}/>`
const ref = (name: string, occurs = ''): string => `<xs:element ref="xs:${name}" ${occurs}/>`
const sequence = (...parts: readonly string[]): string => `<xs:sequence>${parts.join('')}</xs:sequence>`
const choice = (occurs: string, ...parts: readonly string[]): string =>
  `<xs:choice ${occurs}>${parts.join('')}</xs:choice>`
const optional = 'minOccurs="0"'
const many = 'minOccurs="0" maxOccurs="unbounded"'

/** A type with an id, attributes of other namespaces, and an annotation before its content. */
const type = (name: string, content: string, ...attributes: readonly string[]): string =>
  `<xs:complexType name="${name}">${sequence(ref('annotation', optional), content)}${attribute('id', 'ID')}${attributes.join('')}<xs:anyAttribute namespace="##other" processContents="lax"/></xs:complexType>`

const words = (name: string, ...values: readonly string[]): string =>
  `<xs:simpleType name="${name}"><xs:restriction base="xs:token">${values.map(value => `<xs:enumeration value="${value}"/>`).join('')}</xs:restriction></xs:simpleType>`

/** `#all`, or any of these words. */
const wordSet = (name: string, ...values: readonly string[]): string =>
  `${words(`${name}Word`, ...values)}${words(`${name}All`, '#all')}<xs:simpleType name="${name}List"><xs:list itemType="xs:${name}Word"/></xs:simpleType><xs:simpleType name="${name}"><xs:union memberTypes="xs:${name}All xs:${name}List"/></xs:simpleType>`

const group = (name: string, content: string): string => `<xs:group name="${name}">${content}</xs:group>`
const groupRef = (name: string, occurs = ''): string => `<xs:group ref="xs:${name}" ${occurs}/>`

const min = attribute('minOccurs', 'nonNegativeInteger')
const max = attribute('maxOccurs', 'maxOccurs')
const value = [attribute('value', 'anySimpleType', required), attribute('fixed', 'boolean')]
const facetsOf = (facetType: string, names: readonly string[]): string =>
  names.map(name => element(name, facetType)).join('')

const simpleTypes = [
  words('form', 'qualified', 'unqualified'),
  words('process', 'skip', 'lax', 'strict'),
  words('use', 'prohibited', 'optional', 'required'),
  words('whiteSpace', 'preserve', 'replace', 'collapse'),
  words('unbounded', 'unbounded'),
  words('namespaceWord', '##targetNamespace', '##local'),
  words('anyNamespace', '##any', '##other'),
  '<xs:simpleType name="zeroOrOne"><xs:restriction base="xs:nonNegativeInteger"><xs:enumeration value="0"/><xs:enumeration value="1"/></xs:restriction></xs:simpleType>',
  '<xs:simpleType name="one"><xs:restriction base="xs:nonNegativeInteger"><xs:enumeration value="1"/></xs:restriction></xs:simpleType>',
  '<xs:simpleType name="maxOccurs"><xs:union memberTypes="xs:nonNegativeInteger xs:unbounded"/></xs:simpleType>',
  '<xs:simpleType name="names"><xs:list itemType="xs:QName"/></xs:simpleType>',
  '<xs:simpleType name="namespaceOrWord"><xs:union memberTypes="xs:namespaceWord xs:anyURI"/></xs:simpleType>',
  '<xs:simpleType name="namespaceItems"><xs:list itemType="xs:namespaceOrWord"/></xs:simpleType>',
  '<xs:simpleType name="namespaces"><xs:union memberTypes="xs:anyNamespace xs:namespaceItems"/></xs:simpleType>',
  wordSet('blockSet', 'extension', 'restriction', 'substitution'),
  wordSet('derivationSet', 'extension', 'restriction'),
  wordSet('simpleDerivationSet', 'list', 'union', 'restriction'),
  wordSet('fullDerivationSet', 'extension', 'restriction', 'list', 'union'),
]

const groups = [
  group('schemaTop', choice('', groupRef('redefinable'), ref('element'), ref('attribute'), ref('notation'))),
  group(
    'redefinable',
    choice('', ref('simpleType'), ref('complexType'), ref('group'), ref('attributeGroup')),
  ),
  group(
    'attributes',
    sequence(
      choice(many, element('attribute', 'localAttribute'), element('attributeGroup', 'attributeGroupRef')),
      element('anyAttribute', 'wildcard', optional),
    ),
  ),
  group(
    'particle',
    choice(
      '',
      element('group', 'groupRef'),
      element('all', 'all'),
      element('choice', 'explicitGroup'),
      element('sequence', 'explicitGroup'),
    ),
  ),
  group(
    'nestedParticle',
    choice(
      '',
      element('element', 'localElement'),
      element('group', 'groupRef'),
      element('choice', 'explicitGroup'),
      element('sequence', 'explicitGroup'),
      element('any', 'any'),
    ),
  ),
  group('identity', choice('', element('unique', 'key'), element('key', 'key'), element('keyref', 'keyref'))),
  group(
    'elementContent',
    sequence(
      choice(optional, element('simpleType', 'localSimpleType'), element('complexType', 'localComplexType')),
      groupRef('identity', many),
    ),
  ),
  group(
    'typeContent',
    choice(
      '',
      element('simpleContent', 'simpleContent'),
      element('complexContent', 'complexContent'),
      sequence(groupRef('particle', optional), groupRef('attributes')),
    ),
  ),
  group(
    'simpleDerivation',
    choice(
      '',
      element('restriction', 'simpleRestriction'),
      element('list', 'list'),
      element('union', 'union'),
    ),
  ),
  group(
    'facet',
    choice(
      '',
      facetsOf('facet', ['minExclusive', 'minInclusive', 'maxExclusive', 'maxInclusive']),
      facetsOf('numberFacet', ['fractionDigits', 'length', 'minLength', 'maxLength']),
      element('totalDigits', 'totalDigits'),
      element('whiteSpace', 'whiteSpaceFacet'),
      element('enumeration', 'freeFacet'),
      element('pattern', 'freeFacet'),
    ),
  ),
]

const name = attribute('name', 'NCName', required)
const types = [
  type('include', '', attribute('schemaLocation', 'anyURI', required)),
  type('import', '', attribute('namespace', 'anyURI'), attribute('schemaLocation', 'anyURI')),
  type('notation', '', name, attribute('public', 'token'), attribute('system', 'anyURI')),
  type(
    'topElement',
    groupRef('elementContent'),
    name,
    attribute('type', 'QName'),
    attribute('substitutionGroup', 'QName'),
    attribute('default', 'string'),
    attribute('fixed', 'string'),
    attribute('nillable', 'boolean'),
    attribute('abstract', 'boolean'),
    attribute('final', 'derivationSet'),
    attribute('block', 'blockSet'),
  ),
  ...(['localElement', 'allElement'] as const).map(kind =>
    type(
      kind,
      groupRef('elementContent'),
      attribute('name', 'NCName'),
      attribute('ref', 'QName'),
      attribute('type', 'QName'),
      kind === 'localElement'
        ? min + max
        : attribute('minOccurs', 'zeroOrOne') + attribute('maxOccurs', 'zeroOrOne'),
      attribute('default', 'string'),
      attribute('fixed', 'string'),
      attribute('nillable', 'boolean'),
      attribute('block', 'blockSet'),
      attribute('form', 'form'),
    ),
  ),
  type(
    'topComplexType',
    groupRef('typeContent'),
    name,
    attribute('mixed', 'boolean'),
    attribute('abstract', 'boolean'),
    attribute('final', 'derivationSet'),
    attribute('block', 'derivationSet'),
  ),
  type('localComplexType', groupRef('typeContent'), attribute('mixed', 'boolean')),
  type(
    'simpleContent',
    choice('', element('restriction', 'simpleContentRestriction'), element('extension', 'simpleExtension')),
  ),
  type(
    'complexContent',
    choice('', element('restriction', 'complexDerivation'), element('extension', 'complexDerivation')),
    attribute('mixed', 'boolean'),
  ),
  type(
    'simpleContentRestriction',
    sequence(
      element('simpleType', 'localSimpleType', optional),
      groupRef('facet', many),
      groupRef('attributes'),
    ),
    attribute('base', 'QName', required),
  ),
  type('simpleExtension', groupRef('attributes'), attribute('base', 'QName', required)),
  type(
    'complexDerivation',
    sequence(groupRef('particle', optional), groupRef('attributes')),
    attribute('base', 'QName', required),
  ),
  type(
    'namedGroup',
    choice(
      '',
      element('all', 'plainAll'),
      element('choice', 'plainGroup'),
      element('sequence', 'plainGroup'),
    ),
    name,
  ),
  type('plainAll', element('element', 'allElement', many)),
  type('plainGroup', groupRef('nestedParticle', many)),
  type(
    'all',
    element('element', 'allElement', many),
    attribute('minOccurs', 'zeroOrOne'),
    attribute('maxOccurs', 'one'),
  ),
  type('explicitGroup', groupRef('nestedParticle', many), min, max),
  type('groupRef', '', attribute('ref', 'QName', required), min, max),
  type('wildcard', '', attribute('namespace', 'namespaces'), attribute('processContents', 'process')),
  type('any', '', attribute('namespace', 'namespaces'), attribute('processContents', 'process'), min, max),
  type(
    'topAttribute',
    element('simpleType', 'localSimpleType', optional),
    name,
    attribute('type', 'QName'),
    attribute('default', 'string'),
    attribute('fixed', 'string'),
  ),
  type(
    'localAttribute',
    element('simpleType', 'localSimpleType', optional),
    attribute('name', 'NCName'),
    attribute('ref', 'QName'),
    attribute('type', 'QName'),
    attribute('use', 'use'),
    attribute('default', 'string'),
    attribute('fixed', 'string'),
    attribute('form', 'form'),
  ),
  type('namedAttributeGroup', groupRef('attributes'), name),
  type('attributeGroupRef', '', attribute('ref', 'QName', required)),
  type('topSimpleType', groupRef('simpleDerivation'), name, attribute('final', 'simpleDerivationSet')),
  type('localSimpleType', groupRef('simpleDerivation')),
  type(
    'simpleRestriction',
    sequence(element('simpleType', 'localSimpleType', optional), groupRef('facet', many)),
    attribute('base', 'QName'),
  ),
  type('list', element('simpleType', 'localSimpleType', optional), attribute('itemType', 'QName')),
  type('union', element('simpleType', 'localSimpleType', many), attribute('memberTypes', 'names')),
  type('facet', '', ...value),
  type('numberFacet', '', attribute('value', 'nonNegativeInteger', required), attribute('fixed', 'boolean')),
  type('totalDigits', '', attribute('value', 'positiveInteger', required), attribute('fixed', 'boolean')),
  type('whiteSpaceFacet', '', attribute('value', 'whiteSpace', required), attribute('fixed', 'boolean')),
  type('freeFacet', '', attribute('value', 'anySimpleType', required)),
  ...(['key', 'keyref'] as const).map(kind =>
    type(
      kind,
      sequence(element('selector', 'path'), element('field', 'path', 'maxOccurs="unbounded"')),
      name,
      ...(kind === 'keyref' ? [attribute('refer', 'QName', required)] : []),
    ),
  ),
  type('path', '', attribute('xpath', 'token', required)),
]

const free = (elementName: string, more = ''): string =>
  `<xs:element name="${elementName}"><xs:complexType mixed="true">${sequence(`<xs:any processContents="lax" ${many}/>`)}${attribute('source', 'anyURI')}${more}<xs:anyAttribute namespace="##other" processContents="lax"/></xs:complexType></xs:element>`

const elements = [
  `<xs:element name="schema"><xs:complexType>${sequence(
    choice(many, ref('include'), ref('import'), ref('redefine'), ref('annotation')),
    `<xs:sequence ${many}>${groupRef('schemaTop')}${ref('annotation', many)}</xs:sequence>`,
  )}${[
    attribute('targetNamespace', 'anyURI'),
    attribute('version', 'token'),
    attribute('finalDefault', 'fullDerivationSet'),
    attribute('blockDefault', 'blockSet'),
    attribute('attributeFormDefault', 'form'),
    attribute('elementFormDefault', 'form'),
    attribute('id', 'ID'),
  ].join(
    '',
  )}<xs:attribute ref="xml:lang"/><xs:anyAttribute namespace="##other" processContents="lax"/></xs:complexType></xs:element>`,
  `<xs:element name="redefine"><xs:complexType>${choice(many, ref('annotation'), groupRef('redefinable'))}${attribute('schemaLocation', 'anyURI', required)}${attribute('id', 'ID')}<xs:anyAttribute namespace="##other" processContents="lax"/></xs:complexType></xs:element>`,
  `<xs:element name="annotation"><xs:complexType>${choice(many, ref('appinfo'), ref('documentation'))}${attribute('id', 'ID')}<xs:anyAttribute namespace="##other" processContents="lax"/></xs:complexType></xs:element>`,
  free('appinfo'),
  free('documentation', '<xs:attribute ref="xml:lang"/>'),
  element('include', 'include'),
  element('import', 'import'),
  element('element', 'topElement'),
  element('attribute', 'topAttribute'),
  element('simpleType', 'topSimpleType'),
  element('complexType', 'topComplexType'),
  element('group', 'namedGroup'),
  element('attributeGroup', 'namedAttributeGroup'),
  element('notation', 'notation'),
]

/** The schema for schemas, one component on each line. */
export const schemaForSchemas = [
  '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">',
  ...simpleTypes,
  ...groups,
  ...types,
  ...elements,
  '</xs:schema>',
].join('\n')
