/** Words of the export menu. */
export const texts = {
  menu: 'Export',
  paths: {
    menu: 'Export paths',
    criteria: {
      pairs: 'Every two transitions in a row',
      transitions: 'Every transition',
      'simple-paths': 'Every way without a state twice',
    },
    formats: {
      gherkin: 'Gherkin',
      csv: 'CSV, with columns for results',
      playwright: 'Playwright',
      json: 'JSON',
    },
  },
  failed: 'The export failed',
  unknown: 'Try again.',
} as const

const asFolded = 'As folded on the screen'

/** The formats in the order of the menu. */
export const groups = [
  {
    id: 'pictures',
    label: 'Picture',
    items: [
      { id: 'svg', label: 'SVG', hint: asFolded },
      { id: 'png', label: 'PNG', hint: asFolded },
    ],
  },
  {
    id: 'code',
    label: 'Diagram as text',
    items: [
      { id: 'mermaid', label: 'Mermaid' },
      { id: 'plantUml', label: 'PlantUML' },
    ],
  },
  {
    id: 'data',
    label: 'Data',
    items: [
      { id: 'scxml', label: 'SCXML', hint: 'State Chart XML of the W3C' },
      { id: 'xstate', label: 'XState JSON' },
      { id: 'csv', label: 'CSV matrix', hint: 'A row for each state, a column for each event' },
    ],
  },
] as const

export type FormatId = (typeof groups)[number]['items'][number]['id']
