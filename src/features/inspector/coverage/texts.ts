import type { Level } from '../../../model/coverage.ts'

/** Words of the coverage layer. */
export const texts = {
  source: 'Used by',
  sources: {
    chart: 'Tests of the chart',
    api: 'Tests through the API',
    browser: 'Tests in a browser',
    qa: 'Tests by hand',
    traffic: 'Real traffic',
    all: 'All together',
  } satisfies Record<Level | 'traffic' | 'all', string>,
  transitions: 'Transitions',
  pairs: 'Pairs of transitions',
  used: (used: number, total: number) =>
    `${used.toLocaleString('en-GB')} of ${total.toLocaleString('en-GB')}`,
  note: (isTraffic: boolean, ruledOut: number) =>
    [
      isTraffic ? 'Counted in the history of every submission.' : 'Counted in the walks of the tests.',
      ruledOut > 0 && `${ruledOut.toLocaleString('en-GB')} more cannot happen there.`,
    ]
      .filter(Boolean)
      .join(' '),
  noReport: 'This build carries no report of the tests',
  noReportText: 'Run "npm run model", then build the portal again.',
  missed: 'Transitions never used',
  nothingMissed: 'Every transition that can happen was used.',
  pairsByUse: 'Pairs, two transitions one right after the other; the least used first',
  showPairs: 'Show the pairs',
  ruledOut: 'Cannot happen there',
  columns: { first: 'First', second: 'Then', count: 'Count', reason: 'Why' },
  failed: 'The real traffic could not be counted.',
} as const
