import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Whether the table is no wider than its place. Then nothing needs to scroll sideways, the region stays open and the
 * header can stick to the window instead of to the region. A table that scrolls takes more room than it needs, so each
 * time its place gets wider it is asked afresh.
 */
export function useFits(place: RefObject<HTMLElement | null>, table: RefObject<HTMLElement | null>): boolean {
  const [fits, setFits] = useState(true)
  const tooNarrow = useRef(0)
  useEffect(() => {
    const outer = place.current
    const inner = table.current
    if (!outer || !inner || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => {
      const room = outer.clientWidth
      const overflows = inner.offsetWidth > room + 1
      if (fits && overflows) {
        tooNarrow.current = room
        setFits(false)
      } else if (!fits && (!overflows || room > tooNarrow.current)) setFits(true)
    })
    observer.observe(outer)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [place, table, fits])
  return fits
}
