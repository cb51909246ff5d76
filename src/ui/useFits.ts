import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Whether the table is no wider than its place. Then nothing needs to scroll sideways, the region stays open and the
 * header can stick to the window instead of to the region. A table that scrolls is laid out otherwise than one that does
 * not: that it would fit as it is now says nothing, so it is asked afresh when its place gets wider or its content changes.
 */
export function useFits(place: RefObject<HTMLElement | null>, table: RefObject<HTMLElement | null>): boolean {
  const [fits, setFits] = useState(true)
  const tooNarrow = useRef(0)
  /** Width of the table that scrolls, in px, as it was at first. */
  const scrolled = useRef<number>(undefined)
  useEffect(() => {
    const outer = place.current
    const inner = table.current
    if (!outer || !inner || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => {
      const room = outer.clientWidth
      const width = inner.offsetWidth
      const overflows = width > room + 1
      if (fits && overflows) {
        tooNarrow.current = room
        scrolled.current = undefined
        setFits(false)
      }
      if (fits) return
      scrolled.current ??= width
      const isOther = width !== scrolled.current
      if (room > tooNarrow.current || (isOther && !overflows)) setFits(true)
    })
    observer.observe(outer)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [place, table, fits])
  return fits
}
