import { formatCount } from '../../../ui/index.ts'

const submissionsOf = (count: number): string =>
  count === 1 ? 'one submission' : `${formatCount(count)} submissions`

/** Words of the conformance view. */
export const texts = {
  good: 'The history follows the chart',
  bad: (count: number) => (count === 1 ? 'One deviation' : `${formatCount(count)} deviations`),
  goodSoFar: 'No deviation so far',
  failed: 'The history could not be replayed to its end.',
  stopped: 'The replay was stopped on the way.',
  amount: (submissions: number, events: number) =>
    `${formatCount(events)} events of ${submissionsOf(submissions)} were replayed with the facts of their moment.`,
  progress: 'Replaying the whole history through the chart',
  share: (done: number, total: number) => `${formatCount(done)} of ${submissionsOf(total)}`,
  again: 'Replay again',
  goOn: 'Go on',
  stop: 'Stop',
  caption: 'Deviations',
  more: (shown: number, total: number) =>
    `The first ${formatCount(shown)} of ${formatCount(total)} are listed; the command "npm run conformance" lists all.`,
  columns: {
    submission: 'Submission',
    sequence: 'Event',
    event: 'What happened',
    from: 'From',
    to: 'To',
    reason: 'Why not',
  },
} as const
