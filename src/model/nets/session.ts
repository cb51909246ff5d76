import type { AnyEventObject } from 'xstate'
import { problem, toProblem } from '../../domain/problem.ts'
import type { Session, SessionContext, SessionParentEvent } from '../../machines/session/index.ts'
import { organisations, sessionOf, sessionSpec, unanswered, unauthorised } from '../charts/session.ts'
import { parent } from '../parent.ts'
import { doneBy, failedBy, type Net, type Outcome, type Question, sends, starts, waits } from './net.ts'

/*
 * Signing in, acting for an organisation, renewal and the end, as specification 1 §1 and §8 and decisions §14 have them.
 * Written apart from the chart: what ends a session and what does not, what is kept and what is forgotten.
 */

const signedInStates = [
  'signedIn.active',
  'signedIn.renewing',
  'signedIn.expiring.waiting',
  'signedIn.expiring.retrying',
  'signedIn.following',
  'signedIn.expired',
  'signedIn.switchingOrganisation',
] as const
const signedOutStates = [
  'restoring.readingToken',
  'restoring.readingSession',
  'restoring.findingIdentity',
  'visiting',
  'signingIn',
  'completingSignIn',
  'exchanging',
  'rejected',
  'signingOut',
  'completingSignOut',
  'signedOut',
  'failed',
] as const

type State = (typeof signedInStates)[number] | (typeof signedOutStates)[number]
type Facts = SessionContext
type Decided = Outcome<Facts, State>

const isSignedIn = (state: State): boolean => state.startsWith('signedIn.')

/** Pages for everybody, of the locations that are asked about. */
const isForAll = (location: string): boolean =>
  ['/accessibility', '/specification/23056?part=rules'].includes(location)

/** An exchange for what the window acts for already: two windows may act for two organisations. */
const same = ({ session }: Facts, isRenewal: boolean) => ({
  organisationId: session?.user.organisationId,
  isRenewal,
})

/** The actor that works in a state, with its input. */
const workIn: Partial<Record<State, (facts: Facts) => string>> = {
  'restoring.readingToken': () => starts('readToken'),
  'restoring.readingSession': () => starts('readSession'),
  'restoring.findingIdentity': () => starts('findIdentity'),
  // Just let in and refused: who may have signed out here shows anew who they are, or the same answer would come for ever.
  signingIn: ({ location, isFresh }) => starts('redirectToSignIn', { location, isAgain: isFresh }),
  completingSignIn: () => starts('completeSignIn'),
  exchanging: () => starts('exchangeToken', { organisationId: undefined, isRenewal: false }),
  rejected: () => starts('clearTokens'),
  signingOut: () => starts('signOut'),
  completingSignOut: () => starts('completeSignOut'),
  // What another window renewed is exchanged, and not renewed once more.
  'signedIn.following': facts => starts('followSession', same(facts, false)),
  'signedIn.renewing': facts => starts('renewSession', same(facts, true)),
  // Tried again soon: the session ends within the minute.
  'signedIn.expiring.waiting': () => waits(10_000),
  'signedIn.expiring.retrying': facts => starts('retryRenewal', same(facts, true)),
  failed: () => waits(10_000),
  // A session that ends drops the token.
  'signedIn.expired': () => starts('dropToken'),
  'signedIn.switchingOrganisation': ({ requestedOrganisationId }) =>
    starts('switchOrganisation', { organisationId: requestedOrganisationId, isRenewal: false }),
}

/** What is forgotten as a state is entered: a person who signs out leaves neither name nor place behind. */
const forgottenIn: Partial<Record<State, Partial<Facts>>> = {
  signingOut: {
    session: undefined,
    streamId: undefined,
    location: '/',
    requestedOrganisationId: undefined,
    isFresh: false,
    problem: undefined,
  },
  signedOut: { location: '/' },
  // The session has ended: nobody is taken to another organisation when it is followed later.
  'signedIn.expired': { requestedOrganisationId: undefined },
}

/** What the application hears. */
const tells = (event: SessionParentEvent): string => sends('parent', event)
/** Where the router is sent. */
const go = (to: string): string => tells({ type: 'NAVIGATE', to })

const enter =
  (from: State) =>
  (aim: State, facts: Facts, ...effects: string[]): Decided => {
    const after = { ...facts, ...forgottenIn[aim] }
    // What was chosen while the session was renewed is done as soon as it counts.
    const isSwitched = aim === 'signedIn.active' && after.requestedOrganisationId !== undefined
    const to = isSwitched ? 'signedIn.switchingOrganisation' : aim
    // The rest of the portal hears who acts, and that nobody does any more.
    const left = isSignedIn(from) && !isSignedIn(to) ? [tells({ type: 'SESSION_LEFT' })] : []
    const acting =
      aim === 'signedIn.active'
        ? [
            tells({
              type: 'SESSION_ACTING',
              user: after.session!.user,
              liveSequence: after.session!.liveSequence,
              unreadNotices: after.session!.unreadNotices,
            }),
          ]
        : []
    // While somebody is signed in, the tokens are watched.
    const watch = isSignedIn(to) && !isSignedIn(from) ? [starts('watchTokens')] : []
    const work = [workIn[to]?.(after) ?? []].flat()
    return { state: to, facts: after, effects: [...left, ...effects, ...watch, ...acting, ...work] }
  }

/** Who is there by an answer; whatever went wrong before is over. */
const known = (facts: Facts, session: Session): Facts => ({
  ...facts,
  session,
  isFresh: false,
  problem: undefined,
})

const notWanted = { requestedOrganisationId: undefined } satisfies Partial<Facts>

/** What the answers of the actors lead to. */
const afterActor = (state: State, facts: Facts, event: AnyEventObject): Decided | undefined => {
  const to = enter(state)
  const { output } = event
  const isOk = output?.ok === true
  const isUnanswered = output?.isUnanswered === true
  const faulty: Facts = { ...facts, problem: toProblem(event.error) }
  const refusedFor: Facts = { ...facts, problem: output?.problem }
  switch (`${state} ${event.type}`) {
    // What the browser kept from the last visit: a token with half a minute left is worth a question.
    case 'restoring.readingToken xstate.done.actor.readToken':
      return to(output > 30_000 ? 'restoring.readingSession' : 'restoring.findingIdentity', facts)
    case 'restoring.readingSession xstate.done.actor.readSession':
      return isOk ? to('signedIn.active', known(facts, output.value)) : to('restoring.findingIdentity', facts)
    case 'restoring.findingIdentity xstate.done.actor.findIdentity':
      if (output.hasIdentity) return to('exchanging', facts)
      // Everybody reads the accessibility statement and the specification.
      return to(isForAll(facts.location) ? 'visiting' : 'signingIn', facts)
    case 'completingSignIn xstate.done.actor.completeSignIn':
      if (output.outcome === 'signedIn')
        return to('exchanging', { ...facts, location: output.location, isFresh: true })
      // A stale login state retries sign-in and goes to / (specification 2 §8).
      if (output.outcome === 'staleLoginState') return to('signingIn', { ...facts, location: '/' })
      return to('failed', refusedFor)
    case 'exchanging xstate.done.actor.exchangeToken':
      if (isUnanswered) return to('failed', refusedFor)
      if (!isOk) return to('rejected', refusedFor)
      return to('signedIn.active', known(facts, output.value), ...(facts.isFresh ? [go(facts.location)] : []))
    // A failed exchange clears the token and signs in again (1 §8), but not for ever.
    case 'rejected xstate.done.actor.clearTokens':
      return facts.isFresh ? to('failed', facts) : to('signingIn', { ...facts, problem: undefined })
    case 'signedIn.renewing xstate.done.actor.renewSession':
      if (isUnanswered) return to('signedIn.expiring.waiting', refusedFor)
      return isOk ? to('signedIn.active', known(facts, output.value)) : to('signedIn.expired', facts)
    case 'signedIn.expiring.retrying xstate.done.actor.retryRenewal':
      if (isUnanswered) return to('signedIn.expiring.waiting', refusedFor)
      return isOk
        ? to('signedIn.active', known(facts, output.value))
        : to('signedIn.expired', { ...facts, problem: undefined })
    // After the end the session goes on; what another person had on the screen is not shown to this one.
    case 'signedIn.following xstate.done.actor.followSession': {
      if (isUnanswered) return to('signedIn.expiring.waiting', refusedFor)
      if (!isOk) return to('signedIn.expired', facts)
      const after = known(facts, output.value)
      return output.value.user.userId === facts.session?.user.userId
        ? to('signedIn.active', after, tells({ type: 'SESSION_CONTINUED' }))
        : to(
            'signedIn.active',
            { ...after, location: '/', requestedOrganisationId: undefined },
            go('/'),
            tells({ type: 'SESSION_CONTINUED' }),
          )
    }
    // A renewal that gets no answer is no end: it is tried again.
    case 'signedIn.following xstate.error.actor.followSession':
    case 'signedIn.renewing xstate.error.actor.renewSession':
    case 'signedIn.expiring.retrying xstate.error.actor.retryRenewal':
      return to('signedIn.expiring.waiting', faulty)
    // Tried once, whatever comes of it.
    case 'signedIn.switchingOrganisation xstate.done.actor.switchOrganisation':
      if (!isOk) return to('signedIn.active', { ...refusedFor, ...notWanted })
      return to('signedIn.active', { ...known(facts, output.value), ...notWanted, location: '/' }, go('/'))
    case 'signedIn.switchingOrganisation xstate.error.actor.switchOrganisation':
      return to('signedIn.active', { ...faulty, ...notWanted })
    case 'signingOut xstate.done.actor.signOut':
    case 'completingSignOut xstate.done.actor.completeSignOut':
      return to('signedOut', facts)
    case 'signingOut xstate.error.actor.signOut':
    case 'completingSignOut xstate.error.actor.completeSignOut':
      return to('signedOut', faulty)
    case 'restoring.readingToken xstate.error.actor.readToken':
    case 'restoring.readingSession xstate.error.actor.readSession':
    case 'restoring.findingIdentity xstate.error.actor.findIdentity':
    case 'signingIn xstate.error.actor.redirectToSignIn':
    case 'completingSignIn xstate.error.actor.completeSignIn':
    case 'exchanging xstate.error.actor.exchangeToken':
    case 'rejected xstate.error.actor.clearTokens':
      return to('failed', faulty)
    default:
      return (event.type === 'xstate.error.actor.watchTokens' && isSignedIn(state)) ||
        (event.type === 'xstate.error.actor.dropToken' && state === 'signedIn.expired')
        ? { state, facts: faulty, effects: [] }
        : undefined
  }
}

/** Where an event of the tokens leads, by the state in which it comes; elsewhere it changes nothing. */
const tokenEvents: Record<string, Partial<Record<State, State>>> = {
  TOKEN_EXPIRING: { 'signedIn.active': 'signedIn.renewing' },
  // What a provider's people see of it changes at once (decisions §10).
  ORGANISATION_CHANGED: { 'signedIn.active': 'signedIn.renewing' },
  'xstate.after.renewalRetry.session.signedIn.expiring.waiting': {
    'signedIn.expiring.waiting': 'signedIn.expiring.retrying',
  },
  // Two windows never answer each other: who has a token that counts does not follow.
  SIGNED_IN_ELSEWHERE: {
    'signedIn.expiring.waiting': 'signedIn.following',
    'signedIn.expiring.retrying': 'signedIn.following',
    'signedIn.expired': 'signedIn.following',
  },
  // A session that ends keeps the screen of every window.
  SESSION_ENDED_ELSEWHERE: Object.fromEntries(signedInStates.map(state => [state, 'signedIn.expired'])),
  // A 401 is answered by a renewal, also in the last minute.
  UNAUTHORISED: {
    'signedIn.active': 'signedIn.renewing',
    'signedIn.expiring.waiting': 'signedIn.expiring.retrying',
  },
}

const decided = ({ state, facts, event }: Question<Facts, State>): Decided | undefined => {
  const to = enter(state)
  const stay = (change: Partial<Facts>): Decided => ({ state, facts: { ...facts, ...change }, effects: [] })
  const tokens = tokenEvents[event.type]
  if (tokens) return tokens[state] && to(tokens[state], facts)
  switch (event.type) {
    case 'SIGN_IN':
      if (state === 'signedOut' || state === 'visiting')
        return to('signingIn', { ...facts, problem: undefined })
      return state === 'signedIn.expired' ? to('signingIn', facts) : undefined
    case 'RETRY':
      // Being tried again by itself, behind the reason: now it is shown that it is.
      if (state.startsWith('restoring.')) return facts.problem ? stay({ problem: undefined }) : undefined
      return state === 'failed' ? to('restoring.readingToken', { ...facts, problem: undefined }) : undefined
    // A page that is opened during an outage recovers by itself, but nobody is sent to an identity service that is away.
    case 'xstate.after.signInRetry.session.failed':
      return state === 'failed' && facts.problem?.status === 0 && (facts.entry === 'page' || facts.isFresh)
        ? to('restoring.readingToken', facts)
        : undefined
    case 'STAY_SIGNED_IN':
      return state === 'signedIn.expiring.waiting'
        ? to('signedIn.expiring.retrying', { ...facts, problem: undefined })
        : undefined
    case 'SWITCH_ORGANISATION': {
      // Nobody sees a renewal: what is chosen meanwhile counts, too; of several choices the last one.
      const isDoneLater = /^signedIn\.(renewing|following|expiring\..*)$/.test(state)
      const isSwitching = state === 'signedIn.switchingOrganisation'
      if (facts.session?.user.organisationId === event.organisationId)
        return isDoneLater
          ? stay(notWanted)
          : isSwitching
            ? to('signedIn.active', { ...facts, ...notWanted })
            : undefined
      // Another one of the person's own, and a provider only when it is onboarded.
      if (!['0001', '0002', '0003'].includes(event.organisationId)) return undefined
      // What is on its way already is not begun anew: each exchange counts as a sign-in.
      if (facts.requestedOrganisationId === event.organisationId) return undefined
      const wanted = { requestedOrganisationId: event.organisationId }
      if (state === 'signedIn.active' || isSwitching)
        return to('signedIn.switchingOrganisation', { ...facts, ...wanted })
      return isDoneLater ? stay(wanted) : undefined
    }
    default:
  }
  if (state === 'visiting' && event.type === 'LOCATION_CHANGED') {
    const there = { ...facts, location: event.location }
    return isForAll(event.location) ? stay({ location: event.location }) : to('signingIn', there)
  }
  if (!isSignedIn(state)) return afterActor(state, facts, event)
  switch (event.type) {
    case 'SIGN_OUT':
      return to('signingOut', facts)
    // Signing out in one window signs out all, with nothing from the page before (decisions §15).
    case 'SIGNED_OUT_ELSEWHERE':
      return to('signedOut', { ...facts, ...forgottenIn.signingOut }, 'forgetToken', go('/'))
    case 'DISMISS_PROBLEM':
      return facts.problem ? stay({ problem: undefined }) : undefined
    case 'LOCATION_CHANGED':
      return event.location === facts.location ? undefined : stay({ location: event.location })
    case 'SELECT_STREAM':
      // Student and Staff are available, Estates is not.
      return ['056', '025'].includes(event.streamId) && facts.streamId !== event.streamId
        ? stay({ streamId: event.streamId })
        : undefined
    default:
      return afterActor(state, facts, event)
  }
}

const page: Facts = {
  parent,
  entry: 'page',
  session: undefined,
  streamId: undefined,
  location: '/submissions/23056',
  requestedOrganisationId: undefined,
  isFresh: false,
  problem: undefined,
}
const fault = new Error('no answer')
const answers = (actor: string, ...outputs: unknown[]): AnyEventObject[] => [
  ...outputs.map(output => doneBy(actor, output)),
  failedBy(actor, fault),
]
const exchanged = [
  { ok: true, value: sessionOf('0002') },
  { ok: false, problem: unauthorised },
]

const moments: readonly Facts[] = [
  { ...page, session: sessionOf('0001') },
  {
    ...page,
    session: sessionOf('0001'),
    isFresh: true,
    problem: unauthorised,
    requestedOrganisationId: '0002',
  },
  { ...page, session: { ...sessionOf('0002'), organisations }, streamId: '025', problem: unauthorised },
  { ...page, entry: 'signInCallback', session: sessionOf('0001') },
  { ...page, session: sessionOf('0001'), location: '/accessibility', problem: unauthorised },
  ...(['page', 'signInCallback'] as const).flatMap(entry =>
    [false, true].map(isFresh => ({
      ...page,
      entry,
      isFresh,
      session: sessionOf('0001'),
      problem: problem('network', 'No answer.'),
    })),
  ),
]

export const sessionNet: Net<Facts, State> = {
  machine: sessionSpec.machine,
  states: [...signedInStates, ...signedOutStates],
  // Where the session counts, no wish stands: it is left at once for the other organisation.
  factsIn: state => moments.map(facts => (state === 'signedIn.active' ? { ...facts, ...notWanted } : facts)),
  events: [
    ...Object.values(sessionSpec.samples).flat(),
    ...answers('readToken', 30_001, 30_000),
    ...answers('readSession', ...exchanged),
    ...answers('findIdentity', { hasIdentity: true }, { hasIdentity: false }),
    ...answers(
      'completeSignIn',
      { outcome: 'signedIn', location: '/monitoring' },
      { outcome: 'staleLoginState' },
      { outcome: 'refused', problem: { ...unauthorised, detail: 'refused' } },
    ),
    ...answers('exchangeToken', ...exchanged, unanswered),
    ...answers('followSession', ...exchanged, unanswered, {
      ok: true,
      value: sessionOf('0002', 'somebody-else'),
    }),
    ...answers('renewSession', ...exchanged, unanswered),
    ...answers('retryRenewal', ...exchanged, unanswered),
    failedBy('dropToken', fault),
    { type: 'xstate.after.renewalRetry.session.signedIn.expiring.waiting' },
    { type: 'xstate.after.signInRetry.session.failed' },
    ...answers('switchOrganisation', ...exchanged, unanswered),
    ...['clearTokens', 'signOut', 'completeSignOut'].flatMap(actor => answers(actor, undefined)),
    failedBy('redirectToSignIn', fault),
    failedBy('watchTokens', fault),
  ],
  decided,
  tags: {
    'signedIn.active': ['signedIn'],
    'signedIn.renewing': ['signedIn'],
    'signedIn.expiring.waiting': ['expiryNotice', 'signedIn'],
    'signedIn.expiring.retrying': ['expiryNotice', 'signedIn'],
    'signedIn.following': ['signedIn'],
    'signedIn.expired': ['expiredNotice', 'signedIn'],
    'signedIn.switchingOrganisation': ['signedIn'],
    'restoring.readingToken': [],
    'restoring.readingSession': [],
    'restoring.findingIdentity': [],
    signingIn: [],
    completingSignIn: [],
    exchanging: [],
    rejected: [],
    signingOut: [],
    completingSignOut: [],
    visiting: ['visitor'],
    signedOut: ['visitor'],
    failed: ['visitor'],
  },
  starts: (
    [
      ['page', 'restoring.readingToken', 'readToken'],
      ['signInCallback', 'completingSignIn', 'completeSignIn'],
      ['signOutCallback', 'completingSignOut', 'completeSignOut'],
    ] as const
  ).map(([entry, state, actor]) => ({
    input: { parent, entry, location: '/submissions/23056' },
    outcome: { state, facts: { ...page, entry }, effects: [starts(actor)] },
  })),
}
