import { formatCount } from '../../../ui/index.ts'

/** Words of the heat view. */
export const texts = {
  filters: {
    provider: 'Provider',
    regulator: 'Regulator',
    risk: 'Risk code',
    specification: 'Specification',
    from: 'From',
    to: 'To',
    all: 'All',
    by: 'Colour by',
  },
  measures: { visits: 'How often', dwell: 'How long (median)', current: 'Where they are now' },
  summary: (count: number) => (count === 1 ? 'One submission' : `${formatCount(count)} submissions`),
  caption: 'Statuses',
  columns: {
    status: 'Status',
    current: 'There now',
    visits: 'Visits',
    median: 'Median',
    p95: '95th percentile',
  },
  behind: {
    now: (status: string) => `Submissions at "${status}" now`,
    ever: (status: string) => `Submissions that were at "${status}"`,
    taken: (event: string) => `Submissions that went by "${event}"`,
  },
  close: 'Close the list',
  loading: 'Counting the submissions',
  failed: 'The figures failed to load.',
} as const
