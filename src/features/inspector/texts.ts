/** Words of the inspector's page. */
export const texts = {
  title: 'Machine inspector',
  lead: 'The charts that decide: drawn from the code that runs.',
  chart: 'Chart',
  views: {
    label: 'Views of the chart',
    diagram: 'Diagram',
    text: 'Text',
    why: 'Why not?',
    whatIf: 'What if?',
    history: 'History',
    sequence: 'Sequence',
    time: 'Time',
    heat: 'Heat',
    failures: 'Failures',
    conformance: 'Conformance',
    versions: 'Versions',
    coverage: 'Coverage',
    running: 'Running',
  },
  lifecycle: {
    title: 'Lifecycle of the submission',
    lead: 'Everything that happened to it, on the chart that decides.',
    back: 'Back to the submission',
  },
  loading: 'Loading the view',
} as const
