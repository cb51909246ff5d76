import { useBeforeUnload, useBlocker } from 'react-router'

export interface LeaveGuard {
  /** Whether the question is to be shown. */
  isBlocked: boolean
  stay: () => void
  leave: () => void
}

/** State of a location that only names anew what the page already shows; nobody leaves by it. */
export const samePage = (key: string) => ({ pageKey: key })

/** The key under which such a location keeps the page that is drawn; undefined for any other. */
export const pageKeyOf = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'pageKey' in state ? String(state.pageKey) : undefined

const staysOnPage = (state: unknown): boolean => pageKeyOf(state) !== undefined

/**
 * Asks before the page is left, while there is something to lose: for another page of the portal, and by the browser's
 * own question for closing the tab. `asks` is called when somebody leaves, for what is drawn may be behind by then.
 */
export const useLeaveGuard = (asks: () => boolean): LeaveGuard => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && !staysOnPage(nextLocation.state) && asks(),
  )
  useBeforeUnload(event => {
    if (asks()) event.preventDefault()
  })
  return {
    isBlocked: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  }
}
