import { problem } from '../../domain/problem.ts'
import { err, ok } from '../../machines/support/index.ts'
import { tokenExchangeMachine } from '../../machines/token-exchange/index.ts'
import type { ModelSpec } from '../modelOf.ts'
import { sessionOf, unauthorised } from './session.ts'

/** The person does not act for the organisation that was asked for. */
export const forbidden = problem('forbidden', 'You do not act for this organisation.')

/** What the browser keeps of a person who acted for an organisation last, or for none. */
export const keptIdentity = (lastOrganisationId?: string) => ({ hasIdentity: true, lastOrganisationId })
export const noIdentity = { hasIdentity: false, lastOrganisationId: '0002' }

const fault = new Error('no answer')

export const tokenExchangeSpec: ModelSpec<typeof tokenExchangeMachine> = {
  // The walks have no token to keep.
  machine: tokenExchangeMachine.provide({ actions: { keepToken: () => undefined } }),
  samples: {},
  settles: {
    renewIdentity: { outputs: ['renewed', 'kept', 'refused'], errors: [fault] },
    findIdentity: { outputs: [keptIdentity('0002'), keptIdentity(), noIdentity], errors: [fault] },
    exchangeToken: { outputs: [ok(null), err(forbidden), err(unauthorised)], errors: [fault] },
    readSession: { outputs: [ok(sessionOf('0001')), err(unauthorised), err(forbidden)], errors: [fault] },
  },
  project: ({ chosenId, isKept, session, problem: why, isUnanswered }) => ({
    chosenId,
    isKept,
    organisation: session?.user.organisationId,
    why: why?.kind,
    isUnanswered,
  }),
  inputs: {
    'somebody has just signed in': { organisationId: undefined, isRenewal: false },
    'another organisation is chosen': { organisationId: '0001', isRenewal: false },
    'the session is renewed': { organisationId: '0001', isRenewal: true },
  },
}
