/** Words of the question why something can, or cannot, be done. */
export const texts = {
  question: 'Question',
  status: 'At the status',
  event: 'Event',
  people: 'Caused by people',
  system: 'Reported by the system',
  allowed: 'Allowed',
  forbidden: 'Forbidden (403)',
  conflict: 'Not now (409)',
  leads: (status: string) => `It leads to "${status}".`,
  stays: 'The status stays as it is.',
  effects: 'It asks for:',
  guards: 'Guards',
  guardsHint:
    'In the order in which they are asked. The sentences are those of the portal and of the server.',
  noGuards:
    'This status does not expect the event, so no condition is asked. The rights are those that it needs anywhere.',
  columns: { guard: 'Guard', kind: 'Kind', value: 'Value', sentence: 'What it says' },
  kinds: { right: 'Right', condition: 'Condition', route: 'Choice of target' },
  holds: 'Holds',
  fails: 'Fails',
  all: 'Every event at this status',
  allHint: (person: string) => `For the same facts and the same person: ${person}.`,
  allColumns: { event: 'Event', answer: 'Answer', reason: 'Why' },
} as const
