/** Names of the facets of XML Schema 1.0. */
export const facetNames: ReadonlySet<string> = new Set([
  'enumeration',
  'pattern',
  'length',
  'minLength',
  'maxLength',
  'totalDigits',
  'fractionDigits',
  'whiteSpace',
  'minInclusive',
  'minExclusive',
  'maxInclusive',
  'maxExclusive',
])
