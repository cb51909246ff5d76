/** Words of the sequence view. */
export const texts = {
  title: 'Messages about the submission',
  lanesTitle: 'Messages between the parts of the system',
  picture: (count: number) =>
    `${count} messages between browser, API, worker, store and tracker; the table lists them.`,
  lanes: { browser: 'Browser', api: 'API', worker: 'Worker', store: 'Store', tracker: 'Tracker' },
  kinds: {
    event: 'Event',
    refusal: 'Refused',
    work: 'Work promised',
    taking: 'Step taken',
    fault: 'Fault',
    result: 'Result',
    live: 'Live message',
  },
  columns: {
    at: 'When',
    from: 'From',
    to: 'To',
    kind: 'Kind',
    name: 'Message',
    actor: 'By',
    payload: 'With',
  },
  status: (label: string) => (label === '' ? 'Status' : `Status: ${label}`),
  discard: 'Remove the file',
  none: 'There are no messages yet.',
} as const
