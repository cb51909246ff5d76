import { assign, emit, fromCallback, fromPromise, setup } from 'xstate'
import { toProblem } from '../../domain/problem.ts'
import { defaultStream, type Stream, streams } from '../../domain/stream.ts'
import { thrown } from '../support/fault.ts'
import { missing } from '../support/result.ts'
import { isOrganisationSelectable } from './guards.ts'
import type {
  CompleteSignInOutput,
  ExchangeInput,
  ExchangeOutput,
  RedirectInput,
  RestoreOutput,
  SessionContext,
  SessionEmitted,
  SessionEvent,
  SessionInput,
} from './types.ts'

/** What views ask of the session. */
export type SessionTag = 'busy' | 'signedIn' | 'expiryNotice' | 'expiredNotice' | 'leavingPage'

/**
 * Signing in, acting for an organisation, and the end of it (specification 1 §1; decisions §5). Tokens are the
 * services' business and never stand in the context.
 */
export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as SessionInput,
    emitted: {} as SessionEmitted,
    tags: {} as SessionTag,
  },
  actors: {
    restoreSession: fromPromise<RestoreOutput>(missing('restoreSession')),
    completeSignIn: fromPromise<CompleteSignInOutput>(missing('completeSignIn')),
    completeSignOut: fromPromise<void>(missing('completeSignOut')),
    redirectToSignIn: fromPromise<void, RedirectInput>(missing('redirectToSignIn')),
    exchangeToken: fromPromise<ExchangeOutput, ExchangeInput>(missing('exchangeToken')),
    renewSession: fromPromise<ExchangeOutput, ExchangeInput>(missing('renewSession')),
    clearTokens: fromPromise<void>(missing('clearTokens')),
    signOut: fromPromise<void>(missing('signOut')),
    /** Sends TOKEN_EXPIRING, TOKEN_RENEWED, TOKEN_EXPIRED and SIGNED_IN_ELSEWHERE while somebody is signed in. */
    watchTokens: fromCallback<SessionEvent>(missing('watchTokens')),
  },
  guards: {
    isSignInCallback: ({ context }) => context.entry === 'signInCallback',
    isSignOutCallback: ({ context }) => context.entry === 'signOutCallback',
    hasSession: (_, output: RestoreOutput) => output.kept === 'session',
    hasIdentity: (_, output: RestoreOutput) => output.kept === 'identity',
    isSignedIn: (_, output: CompleteSignInOutput) => output.outcome === 'signedIn',
    isStaleLoginState: (_, output: CompleteSignInOutput) => output.outcome === 'staleLoginState',
    isOk: (_, output: ExchangeOutput) => output.ok,
    isFresh: ({ context }) => context.isFresh,
    isOkAfterSignIn: ({ context }, output: ExchangeOutput) => output.ok && context.isFresh,
    isSelectable: ({ context }, organisationId: string) =>
      isOrganisationSelectable(context.session, organisationId),
    isStreamAvailable: (_, streamId: Stream['id']) =>
      streams.some(stream => stream.id === streamId && stream.available),
  },
  actions: {
    keepLocation: assign((_, location: string) => ({ location })),
    returnToStart: assign({ location: '/' }),
    keepRestored: assign((_, output: RestoreOutput) =>
      output.kept === 'session' ? { session: output.session } : {},
    ),
    keepReturn: assign((_, output: CompleteSignInOutput) =>
      output.outcome === 'signedIn' ? { location: output.location, isFresh: true } : {},
    ),
    keepSignInRefusal: assign((_, output: CompleteSignInOutput) =>
      output.outcome === 'refused' ? { problem: output.problem } : {},
    ),
    keepSession: assign((_, output: ExchangeOutput) =>
      output.ok ? { session: output.value, isFresh: false, problem: undefined } : {},
    ),
    keepRefusal: assign((_, output: ExchangeOutput) => (output.ok ? {} : { problem: output.problem })),
    keepFault: assign((_, error: unknown) => ({ problem: toProblem(error) })),
    forgetProblem: assign({ problem: undefined }),
    forgetSession: assign({ session: undefined }),
    wantOrganisation: assign((_, organisationId: string) => ({ organisationWanted: organisationId })),
    keepStream: assign((_, stream: Stream['id']) => ({ stream })),
    goToLocation: emit(({ context }) => ({ type: 'session.navigate' as const, to: context.location })),
  },
}).createMachine({
  id: 'session',
  description: 'Who is signed in, for which organisation, and how long.',
  context: ({ input }) => ({
    entry: input.entry,
    session: undefined,
    stream: defaultStream.id,
    location: input.location,
    organisationWanted: undefined,
    isFresh: false,
    problem: undefined,
  }),
  initial: 'starting',
  options: { maxIterations: 1000 },
  states: {
    starting: {
      description: 'Left at once: what happens first depends on the page that was opened.',
      always: [
        { guard: 'isSignInCallback', target: 'completingSignIn' },
        { guard: 'isSignOutCallback', target: 'completingSignOut' },
        { target: 'restoring' },
      ],
    },
    restoring: {
      description: 'The browser looks for what it kept from the last visit.',
      tags: ['busy'],
      invoke: {
        id: 'restoreSession',
        src: 'restoreSession',
        onDone: [
          {
            guard: { type: 'hasSession', params: ({ event }) => event.output },
            target: 'signedIn',
            actions: { type: 'keepRestored', params: ({ event }) => event.output },
          },
          { guard: { type: 'hasIdentity', params: ({ event }) => event.output }, target: 'exchanging' },
          { target: 'signingIn' },
        ],
        onError: { target: 'failed', actions: { type: 'keepFault', params: thrown } },
      },
    },
    signingIn: {
      description: 'The tokens are cleared, and the browser goes to the identity service.',
      tags: ['busy', 'leavingPage'],
      invoke: {
        id: 'redirectToSignIn',
        src: 'redirectToSignIn',
        input: ({ context }) => ({ location: context.location }),
        onError: { target: 'failed', actions: { type: 'keepFault', params: thrown } },
      },
    },
    completingSignIn: {
      description: 'The identity service has sent the user back with an answer.',
      tags: ['busy'],
      invoke: {
        id: 'completeSignIn',
        src: 'completeSignIn',
        onDone: [
          {
            guard: { type: 'isSignedIn', params: ({ event }) => event.output },
            target: 'exchanging',
            actions: { type: 'keepReturn', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isStaleLoginState', params: ({ event }) => event.output },
            target: 'signingIn',
            actions: 'returnToStart',
            description:
              'The answer belongs to an earlier attempt: sign-in starts again and leads to the dashboard.',
          },
          {
            target: 'failed',
            actions: { type: 'keepSignInRefusal', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'failed', actions: { type: 'keepFault', params: thrown } },
      },
    },
    exchanging: {
      description: "The identity token is exchanged for the API's token.",
      tags: ['busy'],
      invoke: {
        id: 'exchangeToken',
        src: 'exchangeToken',
        input: { organisationId: undefined },
        onDone: [
          {
            guard: { type: 'isOkAfterSignIn', params: ({ event }) => event.output },
            target: 'signedIn',
            actions: ['goToLocation', { type: 'keepSession', params: ({ event }) => event.output }],
          },
          {
            guard: { type: 'isOk', params: ({ event }) => event.output },
            target: 'signedIn',
            actions: { type: 'keepSession', params: ({ event }) => event.output },
          },
          {
            target: 'rejected',
            actions: { type: 'keepRefusal', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'failed', actions: { type: 'keepFault', params: thrown } },
      },
    },
    rejected: {
      description: 'The exchange was refused: the tokens are cleared, then the user signs in again.',
      tags: ['busy'],
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
    },

    signedIn: {
      description: 'Somebody is signed in and acts for an organisation.',
      initial: 'active',
      tags: ['signedIn'],
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
        DISMISS_PROBLEM: { actions: 'forgetProblem' },
      },
      states: {
        active: {
          description: 'The session counts; its tokens are renewed in silence.',
          on: {
            SWITCH_ORGANISATION: {
              guard: { type: 'isSelectable', params: ({ event }) => event.organisationId },
              target: 'switchingOrganisation',
              actions: { type: 'wantOrganisation', params: ({ event }) => event.organisationId },
            },
            TOKEN_EXPIRING: { target: 'expiring' },
            TOKEN_RENEWED: { target: 'following' },
            TOKEN_EXPIRED: { target: 'expired' },
            UNAUTHORISED: { target: 'renewing' },
          },
        },
        following: {
          description: "The identity token was renewed, and the API's token follows.",
          invoke: {
            id: 'exchangeAgain',
            src: 'exchangeToken',
            input: ({ context }) => ({ organisationId: context.session?.user.organisationId }),
            onDone: [
              {
                guard: { type: 'isOk', params: ({ event }) => event.output },
                target: 'active',
                actions: { type: 'keepSession', params: ({ event }) => event.output },
              },
              { target: 'expired' },
            ],
            onError: {
              target: 'expiring',
              actions: { type: 'keepFault', params: thrown },
            },
          },
        },
        expiring: {
          description: 'The session ends in less than 60 seconds; a notice offers to stay signed in.',
          tags: ['expiryNotice'],
          on: {
            STAY_SIGNED_IN: { target: 'renewing', actions: 'forgetProblem' },
            TOKEN_RENEWED: { target: 'following' },
            SIGNED_IN_ELSEWHERE: { target: 'following' },
            TOKEN_EXPIRED: { target: 'expired' },
            UNAUTHORISED: { target: 'renewing' },
          },
        },
        renewing: {
          description: 'The session is renewed without leaving the page.',
          tags: ['busy'],
          invoke: {
            id: 'renewSession',
            src: 'renewSession',
            input: ({ context }) => ({ organisationId: context.session?.user.organisationId }),
            onDone: [
              {
                guard: { type: 'isOk', params: ({ event }) => event.output },
                target: 'active',
                actions: { type: 'keepSession', params: ({ event }) => event.output },
              },
              { target: 'expired' },
            ],
            onError: {
              target: 'expiring',
              actions: { type: 'keepFault', params: thrown },
            },
          },
        },
        expired: {
          description: 'The session has ended. The screen stays as it is until the user signs in again.',
          tags: ['expiredNotice'],
          on: {
            SIGN_IN: { target: '#session.signingIn' },
            TOKEN_RENEWED: { target: 'following' },
            SIGNED_IN_ELSEWHERE: {
              target: 'following',
              description: 'What was entered here is still there.',
            },
          },
        },
        switchingOrganisation: {
          description: 'The token is exchanged for one that acts for the other organisation.',
          tags: ['busy'],
          invoke: {
            id: 'switchOrganisation',
            src: 'exchangeToken',
            input: ({ context }) => ({ organisationId: context.organisationWanted }),
            onDone: [
              {
                guard: { type: 'isOk', params: ({ event }) => event.output },
                target: 'active',
                actions: [
                  { type: 'keepSession', params: ({ event }) => event.output },
                  'returnToStart',
                  'goToLocation',
                ],
              },
              {
                target: 'active',
                actions: { type: 'keepRefusal', params: ({ event }) => event.output },
                description: 'The user goes on acting for the former organisation.',
              },
            ],
            onError: {
              target: 'active',
              actions: { type: 'keepFault', params: thrown },
            },
          },
        },
      },
    },

    signingOut: {
      description: 'The tokens are cleared here and the session is ended at the identity service.',
      tags: ['busy', 'leavingPage'],
      entry: 'forgetSession',
      invoke: {
        id: 'signOut',
        src: 'signOut',
        onDone: { target: 'signedOut' },
        onError: { target: 'signedOut', actions: { type: 'keepFault', params: thrown } },
      },
    },
    completingSignOut: {
      description: 'The identity service has ended the session and sent the user back.',
      tags: ['busy'],
      invoke: {
        id: 'completeSignOut',
        src: 'completeSignOut',
        onDone: { target: 'signedOut' },
        onError: { target: 'signedOut', actions: { type: 'keepFault', params: thrown } },
      },
    },
    signedOut: {
      description: 'Nobody is signed in; the user has asked for that.',
      entry: 'returnToStart',
      on: { SIGN_IN: { target: 'signingIn', actions: 'forgetProblem' } },
    },
    failed: {
      description: 'Signing in did not work; the reason is shown.',
      on: { RETRY: { target: 'restoring', actions: 'forgetProblem' } },
    },
  },
})

export type SessionMachine = typeof sessionMachine
