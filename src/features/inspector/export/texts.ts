/** Words of the export menu. */
export const texts = {
  menu: 'Export',
  pictures: 'Picture',
  code: 'Diagram as text',
  exchange: 'Data',
  formats: {
    svg: { id: 'svg', label: 'SVG', hint: 'As folded on the screen' },
    png: { id: 'png', label: 'PNG', hint: 'As folded on the screen' },
    mermaid: { id: 'mermaid', label: 'Mermaid' },
    plantUml: { id: 'plantUml', label: 'PlantUML' },
    scxml: { id: 'scxml', label: 'SCXML', hint: 'State Chart XML of the W3C' },
    xstate: { id: 'xstate', label: 'XState JSON' },
    csv: { id: 'csv', label: 'CSV matrix', hint: 'A row for each state, a column for each event' },
  },
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
