/** What the person sees of a support session of this browser. */
export interface Sharing {
  state: 'offered' | 'watched' | 'over'
  /** As people read it out. */
  code: string
  /** Who looks on; null for nobody. */
  watcher: string | null
  /** When it ends at the latest, in ms since 1970, by the clock of this browser. */
  ends: number
  /** Ends it, or takes away the notice that it is over. */
  end: () => void
}

let shown: Sharing | undefined
const listeners = new Set<() => void>()

/** The support session of this browser: every page has a notice of it. What runs it is fetched when somebody starts one. */
export const sharing = {
  current: (): Sharing | undefined => shown,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  show: (next: Sharing | undefined): void => {
    shown = next
    for (const listener of listeners) listener()
  },
}
