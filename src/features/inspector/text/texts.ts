/** Words of a chart told without a drawing. */
export const texts = {
  counts: (states: number, transitions: number, events: number) =>
    `${states} states, ${transitions} transitions, ${events} events. Everything that the drawing shows stands here in words.`,
  states: 'States',
  transitions: 'Transitions',
  caption: (chart: string) => `Every transition of ${chart}`,
  everywhere: 'In every state',
  first: 'Entered first:',
  tags: 'Tags:',
  entry: 'On entry:',
  exit: 'On exit:',
  invokes: 'Runs meanwhile:',
  leads: (target: string) => `leads to ${target}`,
  stays: 'stays where it is',
  onlyIf: 'only if',
  and: ' and ',
  does: 'does',
  whole: 'Every state',
  none: '–',
  columns: {
    source: 'From',
    event: 'Event',
    guards: 'Only if',
    target: 'To',
    actions: 'Does',
    description: 'What it is',
  },
} as const
