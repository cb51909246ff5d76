/** Words of the time view. */
export const texts = {
  gantt: 'Time in each status',
  picture: (count: number, span: string) => `${count} stays over ${span}; the table lists them.`,
  scale: 'Each stay is drawn at least a few pixels wide, however short it was.',
  caption: 'Time in each status beside the collection',
  columns: {
    status: 'Status',
    visits: 'Visits',
    total: 'Time',
    median: 'Collection, median',
    p95: 'Collection, 95th percentile',
    verdict: 'Beside the collection',
  },
  unknown: '--',
  slow: 'Longer than 95 in 100',
  usual: 'As usual',
} as const
