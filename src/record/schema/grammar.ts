/** What may stand where in a schema that we compile. Whatever is not listed is refused by name and place. */
export interface GrammarRule {
  readonly attributes: readonly string[]
  readonly children: readonly string[]
}

const words = (text: string): string[] => text.split(' ').filter(word => word !== '')

const facets = words(
  'enumeration pattern length minLength maxLength totalDigits fractionDigits whiteSpace minInclusive minExclusive maxInclusive maxExclusive',
)

const rule = (attributes: string, children: string): GrammarRule => ({
  attributes: words(attributes),
  children: ['annotation', ...words(children)],
})

const attributes = 'attribute attributeGroup anyAttribute'
const groups = 'sequence choice all group'

export const grammar: ReadonlyMap<string, GrammarRule> = new Map([
  [
    'schema',
    rule(
      'targetNamespace elementFormDefault attributeFormDefault blockDefault finalDefault version',
      'include import element simpleType complexType group attribute attributeGroup',
    ),
  ],
  ['include', rule('schemaLocation', '')],
  ['import', rule('namespace schemaLocation', '')],
  ['annotation', { attributes: [], children: ['documentation', 'appinfo'] }],
  ['documentation', { attributes: ['source'], children: [] }],
  ['appinfo', { attributes: ['source'], children: [] }],
  [
    'element',
    rule(
      'name ref type minOccurs maxOccurs nillable default fixed form block final abstract',
      'simpleType complexType key unique keyref',
    ),
  ],
  [
    'complexType',
    rule('name mixed abstract block final', `simpleContent complexContent ${groups} ${attributes}`),
  ],
  ['simpleContent', rule('', 'extension restriction')],
  ['complexContent', rule('mixed', 'extension restriction')],
  ['extension', rule('base', `${groups} ${attributes}`)],
  ['restriction', rule('base', `simpleType ${groups} ${attributes} ${facets.join(' ')}`)],
  ['simpleType', rule('name final', 'restriction list union')],
  ['list', rule('itemType', 'simpleType')],
  ['union', rule('memberTypes', 'simpleType')],
  ...facets.map((facet): [string, GrammarRule] => [facet, rule('value fixed', '')]),
  ['sequence', rule('minOccurs maxOccurs', 'element group choice sequence any')],
  ['choice', rule('minOccurs maxOccurs', 'element group choice sequence any')],
  ['all', rule('minOccurs maxOccurs', 'element')],
  ['group', rule('name ref minOccurs maxOccurs', 'sequence choice all')],
  ['any', rule('namespace processContents minOccurs maxOccurs', '')],
  ['attribute', rule('name ref type use default fixed form', 'simpleType')],
  ['attributeGroup', rule('name ref', attributes)],
  ['anyAttribute', rule('namespace processContents', '')],
  ['key', rule('name', 'selector field')],
  ['unique', rule('name', 'selector field')],
  ['keyref', rule('name refer', 'selector field')],
  ['selector', rule('xpath', '')],
  ['field', rule('xpath', '')],
])

export const facetNames: ReadonlySet<string> = new Set(facets)
