/** Words of the view of the machines that run in this browser. */
export const texts = {
  lead: 'Every machine of this page, live. Only names are kept: no context, no payload.',
  actor: 'Machine',
  none: 'No machine runs.',
  unknown: 'This machine is not among the charts.',
  events: 'Last events',
  columns: { number: 'No.', event: 'Event', transitions: 'Transition' },
  ignored: 'ignored',
} as const
