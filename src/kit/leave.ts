import { useBeforeUnload, useBlocker } from 'react-router'

export interface LeaveGuard {
  /** Whether the question is to be shown. */
  isAsked: boolean
  stay: () => void
  leave: () => void
}

/** Asks before the page is left while `isOn`: for another page of the portal, and for closing the tab. */
export const useLeaveGuard = (isOn: boolean): LeaveGuard => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isOn && currentLocation.pathname !== nextLocation.pathname,
  )
  useBeforeUnload(event => {
    if (isOn) event.preventDefault()
  })
  return {
    isAsked: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  }
}
