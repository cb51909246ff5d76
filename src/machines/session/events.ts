import type { Stream } from '../../domain/stream.ts'

/** Events of the user. */
export type SessionUserEvent =
  | { type: 'SIGN_IN' }
  | { type: 'SIGN_OUT' }
  | { type: 'SWITCH_ORGANISATION'; organisationId: string }
  | { type: 'SELECT_STREAM'; streamId: Stream['id'] }
  /** The answer to the notice that the session is about to expire. */
  | { type: 'STAY_SIGNED_IN' }
  | { type: 'DISMISS_PROBLEM' }
  | { type: 'RETRY' }

/** Events of the router, the API client and the actor `watchTokens`. */
export type SessionSystemEvent =
  | { type: 'LOCATION_CHANGED'; location: string }
  /** The API answered 401: the API token no longer counts. */
  | { type: 'UNAUTHORISED' }
  /** The token expires in 60 seconds and was not renewed in silence. */
  | { type: 'TOKEN_EXPIRING' }
  /** The identity token was renewed in silence; the API token has to follow. */
  | { type: 'TOKEN_RENEWED' }
  | { type: 'TOKEN_EXPIRED' }
  /** Another window of the same browser has got a token. */
  | { type: 'SIGNED_IN_ELSEWHERE' }

export type SessionEvent = SessionUserEvent | SessionSystemEvent
