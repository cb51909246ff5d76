import type { ErrorActorEvent } from 'xstate'

/** Parameter of an action in `onError`: what was thrown. (xstate does not type the event there for named actions.) */
export const thrown = ({ event }: { event: ErrorActorEvent }): unknown => event.error
