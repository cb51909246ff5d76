import { useLocation } from 'react-router'
import { useLeaveFor } from '../../hooks/leaveFor.ts'
import { usePageTitle } from '../../hooks/page.tsx'
import { useMessages } from '../../messages/index.ts'

/** Route `/validate` where the router leads to it: the page is a separate document, and is loaded in its place. */
export function Component() {
  const t = useMessages('validate')
  const { search } = useLocation()
  usePageTitle(t('title'))
  useLeaveFor(`/validate${search}`)
  return null
}
