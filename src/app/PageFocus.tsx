import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { keepFocus } from '../ui/index.ts'

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
    // The heading of a page that is still loading comes later; then the main region takes the focus.
    const target = document.getElementById('page-title') ?? document.getElementById('main')
    target?.focus({ preventScroll: true })
  }, [pathname])
  useEffect(() => keepFocus(document), [])
  return null
}
