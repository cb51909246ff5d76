import { formatCount } from '../../../ui/index.ts'

/** Words of the additional report pages (specification 2 §2.1, §2.9, §8). */
export const texts = {
  backToReports: 'Back to Quality Assurance',
  loading: 'Loading the report',
  none: 'No results found for this submission.',
  unknown: {
    title: 'Report not found',
    text: 'This submission has no additional report with this code.',
  },
  frequency: {
    title: 'Frequency Counts',
    about: 'How often each code of each coded field occurs in the file.',
    hideZero: 'Hide zero values',
    search: 'Search entities and fields',
    entities: 'Entities',
    fields: (count: number) => `${formatCount(count)} ${count === 1 ? 'field' : 'fields'}`,
    caption: (entity: string, field: string) => `${entity} ${field}`,
    total: (count: number) => `${formatCount(count)} values`,
    columns: { code: 'Code', label: 'Label', count: 'Count', percent: 'Percentage' },
    noCode: 'no value',
    noMatch: 'No entity or field matches.',
    field: 'Field',
  },
  conpop: {
    title: 'Expected Engagement Population',
    about:
      'Engagements that were expected because the last signed-off record left them open, beside those of this file.',
    noPrevious: {
      title: 'There is no signed-off record to compare with',
      text: 'The expected population is made from the signed-off record of the year before, and there is none.',
    },
    tabs: { Missing: 'Missing', Found: 'Found', New: 'New' },
    tabHints: {
      Missing: 'Expected, but not in this file',
      Found: 'Expected, and in this file',
      New: 'In this file, and not expected',
    },
    caption: (tab: string) => `${tab} engagements`,
    none: 'No results found.',
    figures: 'Engagements of the expected population',
  },
} as const
