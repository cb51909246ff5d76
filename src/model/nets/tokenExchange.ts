import type { AnyEventObject } from 'xstate'
import { type Problem, problem, toProblem } from '../../domain/problem.ts'
import { type TokenExchangeContext, tokenExchangeMachine } from '../../machines/token-exchange/index.ts'
import { message } from '../../messages/message.ts'
import { sessionOf, unauthorised } from '../charts/session.ts'
import { forbidden, keptIdentity, noIdentity } from '../charts/tokenExchange.ts'
import { doneBy, failedBy, ledThrough, type Net, type Outcome, type Question, starts } from './net.ts'

/*
 * One exchange of the identity for a token of the API (specification 1 §1, §8; decisions §5, §14). Written apart from the
 * chart: of several windows one renews and the others follow with what it got; who does not act for the organisation chosen
 * last any more acts for the first; only a refusal ends a session, and not that of an identity which lay in the browser while
 * it may have been renewed elsewhere; a token counts once it is known who acts by it.
 */

type State = 'renewing' | 'finding' | 'exchanging' | 'reading' | 'exchanged' | 'refused' | 'unanswered'
type Facts = TokenExchangeContext
type Decided = Outcome<Facts, State>

const to = (state: State, facts: Facts, ...effects: string[]): Decided => ({ state, facts, effects })

const renews = (facts: Facts): Decided => to('renewing', facts, starts('renewIdentity'))
const finds = (facts: Facts): Decided => to('finding', facts, starts('findIdentity'))
const exchangesFor = (facts: Facts, organisationId: string | undefined): Decided =>
  to('exchanging', { ...facts, chosenId: organisationId }, starts('exchangeToken', { organisationId }))

const ends = (facts: Facts, why: Problem): Decided => to('refused', { ...facts, problem: why })
const mustSignIn = (facts: Facts, name: 'signInAgain' | 'noUser'): Decided =>
  ends(facts, problem('unauthorised', message('problems', name)))

/** A refused identity that was not renewed is renewed; every other refusal is the end. */
const afterRefusal = (facts: Facts, why: Problem): Decided =>
  why.status === 401 && facts.isKept ? renews(facts) : ends(facts, why)

const workOf: Partial<Record<State, string>> = {
  renewing: 'renewIdentity',
  finding: 'findIdentity',
  exchanging: 'exchangeToken',
  reading: 'readSession',
}

const decided = ({ state, facts, event }: Question<Facts, State>): Decided | undefined => {
  const actor = workOf[state]
  if (actor === undefined || !event.type.endsWith(`.actor.${actor}`)) return undefined
  // No answer refuses nothing.
  if (event.type.startsWith('xstate.error.'))
    return to('unanswered', { ...facts, problem: toProblem(event.error), isUnanswered: true })
  const { output } = event
  switch (state) {
    case 'renewing':
      return output === 'refused'
        ? mustSignIn(facts, 'signInAgain')
        : finds({ ...facts, isKept: output === 'kept' })
    case 'finding':
      if (!output.hasIdentity) return mustSignIn(facts, 'noUser')
      return exchangesFor(facts, facts.organisationId ?? output.lastOrganisationId)
    case 'exchanging': {
      if (output.ok) return to('reading', facts, starts('readSession'))
      // Who chooses an organisation by name gets that one or none.
      const isRemembered = facts.organisationId === undefined && facts.chosenId !== undefined
      if (output.problem.status === 403 && isRemembered) return exchangesFor(facts, undefined)
      return afterRefusal(facts, output.problem)
    }
    case 'reading':
      if (!output.ok) return afterRefusal(facts, output.problem)
      return to('exchanged', { ...facts, session: output.value }, 'keepToken')
    default:
      return undefined
  }
}

const fresh: Facts = {
  organisationId: undefined,
  isRenewal: false,
  chosenId: undefined,
  isKept: false,
  session: undefined,
  problem: undefined,
  isUnanswered: false,
}
const moments: readonly Facts[] = [
  fresh,
  { ...fresh, chosenId: '0002' },
  { ...fresh, organisationId: '0001', chosenId: '0001' },
  { ...fresh, organisationId: '0001', chosenId: '0001', isRenewal: true },
  { ...fresh, organisationId: '0001', chosenId: '0001', isRenewal: true, isKept: true },
  { ...fresh, chosenId: '0002', isRenewal: true, isKept: true },
]

const fault = new Error('no answer')
const answers = (actor: string, ...outputs: unknown[]): AnyEventObject[] => [
  ...outputs.map(output => doneBy(actor, output)),
  failedBy(actor, fault),
]
const refusals = [forbidden, unauthorised].map(why => ({ ok: false, problem: why }))

export const tokenExchangeNet: Net<Facts, State> = {
  machine: tokenExchangeMachine,
  states: ['renewing', 'finding', 'exchanging', 'reading', 'exchanged', 'refused', 'unanswered'],
  factsIn: () => moments,
  events: [
    ...answers('renewIdentity', 'renewed', 'kept', 'refused'),
    ...answers('findIdentity', keptIdentity('0002'), keptIdentity(), noIdentity),
    ...answers('exchangeToken', { ok: true, value: null }, ...refusals),
    ...answers('readSession', { ok: true, value: sessionOf('0002') }, ...refusals),
  ],
  decided,
  tags: {
    renewing: [],
    finding: [],
    exchanging: [],
    reading: [],
    exchanged: [],
    refused: [],
    unanswered: [],
  },
  // What was kept was to be renewed: the exchange begins with that, wherever it begins anew.
  harmless: ledThrough(
    'tokenExchange.starting',
    'exchanging:xstate.done.actor.exchangeToken:2',
    'reading:xstate.done.actor.readSession:1',
  ),
  starts: [
    { input: { organisationId: undefined, isRenewal: false }, outcome: finds(fresh) },
    {
      input: { organisationId: '0001', isRenewal: true },
      outcome: renews({ ...fresh, organisationId: '0001', isRenewal: true }),
    },
  ],
}
