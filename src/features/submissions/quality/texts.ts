import { product } from '../../../domain/product.ts'
import { formatCount } from '../../../ui/index.ts'

/** Words of the Quality Assurance page (specification 2 §2.9, §5, §8). */
export const texts = {
  title: 'Quality Assurance',
  notReady: {
    title: 'The quality report is not ready yet',
    text: 'The file is still being processed. This page fills by itself when the quality rules have run.',
    stopped: 'Processing has stopped before the quality rules. See the Processing step for the reason.',
    toProcessing: 'Go to Processing',
  },
  previous: {
    title: 'Previous submissions',
    caption: 'Uploads before this one',
    columns: { file: 'File name', id: 'Submission id', uploaded: 'Uploaded' },
    failed: 'Failed to fetch previous submissions',
    retry: 'Retry',
    none: 'There are no previous submissions.',
  },
  sections: {
    summary: 'Summary',
    quality: 'Quality Report',
    credibility: 'Credibility Reports',
    additional: 'Additional Reports',
  },
  summary: {
    caption: 'Rules by tolerance',
    inside: 'Inside tolerance',
    outside: 'Outside tolerance',
    issues: 'Credibility issues',
    rules: 'rules',
    byRegulator: 'Rules by regulator',
    columns: { regulator: 'Regulator', outside: 'Outside tolerance', inside: 'Inside tolerance' },
    failed: 'The summary failed to load.',
    outsideNote: 'Correct these, or explain them to your regulator',
    insideNote: 'No failures, or no more than is allowed',
    issuesNote: 'Cells of the credibility reports outside what is expected',
    sentence: (inside: number, outside: number) =>
      outside === 0
        ? 'No rule is outside tolerance.'
        : `${formatCount(outside)} of ${formatCount(inside + outside)} rules ${outside === 1 ? 'is' : 'are'} outside tolerance.`,
  },
  report: {
    caption: 'Quality rules',
    compareCaption: 'Quality rules beside the previous submission',
    search: 'Search',
    searchPlaceholder: 'Rule code or words',
    status: 'Status',
    outside: 'Outside tolerance',
    inside: 'Inside tolerance',
    nothingToCompare: 'There are no results to compare.',
    hideUnchanged: 'Hide unchanged values',
    hideUnchangedOff: 'Choose a previous submission first.',
    columns: {
      rule: 'Rule',
      status: 'Status',
      regulator: 'Regulator',
      tolerance: 'Tolerance',
      population: 'Population',
      failure: 'Failure',
      issue: 'Issue status',
      currentPopulation: 'Current population',
      previousPopulation: 'Previous population',
      currentFailure: 'Current failure',
      previousFailure: 'Previous failure',
      change: 'Failure Change',
    },
    operational: 'Operational',
    override: 'Tolerance granted to this provider',
    noTolerance: 'Any number',
    noIssue: '--',
    unchanged: 'No change',
    menu: (rule: string) => `More actions for ${rule}`,
    openRule: 'Show the failing records',
    guidance: 'Guidance',
    failed: 'Error occurred when retrieving quality rules report',
    noData: 'No data available for this submission',
    noneForCriteria: 'No results found for that criteria.',
    noneForStatus: (status: 'inside' | 'outside') =>
      `No results found because your quality report contains no rule failures which are ${status} tolerance.`,
    tags: { search: 'Search', remove: 'Chosen filters' },
    download: 'Download results',
    downloadFailed: 'The results could not be downloaded.',
    detailed: 'Download detailed results',
    detailedNotReady: 'The file with the detailed results is not ready yet.',
    detailedDialog: {
      title: 'Download detailed results?',
      text: 'The file lists every record that fails a rule. It contains personal data, which your organisation must process in line with data protection law.',
      confirm: 'Download',
      cancel: 'Cancel',
    },
    detailedFailed: 'The detailed results could not be downloaded.',
  },
  credibility: {
    issues: (count: number) => `${formatCount(count)} ${count === 1 ? 'issue' : 'issues'}`,
    noIssues: 'No issues',
    none: 'No results found for this submission.',
    failed: 'No results found for this submission.',
  },
  additional: {
    none: 'No results found for this submission.',
    failed: 'No results found for this submission.',
  },
  agencyNote: `Only ${product.name} staff see this list.`,
} as const

/** Codes of the additional reports that have a page (specification 2 §2.1). */
export const additionalReportTitles: Record<string, string> = {
  FREQCOUNT: 'Frequency Counts',
  CONPOP: 'Expected Engagement Population',
}
