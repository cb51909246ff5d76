import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Moves the focus to the heading of the page after a navigation, so that it is read out; not on the first page. */
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
  return null
}
