import { useBeforeUnload, useBlocker } from 'react-router'

export interface LeaveGuard {
  /** Whether the question is to be shown. */
  isAsked: boolean
  stay: () => void
  leave: () => void
}

/**
 * Asks before the page is left, while there is something to lose: for another page of the portal, and by the browser's
 * own question for closing the tab. `asks` is called when somebody leaves, for what is drawn may be behind by then.
 */
export const useLeaveGuard = (asks: () => boolean): LeaveGuard => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && asks(),
  )
  useBeforeUnload(event => {
    if (asks()) event.preventDefault()
  })
  return {
    isAsked: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  }
}
