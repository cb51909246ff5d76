/** Words of the inspector's page. */
export const texts = {
  title: 'Machine inspector',
  lead: 'The charts that decide: drawn from the code that runs.',
  breadcrumbs: 'Breadcrumbs',
  chart: 'Chart',
  views: {
    label: 'Views of the chart',
    diagram: 'Diagram',
    text: 'Text',
    why: 'Why not?',
    whatIf: 'What if?',
    versions: 'Versions',
    coverage: 'Coverage',
    running: 'Running',
  },
  loading: 'Loading the view',
} as const
