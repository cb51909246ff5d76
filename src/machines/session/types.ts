import type { ActorRef, Snapshot } from 'xstate'
import type { OrganisationType } from '../../domain/organisation.ts'
import type { UserPrincipal } from '../../domain/principal.ts'
import type { Problem } from '../../domain/problem.ts'
import type { RecordDescription } from '../../domain/record.ts'
import type { Stream } from '../../domain/stream.ts'

/** An organisation that the signed-in person may act for. */
export interface OrganisationChoice {
  id: string
  type: OrganisationType
  name: string
  isOnboarded: boolean
}

/** Who acts, for whom, and for whom else they could. Tokens stay with the services. */
export interface Session {
  user: UserPrincipal
  organisations: readonly OrganisationChoice[]
  streams: readonly Stream[]
  records: readonly RecordDescription[]
  /** Number of the last live message of the user's organisation when the session was made. */
  liveSequence: number
  /** Notices that the user had not read when that was the last message. */
  unreadNotices: number
}

/** Where the page was opened: an ordinary page, or one of the callbacks of the identity service. */
export type Entry = 'page' | 'signInCallback' | 'signOutCallback'

export interface SessionInput {
  /** The application, or whatever else runs the session. */
  parent: ActorRef<Snapshot<unknown>, SessionParentEvent>
  entry: Entry
  /** Path, query and fragment of the page; '/' for a callback. */
  location: string
}

/** Output of `completeSignIn`: the location kept before the redirect, or why the answer cannot be used. */
export type CompleteSignInOutput =
  | { outcome: 'signedIn'; location: string }
  | { outcome: 'staleLoginState' }
  | { outcome: 'refused'; problem: Problem }

/** Input of `redirectToSignIn`. It resolves when the browser is on its way. */
export interface RedirectInput {
  location: string
  /** Whether the user has to show anew who they are, also where their session at the identity service goes on. */
  isAgain: boolean
}

export interface SessionContext {
  parent: SessionInput['parent']
  entry: Entry
  session: Session | undefined
  /** The stream that the user has chosen; undefined before a choice. */
  streamId: string | undefined
  /** Where the user is, or is to return to after signing in. */
  location: string
  /** The organisation that the user has chosen and that the session does not act for yet. */
  requestedOrganisationId: string | undefined
  /** Whether the identity service has just let the user in: then a refusal is not answered by another sign-in. */
  isFresh: boolean
  problem: Problem | undefined
}

/** What the session tells the application, which runs it (`src/machines/application`). */
export type SessionParentEvent =
  /** The router goes there: after sign-in and after a change of organisation. */
  | { type: 'NAVIGATE'; to: string }
  /**
   * Somebody acts for an organisation; again after each renewal. `liveSequence`: number of the last live message of the
   * organisation when the session was made; `unreadNotices`: how many notices the user had not read then.
   */
  | { type: 'SESSION_ACTING'; user: UserPrincipal; liveSequence: number; unreadNotices: number }
  /** The session goes on after it had ended: what was refused meanwhile is asked for again. */
  | { type: 'SESSION_CONTINUED' }
  /** The session has ended. */
  | { type: 'SESSION_LEFT' }

/** Events of the user. */
export type SessionUserEvent =
  | { type: 'SIGN_IN' }
  | { type: 'SIGN_OUT' }
  | { type: 'SWITCH_ORGANISATION'; organisationId: string }
  | { type: 'SELECT_STREAM'; streamId: string }
  /** The answer to the notice that the session is about to expire. */
  | { type: 'STAY_SIGNED_IN' }
  | { type: 'DISMISS_PROBLEM' }
  | { type: 'RETRY' }

/** Events of the router and of the actor `watchTokens`. */
export type SessionSystemEvent =
  | { type: 'LOCATION_CHANGED'; location: string }
  /** The API answered 401: the API token no longer counts. */
  | { type: 'UNAUTHORISED' }
  /** A token ends in 60 seconds, or has ended while the machine slept. */
  | { type: 'TOKEN_EXPIRING' }
  /** The organisation that the user acts for is called otherwise, or takes part no more. */
  | { type: 'ORGANISATION_CHANGED' }
  /** Another window of the same browser has got a token. */
  | { type: 'SIGNED_IN_ELSEWHERE' }
  /** The user has signed out in another window of the same browser. */
  | { type: 'SIGNED_OUT_ELSEWHERE' }
  /** The session of another window has ended, and with it the token that the browser keeps. */
  | { type: 'SESSION_ENDED_ELSEWHERE' }

export type SessionEvent = SessionUserEvent | SessionSystemEvent

/** What views ask of the session. */
export type SessionTag = 'visitor' | 'signedIn' | 'expiryNotice' | 'expiredNotice'
