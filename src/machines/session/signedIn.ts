import { thrown } from '../support/fault.ts'
import { outputOf } from '../support/result.ts'
import { sessionSetup } from './setup.ts'
import type { SessionContext, SessionEvent } from './types.ts'

type Chosen = Extract<SessionEvent, { type: 'SWITCH_ORGANISATION' }>

const chosen = ({ event }: { event: Chosen }): string => event.organisationId

/** The wish is kept, and done where the session counts. */
const keepsWish = {
  guard: { type: 'isSelectable', params: chosen },
  actions: { type: 'wantOrganisation', params: chosen },
} as const

/** Of several wishes the last one counts, also where it is to stay. */
const changesWish = [
  keepsWish,
  { guard: { type: 'isActedFor', params: chosen }, actions: 'forgetWish' },
] as const

/** The session renewed for the same organisation: two windows may act for two of them. */
const sameOrganisation = ({ context }: { context: SessionContext }) => ({
  organisationId: context.session?.user.organisationId,
  isRenewal: true,
})

const active = sessionSetup.createStateConfig({
  description: 'The session counts; its tokens are renewed in silence.',
  entry: 'tellActing',
  always: {
    guard: 'isOrganisationWanted',
    target: 'switchingOrganisation',
    description: 'Another organisation was chosen, now or while the session was renewed.',
  },
  on: {
    SWITCH_ORGANISATION: keepsWish,
    TOKEN_EXPIRING: { target: 'renewing' },
    ORGANISATION_CHANGED: {
      target: 'renewing',
      description:
        'A renewal brings what the organisation is called now, and ends where it takes part no more.',
    },
    UNAUTHORISED: { target: 'renewing' },
  },
})

const renewing = sessionSetup.createStateConfig({
  description: 'The session is renewed without leaving the page; the user notices nothing of it.',
  on: { SWITCH_ORGANISATION: changesWish },
  invoke: {
    id: 'renewSession',
    src: 'tokenExchange',
    input: sameOrganisation,
    onDone: [
      {
        guard: { type: 'isOk', params: outputOf },
        target: 'active',
        actions: { type: 'keepSession', params: outputOf },
      },
      {
        guard: { type: 'isUnanswered', params: outputOf },
        target: 'expiring',
        actions: { type: 'keepRefusal', params: outputOf },
        description: 'No answer is no refusal: somebody on a train must not lose the session.',
      },
      { target: 'expired', description: 'Only a refusal ends a session.' },
    ],
    onError: { target: 'expiring', actions: { type: 'keepFault', params: thrown } },
  },
})

const waiting = sessionSetup.createStateConfig({
  description: 'The renewal got no answer; it is tried again soon, or at once when the user asks for it.',
  on: {
    STAY_SIGNED_IN: { target: 'retrying', actions: 'forgetProblem' },
    UNAUTHORISED: { target: 'retrying' },
  },
  after: { renewalRetry: { target: 'retrying' } },
})

const retrying = sessionSetup.createStateConfig({
  description: 'The renewal is tried again.',
  invoke: {
    id: 'retryRenewal',
    src: 'tokenExchange',
    input: sameOrganisation,
    onDone: [
      {
        guard: { type: 'isOk', params: outputOf },
        target: '#session.signedIn.active',
        actions: { type: 'keepSession', params: outputOf },
      },
      {
        guard: { type: 'isUnanswered', params: outputOf },
        target: 'waiting',
        actions: { type: 'keepRefusal', params: outputOf },
      },
      { target: '#session.signedIn.expired', actions: 'forgetProblem' },
    ],
    onError: { target: 'waiting', actions: { type: 'keepFault', params: thrown } },
  },
})

const expiring = sessionSetup.createStateConfig({
  description: 'The session is about to end, for its renewal gets no answer; a notice says so.',
  initial: 'waiting',
  tags: ['expiryNotice'],
  on: { SIGNED_IN_ELSEWHERE: { target: 'following' }, SWITCH_ORGANISATION: changesWish },
  states: { waiting, retrying },
})

const following = sessionSetup.createStateConfig({
  description:
    'Another window has signed in or renewed; this one gets a token of its own by the same identity.',
  on: { SWITCH_ORGANISATION: changesWish },
  invoke: {
    id: 'followSession',
    src: 'tokenExchange',
    input: args => ({ ...sameOrganisation(args), isRenewal: false }),
    onDone: [
      {
        guard: { type: 'isAnotherPerson', params: outputOf },
        target: 'active',
        actions: [
          { type: 'keepSession', params: outputOf },
          'forgetWish',
          'returnToStart',
          'goToLocation',
          'tellContinued',
        ],
        description: 'What the former person had on the screen, or wanted, is not for this one.',
      },
      {
        guard: { type: 'isOk', params: outputOf },
        target: 'active',
        actions: [{ type: 'keepSession', params: outputOf }, 'tellContinued'],
        description: 'What was entered here is still there; what was refused meanwhile is asked for again.',
      },
      {
        guard: { type: 'isUnanswered', params: outputOf },
        target: 'expiring',
        actions: { type: 'keepRefusal', params: outputOf },
      },
      { target: 'expired' },
    ],
    onError: { target: 'expiring', actions: { type: 'keepFault', params: thrown } },
  },
})

const expired = sessionSetup.createStateConfig({
  description: 'The session has ended. The screen stays as it is until the user signs in again.',
  tags: ['expiredNotice'],
  entry: 'forgetWish',
  invoke: {
    id: 'dropToken',
    src: 'dropToken',
    onError: { actions: { type: 'keepFault', params: thrown } },
  },
  on: {
    SIGN_IN: { target: '#session.signingIn' },
    SIGNED_IN_ELSEWHERE: { target: 'following' },
  },
})

const switchingOrganisation = sessionSetup.createStateConfig({
  description: 'The token is exchanged for one that acts for the other organisation.',
  exit: 'forgetWish',
  on: {
    SWITCH_ORGANISATION: [
      {
        ...keepsWish,
        target: 'switchingOrganisation',
        reenter: true,
        // No token of the one before is kept yet.
        description: 'The last wish counts.',
      },
      {
        guard: { type: 'isActedFor', params: chosen },
        target: 'active',
        description: 'The user stays with the organisation after all.',
      },
    ],
  },
  invoke: {
    id: 'switchOrganisation',
    src: 'tokenExchange',
    input: ({ context }) => ({ organisationId: context.requestedOrganisationId, isRenewal: false }),
    onDone: [
      {
        guard: { type: 'isOk', params: outputOf },
        target: 'active',
        actions: [{ type: 'keepSession', params: outputOf }, 'returnToStart', 'goToLocation'],
      },
      {
        target: 'active',
        actions: { type: 'keepRefusal', params: outputOf },
        description: 'The user goes on acting for the former organisation.',
      },
    ],
    onError: { target: 'active', actions: { type: 'keepFault', params: thrown } },
  },
})

/** Somebody is signed in, also while the session is about to end and when it has: the screen stays. */
export const signedIn = sessionSetup.createStateConfig({
  description: 'Somebody is signed in and acts for an organisation.',
  initial: 'active',
  tags: ['signedIn'],
  exit: 'tellLeft',
  invoke: {
    id: 'watchTokens',
    src: 'watchTokens',
    onError: {
      actions: { type: 'keepFault', params: thrown },
      description: 'The notice before the end is lost; the API still refuses what has expired.',
    },
  },
  on: {
    LOCATION_CHANGED: { actions: { type: 'keepLocation', params: ({ event }) => event.location } },
    SELECT_STREAM: {
      guard: { type: 'isStreamAvailable', params: ({ event }) => event.streamId },
      actions: { type: 'keepStream', params: ({ event }) => event.streamId },
    },
    SIGN_OUT: { target: 'signingOut' },
    SIGNED_OUT_ELSEWHERE: {
      target: 'signedOut',
      actions: ['forgetPerson', 'forgetToken', 'goToLocation'],
      description: 'Signing out in one window signs out all of them, with nothing from the page before.',
    },
    SESSION_ENDED_ELSEWHERE: {
      target: '.expired',
      description: 'The token has ended for every window; each keeps its screen.',
    },
    DISMISS_PROBLEM: { actions: 'forgetProblem' },
  },
  states: { active, renewing, expiring, following, expired, switchingOrganisation },
})
