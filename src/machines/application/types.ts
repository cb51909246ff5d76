import type { UserPrincipal } from '../../domain/principal.ts'
import type { LiveFeedParentEvent } from '../live-feed/index.ts'
import type { SessionInput, SessionParentEvent } from '../session/index.ts'

/** How the page was opened. */
export interface ApplicationInput extends Omit<SessionInput, 'parent'> {
  /** Version of the release that the page is of. */
  release?: string | undefined
  /** From 0 to 1, random for each page: how its attempts to connect lie between those of others. */
  spread?: number | undefined
}

export interface ApplicationContext {
  opened: ApplicationInput
  /** Who acts, and for which organisation; undefined while nobody is signed in. */
  user: UserPrincipal | undefined
  /** The institution whose submission is in sight, where it is not the viewer's own. */
  visited: string | undefined
}

export type ApplicationEvent =
  | SessionParentEvent
  | LiveFeedParentEvent
  /** The router is somewhere else. */
  | { type: 'LOCATION_CHANGED'; location: string }
  /** A screen shows a submission of this institution, as it was after the live message `seen`; its progress is to arrive. */
  | { type: 'INSTITUTION_VISITED'; instId: string; seen?: number | undefined }
  /** The screen is gone. */
  | { type: 'INSTITUTION_LEFT' }

export type ApplicationEmitted =
  | { type: 'application.navigate'; to: string }
  | { type: 'application.fault'; error: unknown }
