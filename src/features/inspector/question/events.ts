import type { Principal } from '../../../domain/principal.ts'
import { chartOf } from '../../../machines/inspection/chart.ts'
import {
  eventMessage,
  isUserEventType,
  type LifecycleEvent,
  type LifecycleEventType,
  submissionLifecycle,
  userEventTypes,
} from '../../../machines/submission-lifecycle/index.ts'
import type { ToText } from '../../../messages/index.ts'

const declared = new Set(chartOf(submissionLifecycle).transitions.map(({ event }) => event))

/** Whether a text names an event of the lifecycle. */
export const isLifecycleEvent = (type: string | undefined): type is LifecycleEventType =>
  type !== undefined && declared.has(type)

/** Every event of the lifecycle, those that people cause first. */
export const lifecycleEvents: readonly LifecycleEventType[] = [
  ...userEventTypes,
  ...[...declared].filter(isLifecycleEvent).filter(type => !isUserEventType(type)),
]

/** An event as the screens name it, or what the system reports. */
export const eventLabel = (text: ToText, type: LifecycleEventType): string => text(eventMessage(type))

/** Whether a person causes the event, not the system. */
export const isUserEvent: (type: LifecycleEventType) => boolean = isUserEventType

/** What comes with an event besides who causes it, and is asked for by a guard. */
export const guardInputOf = (type: LifecycleEventType): 'termsAccepted' | 'hasNote' | undefined =>
  type === 'SUBMIT' || type === 'REQUEST_SIGN_OFF'
    ? 'termsAccepted'
    : type === 'DECLINE'
      ? 'hasNote'
      : undefined

/** The event as the chart takes it; `isGiven` is read of those alone with which something is asked for. */
export const eventOf = (type: LifecycleEventType, actor: Principal, isGiven: boolean): LifecycleEvent => {
  const guardInput = guardInputOf(type)
  // Every type with a who is an event of the union, which is too large for TypeScript to see it.
  return (guardInput ? { type, actor, [guardInput]: isGiven } : { type, actor }) as LifecycleEvent
}
