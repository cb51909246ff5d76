import { formatCount } from '../../../ui/format/index.ts'

/** Words of the conformance view. */
export const texts = {
  loading: 'Replaying the whole history through the chart',
  failed: 'The history could not be replayed.',
  good: 'The history follows the chart',
  bad: (count: number) => (count === 1 ? 'One deviation' : `${formatCount(count)} deviations`),
  amount: (submissions: number, events: number) =>
    `${formatCount(events)} events of ${formatCount(submissions)} submissions were replayed with the facts of their moment.`,
  again: 'Replay again',
  caption: 'Deviations',
  columns: {
    submission: 'Submission',
    sequence: 'Event',
    event: 'What happened',
    from: 'From',
    to: 'To',
    reason: 'Why not',
  },
  none: 'None.',
} as const
