import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { focusTitle, keepFocus } from '../ui/index.ts'

/**
 * Moves the focus to the heading of the page after a navigation, so that it is read out; not on the first page. Within a
 * page it moves on to what takes the place of the element that held it.
 */
export function PageFocus() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    focusTitle(document)
  }, [pathname])
  useEffect(() => keepFocus(document), [])
  return null
}
