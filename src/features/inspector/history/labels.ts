import { eventLabel, isLifecycleEvent } from '../question/events.ts'

/** An event in words, whichever version of the chart it comes from. */
export const labelOf = (event: string): string => (isLifecycleEvent(event) ? eventLabel(event) : event)
