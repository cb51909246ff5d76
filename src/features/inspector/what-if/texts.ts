/** Words of the simulation. */
export const texts = {
  lead: 'Nothing is written: the chart is asked what would come of it.',
  now: 'Now',
  moves: 'What can happen next',
  by: (person: string) => `by ${person}`,
  bySystem: 'by the system itself',
  refused: 'What cannot happen',
  history: 'Steps',
  noSteps: 'No step yet. Choose an event to go on.',
  undo: 'Undo',
  restart: 'Start again',
  backTo: (step: number) => `Back to step ${step}`,
  leads: (from: string, to: string) => `${from} → ${to}`,
  stays: (at: string) => `stays at ${at}`,
  link: 'Link to this simulation',
  end: 'Nothing can happen any more.',
  stopped: (event: string) =>
    `The link goes on with "${event}", which is not possible here with these facts. What comes after it is left out.`,
  effects: 'Asks for',
  from: 'Start at',
} as const
