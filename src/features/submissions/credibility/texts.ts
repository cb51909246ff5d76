import { formatCount } from '../../../ui/index.ts'

const issuesOf = (count: number): string =>
  `${formatCount(count)} credibility ${count === 1 ? 'issue' : 'issues'}`

/** Words of the credibility report page (specification 2 §2.11, §5, §8). */
export const texts = {
  back: 'Back',
  backToReports: 'Back to Quality Assurance',
  loading: 'Loading the report',
  failed: "Sorry about this, but it seems there's an error retrieving this report right now.",
  tryAgain: 'Try again',
  errorDialog: {
    title: 'Something went wrong...',
    text: 'Sorry about this, seems like something un-explained has happened',
    close: 'Close',
  },
  none: 'No results found for this submission.',
  tabs: 'Parts of the report',
  shaded: ({ all, issues, notices }: { all: number; issues: number; notices: number }) =>
    all === 0
      ? 'No cell is shaded.'
      : `${formatCount(all)} shaded ${all === 1 ? 'cell' : 'cells'}: ${issuesOf(issues)} outside what is expected, ${formatCount(notices)} to look at.`,
  changes: (count: number) =>
    count === 0
      ? 'No figure differs from the compared submission.'
      : `${formatCount(count)} ${count === 1 ? 'figure differs' : 'figures differ'} from the compared submission.`,
  notes: {
    details: 'Details',
    lookOut: 'What to look out for',
    tips: 'Tips',
  },
  shading: 'Why this cell is shaded',
  drillDown: {
    open: (label: string) => `Show the records behind ${label}`,
    title: (label: string) => `Records behind ${label}`,
    caption: 'Records behind the cell',
    none: 'No results found.',
    failed: 'Could not load the records behind this cell.',
    download: 'Download as CSV',
    downloadFailed: 'The records could not be downloaded.',
  },
  legend: {
    cell: (corners: readonly string[]) =>
      `Each cell, from the top left: ${corners.join(', ').toLowerCase()}.`,
    noComparison:
      'There is no signed-off submission of the year before to compare with: each cell holds the figure of this submission.',
    changed: 'Differs from the compared submission',
    yellow: 'Look at this: a check of the report gives notice',
    salmon: 'Outside what is expected: explain or correct',
  },
} as const
