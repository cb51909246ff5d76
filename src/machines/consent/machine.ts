import { setup } from 'xstate'

export type ConsentEvent =
  /** The box was ticked or unticked. */
  { type: 'TERMS_ACCEPTED' } | { type: 'TERMS_WITHDRAWN' }

/**
 * The box under the terms of Submit and Sign Off (specification 2 §2.12). It starts unticked on every visit: nobody
 * accepts terms by having done so before.
 */
export const consentMachine = setup({
  types: { events: {} as ConsentEvent, context: {} as Record<string, never> },
}).createMachine({
  id: 'consent',
  description: 'Whether the terms beside a button are accepted.',
  context: {},
  initial: 'withheld',
  options: { maxIterations: 1000 },
  states: {
    withheld: {
      description: 'The box is not ticked; the button says that it has to be.',
      on: { TERMS_ACCEPTED: { target: 'given' } },
    },
    given: {
      description: 'The box is ticked.',
      on: { TERMS_WITHDRAWN: { target: 'withheld' } },
    },
  },
})
