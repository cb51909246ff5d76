import { limits } from '../../../domain/limits.ts'
import { formatCount } from '../../../ui/index.ts'

/** Words of the rule detail page (specification 2 §2.10, §5, §9). */
export const texts = {
  back: 'Back to Quality Assurance',
  regulator: 'Regulator',
  tolerance: 'Tolerance',
  population: 'Population',
  failed: 'Failures',
  percentage: 'Failure percentage',
  status: 'Status',
  version: 'Version',
  outside: 'Outside tolerance',
  inside: 'Inside tolerance',
  validation: 'About this rule',
  guidance: 'Guidance',
  noTolerance: 'Any number',
  table: {
    title: 'Failing records',
    caption: (rule: string) => `Records that fail ${rule}`,
    columns: { row: 'RowIdentifier', line: 'Line', details: 'Details' },
    none: 'No results found.',
    failed: 'Could not load the results of this rule.',
  },
  download: 'Download results',
  downloadAll: 'Download all results',
  bulkNote: `More than ${formatCount(limits.ruleDetailDirectCsv)} records fail this rule; they come as one file of all results.`,
  downloadNothing: 'There are no single records: the rule is held against the file as a whole.',
  downloadFailed: 'The results could not be downloaded.',
  notFound: {
    title: 'Rule not found',
    text: 'This submission has no results for this rule and regulator.',
  },
  loading: 'Loading the results of the rule',
} as const
