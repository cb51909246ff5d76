import { assign, fromCallback, fromPromise, sendTo, setup } from 'xstate'
import { isAway, toProblem } from '../../domain/problem.ts'
import { isPublicLocation } from '../../domain/routes.ts'
import { missing } from '../support/result.ts'
import {
  type KeptIdentity,
  type SessionOutput,
  type TokenExchangeOutput,
  tokenExchangeMachine,
} from '../token-exchange/index.ts'
import { isOrganisationSelectable } from './guards.ts'
import type {
  CompleteSignInOutput,
  RedirectInput,
  SessionContext,
  SessionEvent,
  SessionInput,
  SessionParentEvent,
  SessionTag,
} from './types.ts'

/** A token that ends sooner is not worth restoring. */
const worthMs = 30_000

/** The session before anybody is known, at a place of the portal. */
export const nobody = ({ parent, entry, location }: SessionInput): SessionContext => ({
  parent,
  entry,
  session: undefined,
  streamId: undefined,
  location,
  requestedOrganisationId: undefined,
  isFresh: false,
  problem: undefined,
})

const application = ({ context }: { context: SessionContext }) => context.parent

/** What the states of the session are made of: actors, guards and actions by name. */
export const sessionSetup = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as SessionInput,
    tags: {} as SessionTag,
  },
  actors: {
    /** How long the API token that the browser keeps still counts, in ms; 0 where it keeps none. */
    readToken: fromPromise<number>(missing('readToken')),
    /** Who acts by that token. */
    readSession: fromPromise<SessionOutput>(missing('readSession')),
    findIdentity: fromPromise<KeptIdentity>(missing('findIdentity')),
    completeSignIn: fromPromise<CompleteSignInOutput>(missing('completeSignIn')),
    completeSignOut: fromPromise<void>(missing('completeSignOut')),
    redirectToSignIn: fromPromise<void, RedirectInput>(missing('redirectToSignIn')),
    tokenExchange: tokenExchangeMachine,
    /** Forgets the tokens of every window. */
    clearTokens: fromPromise<void>(missing('clearTokens')),
    /** Forgets the token that has ended; one that another window has got meanwhile stays. */
    dropToken: fromPromise<void>(missing('dropToken')),
    signOut: fromPromise<void>(missing('signOut')),
    /** Sends TOKEN_EXPIRING, UNAUTHORISED and what other windows do, while somebody is signed in. */
    watchTokens: fromCallback<SessionEvent>(missing('watchTokens')),
  },
  // Long enough for a network to come back, short enough for several tries in the last minute.
  delays: { renewalRetry: 10_000, signInRetry: 10_000 },
  guards: {
    isSignInCallback: ({ context }) => context.entry === 'signInCallback',
    isSignOutCallback: ({ context }) => context.entry === 'signOutCallback',
    isWorthRestoring: (_, leftMs: number) => leftMs > worthMs,
    hasIdentity: (_, output: KeptIdentity) => output.hasIdentity,
    isSignedIn: (_, output: CompleteSignInOutput) => output.outcome === 'signedIn',
    isStaleLoginState: (_, output: CompleteSignInOutput) => output.outcome === 'staleLoginState',
    isOk: (_, output: TokenExchangeOutput) => output.ok,
    isUnanswered: (_, output: TokenExchangeOutput) => !output.ok && output.isUnanswered === true,
    isFresh: ({ context }) => context.isFresh,
    // Not on the way back from signing in: another try would send the browser to an identity service that may be away.
    isOutage: ({ context: { problem, entry, isFresh } }) =>
      problem !== undefined && isAway(problem) && (entry === 'page' || isFresh),
    isForEverybody: (_, location: string) => isPublicLocation(location),
    isOkAfterSignIn: ({ context }, output: TokenExchangeOutput) => output.ok && context.isFresh,
    isAnotherPerson: ({ context }, output: TokenExchangeOutput) =>
      output.ok && output.value.user.userId !== context.session?.user.userId,
    // One that is wanted already is on its way: each exchange counts as a sign-in.
    isSelectable: ({ context: { session, requestedOrganisationId } }, organisationId: string) =>
      requestedOrganisationId !== organisationId && isOrganisationSelectable(session, organisationId),
    isActedFor: ({ context }, organisationId: string) =>
      context.session?.user.organisationId === organisationId,
    isOrganisationWanted: ({ context }) => context.requestedOrganisationId !== undefined,
    isStreamAvailable: ({ context: { session } }, streamId: string) =>
      session?.streams.some(({ id, isAvailable }) => id === streamId && isAvailable) ?? false,
  },
  actions: {
    keepLocation: assign((_, location: string) => ({ location })),
    returnToStart: assign({ location: '/' }),
    keepReturn: assign((_, output: CompleteSignInOutput) =>
      output.outcome === 'signedIn' ? { location: output.location, isFresh: true } : {},
    ),
    keepSignInRefusal: assign((_, output: CompleteSignInOutput) =>
      output.outcome === 'refused' ? { problem: output.problem } : {},
    ),
    keepSession: assign((_, output: TokenExchangeOutput) =>
      output.ok ? { session: output.value, isFresh: false, problem: undefined } : {},
    ),
    keepRefusal: assign((_, output: TokenExchangeOutput) => (output.ok ? {} : { problem: output.problem })),
    keepFault: assign((_, error: unknown) => ({ problem: toProblem(error) })),
    forgetProblem: assign({ problem: undefined }),
    /** Forgets the token of this window alone: another one has seen to the rest. */
    forgetToken: missing('forgetToken'),
    forgetPerson: assign(({ context: { parent, entry } }) => nobody({ parent, entry, location: '/' })),
    wantOrganisation: assign((_, organisationId: string) => ({ requestedOrganisationId: organisationId })),
    forgetWish: assign({ requestedOrganisationId: undefined }),
    keepStream: assign((_, streamId: string) => ({ streamId })),
    // What the application hears. It is known by the input: without a parent `sendParent` has nobody to send to, and the
    // models take the chart apart from its application.
    goToLocation: sendTo(
      application,
      ({ context }): SessionParentEvent => ({ type: 'NAVIGATE', to: context.location }),
    ),
    tellActing: sendTo(
      application,
      ({ context: { session } }): SessionParentEvent => ({
        type: 'SESSION_ACTING',
        user: session!.user,
        liveSequence: session!.liveSequence,
        unreadNotices: session!.unreadNotices,
      }),
    ),
    tellContinued: sendTo(application, { type: 'SESSION_CONTINUED' }),
    tellLeft: sendTo(application, { type: 'SESSION_LEFT' }),
  },
})
