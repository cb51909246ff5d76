import type { ToText } from '../../../messages/index.ts'
import { eventLabel, isLifecycleEvent } from '../question/events.ts'

/** An event in words, whichever version of the chart it comes from. */
export const labelOf = (text: ToText, event: string): string =>
  isLifecycleEvent(event) ? eventLabel(text, event) : event
