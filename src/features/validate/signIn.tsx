import { useLocation } from 'react-router'
import { useLeaveFor } from '../../hooks/leaveFor.ts'

/** Route `/validate/sign-in`: who is here has signed in, and goes back to the page that asked for it. */
export function Component() {
  const query = new URLSearchParams(useLocation().search)
  query.set('from', 'sign-in')
  useLeaveFor(`/validate?${query}`)
  return null
}
