import { useSyncExternalStore } from 'react'
import { Hidden } from './Hidden.tsx'

/** polite waits for a pause in what is being read; assertive interrupts, for problems. */
export type Urgency = 'polite' | 'assertive'

interface Said {
  readonly polite: string
  readonly assertive: string
}

let said: Said = { polite: '', assertive: '' }
const listeners = new Set<() => void>()

/** Has a screen reader say a sentence. An Announcer must be on the page. The same words twice are said twice. */
export function announce(message: string, urgency: Urgency = 'polite'): void {
  const repeated = said[urgency] === message
  // A no-break space changes the text of the region, without which a repeated message is not read.
  said = { ...said, [urgency]: repeated ? `${message}\u00A0` : message }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The two live regions that announce() speaks through. Put it once at the root. */
export function Announcer() {
  const { polite, assertive } = useSyncExternalStore(subscribe, () => said)
  return (
    <Hidden>
      <span role="status" aria-live="polite" aria-atomic="true">
        {polite}
      </span>
      <span role="alert" aria-live="assertive" aria-atomic="true">
        {assertive}
      </span>
    </Hidden>
  )
}
