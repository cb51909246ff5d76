/*
 * Values that take the place of those at fault, so that an author sees what else is wrong (`yamlFile.ts`). A ruleset with a fault is
 * never used.
 */

export const ruleStandIns = {
  version: 'V00',
  name: 'name',
  requirement: 'requirement',
  finding: 'finding',
  kind: 'quality',
  population: 'true',
  failure: 'false',
  tolerance: '0%',
  examples: [{ passes: {} }, { passes: {} }],
}

export const derivedStandIns = { description: 'description', sql: 'null', examples: [{ gives: '' }] }

const axisStandIn = { label: 'label', value: 'null' }
export const reportStandIns = {
  title: 'title',
  population: 'true',
  rows: axisStandIn,
  columns: axisStandIn,
  measure: { kind: 'count' },
  whatToLookOutFor: 'text',
}

export const listingStandIns = { title: 'title', details: 'details' }

export const manifestStandIns = {
  version: '0',
  record: { id: 'record', name: 'record' },
  schema: 'schema.xsd',
  rulePrefix: 'QR.',
  regulators: {},
  specialists: [],
  columns: { date: [], number: [] },
  links: [],
  functions: {},
  chapters: [],
  shading: [],
  exampleCollection: '00000',
  exampleYear: '2000',
}
