import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { pageKeyOf } from '../hooks/leave.ts'
import { focusTitle, keepFocus } from '../ui/index.ts'

/**
 * Moves the focus to the heading of the page after a navigation, so that it is read out; not on the first page, and not
 * where a page only gets an address of its own. Within a page it moves on to what takes the place of the element that
 * held it.
 */
export function PageFocus() {
  const { pathname, state } = useLocation()
  const isRenamed = useNavigationType() === 'REPLACE' && pageKeyOf(state) !== undefined
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (!isRenamed) focusTitle(document)
  }, [pathname, isRenamed])
  useEffect(() => keepFocus(document), [])
  return null
}
