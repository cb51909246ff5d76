import { type RefObject, useEffect, useState } from 'react'

/**
 * Whether the table is no wider than its place. Then nothing needs to scroll sideways, the region stays open and the
 * header can stick to the window instead of to the region.
 */
export function useFits(place: RefObject<HTMLElement | null>, table: RefObject<HTMLElement | null>): boolean {
  const [fits, setFits] = useState(true)
  useEffect(() => {
    const outer = place.current
    const inner = table.current
    if (!outer || !inner || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => setFits(inner.offsetWidth <= outer.clientWidth + 1))
    observer.observe(outer)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [place, table])
  return fits
}
