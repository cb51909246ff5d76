import { thrown } from '../support/fault.ts'
import { outputOf } from '../support/result.ts'
import { sessionSetup } from './setup.ts'

/** The states in which nobody is signed in yet: from what the browser kept to a token of the API. */

const readingToken = sessionSetup.createStateConfig({
  description: 'The browser looks for the API token that it kept.',
  invoke: {
    id: 'readToken',
    src: 'readToken',
    onDone: [
      {
        guard: { type: 'isWorthRestoring', params: outputOf },
        target: 'readingSession',
      },
      { target: 'findingIdentity' },
    ],
    onError: { target: '#session.failed', actions: { type: 'keepFault', params: thrown } },
  },
})

const readingSession = sessionSetup.createStateConfig({
  description: 'The API is asked with the token who acts, and for whom else they could.',
  invoke: {
    id: 'readSession',
    src: 'readSession',
    onDone: [
      {
        guard: { type: 'isOk', params: outputOf },
        target: '#session.signedIn',
        actions: { type: 'keepSession', params: outputOf },
      },
      { target: 'findingIdentity' },
    ],
    onError: { target: '#session.failed', actions: { type: 'keepFault', params: thrown } },
  },
})

const findingIdentity = sessionSetup.createStateConfig({
  description: 'The browser looks for the identity that it kept.',
  invoke: {
    id: 'findIdentity',
    src: 'findIdentity',
    onDone: [
      {
        guard: { type: 'hasIdentity', params: outputOf },
        target: '#session.exchanging',
        description: 'Only the API token has ended: nobody is sent away to sign in for that.',
      },
      {
        guard: { type: 'isForEverybody', params: ({ context }) => context.location },
        target: '#session.visiting',
        description: 'Who only reads what everybody may read is not sent away to sign in.',
      },
      { target: '#session.signingIn' },
    ],
    onError: { target: '#session.failed', actions: { type: 'keepFault', params: thrown } },
  },
})

export const restoring = sessionSetup.createStateConfig({
  description: 'The browser looks for what it kept from the last visit.',
  initial: 'readingToken',
  on: {
    RETRY: {
      actions: 'forgetProblem',
      description: 'It is being tried again by itself, behind the reason; now that is shown.',
    },
  },
  states: { readingToken, readingSession, findingIdentity },
})

export const visiting = sessionSetup.createStateConfig({
  description: 'Nobody is signed in; the page is one for everybody.',
  tags: ['visitor'],
  on: {
    SIGN_IN: { target: 'signingIn', actions: 'forgetProblem' },
    LOCATION_CHANGED: [
      {
        guard: { type: 'isForEverybody', params: ({ event }) => event.location },
        actions: { type: 'keepLocation', params: ({ event }) => event.location },
      },
      {
        target: 'signingIn',
        actions: { type: 'keepLocation', params: ({ event }) => event.location },
        description: 'The rest of the portal is for who has signed in.',
      },
    ],
  },
})

export const signingIn = sessionSetup.createStateConfig({
  description: 'The tokens are cleared, and the browser goes to the identity service.',
  invoke: {
    id: 'redirectToSignIn',
    src: 'redirectToSignIn',
    // The service keeps the place, so that the user comes back to it. Who was let in and refused all the same may have signed
    // out here while the session of the service went on: by that alone the same answer would come again.
    input: ({ context: { location, isFresh } }) => ({ location, isAgain: isFresh }),
    onError: { target: 'failed', actions: { type: 'keepFault', params: thrown } },
  },
})

export const completingSignIn = sessionSetup.createStateConfig({
  description: 'The identity service has sent the user back with an answer.',
  invoke: {
    id: 'completeSignIn',
    src: 'completeSignIn',
    onDone: [
      {
        guard: { type: 'isSignedIn', params: outputOf },
        target: 'exchanging',
        actions: { type: 'keepReturn', params: outputOf },
      },
      {
        guard: { type: 'isStaleLoginState', params: outputOf },
        target: 'signingIn',
        actions: 'returnToStart',
        description:
          'The answer belongs to an earlier attempt: sign-in starts again and leads to the dashboard.',
      },
      { target: 'failed', actions: { type: 'keepSignInRefusal', params: outputOf } },
    ],
    onError: { target: 'failed', actions: { type: 'keepFault', params: thrown } },
  },
})

export const exchanging = sessionSetup.createStateConfig({
  description: "The identity token is exchanged for the API's token.",
  invoke: {
    id: 'exchangeToken',
    src: 'tokenExchange',
    input: { organisationId: undefined, isRenewal: false },
    onDone: [
      {
        guard: { type: 'isOkAfterSignIn', params: outputOf },
        target: 'signedIn',
        actions: ['goToLocation', { type: 'keepSession', params: outputOf }],
      },
      {
        guard: { type: 'isOk', params: outputOf },
        target: 'signedIn',
        actions: { type: 'keepSession', params: outputOf },
      },
      {
        guard: { type: 'isUnanswered', params: outputOf },
        target: 'failed',
        actions: { type: 'keepRefusal', params: outputOf },
      },
      { target: 'rejected', actions: { type: 'keepRefusal', params: outputOf } },
    ],
    onError: { target: 'failed', actions: { type: 'keepFault', params: thrown } },
  },
})

export const rejected = sessionSetup.createStateConfig({
  description: 'The exchange was refused: the tokens are cleared, then the user signs in again.',
  invoke: {
    id: 'clearTokens',
    src: 'clearTokens',
    onDone: [
      {
        guard: 'isFresh',
        target: 'failed',
        description: 'Just signed in and refused all the same: signing in again would go round for ever.',
      },
      { target: 'signingIn', actions: 'forgetProblem' },
    ],
    onError: { target: 'failed', actions: { type: 'keepFault', params: thrown } },
  },
})
