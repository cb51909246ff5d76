/** Words of the coverage layer. */
export const texts = {
  source: 'Used by',
  sources: { tests: 'Tests', traffic: 'Real traffic', both: 'Both together' },
  transitions: 'Transitions',
  pairs: 'Pairs of transitions',
  used: (used: number, total: number) =>
    `${used.toLocaleString('en-GB')} of ${total.toLocaleString('en-GB')}`,
  usedPairs: (used: number) => used.toLocaleString('en-GB'),
  note: {
    tests: 'Counted in the walks of every chart by the tests.',
    traffic: 'Counted in the history of every submission.',
    pairs: 'Two transitions, one right after the other.',
  },
  noReport: 'This build carries no report of the tests',
  noReportText: 'Run "npm run model", then build the portal again.',
  onlyLifecycle: 'Only the lifecycle has real traffic: the other charts live in the browser.',
  missed: 'Transitions never used',
  nothingMissed: 'Every transition was used.',
  byUse: 'Pairs, the least used first',
  showPairs: 'Show the pairs',
  columns: { first: 'First', second: 'Then', count: 'Count' },
  failed: 'The real traffic could not be counted.',
} as const
