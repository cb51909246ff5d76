/** What must stay in sight while it has the focus: the row of a table as a whole, else the control. */
const inFocus = (): Element | undefined => {
  const active = document.activeElement
  if (!active || active === document.body || active.id === 'main') return undefined
  return active.closest('tr, [role="row"]') ?? active
}

const overlap = (one: DOMRect, other: DOMRect): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/**
 * Keeps something that lies over the page clear of what has the focus (WCAG 2.4.11): it moves to the other end of the window,
 * `data-end="top"`, while the focus is below it. As the `ref` of what lies over the page.
 */
export const clearOfFocus = (element: HTMLElement | null): (() => void) | undefined => {
  if (!element || typeof ResizeObserver === 'undefined') return
  const move = (): void => {
    const focused = inFocus()
    if (!focused || element.contains(focused)) return
    delete element.dataset.end
    if (overlap(focused.getBoundingClientRect(), element.getBoundingClientRect())) element.dataset.end = 'top'
  }
  const observer = new ResizeObserver(move)
  observer.observe(element)
  document.addEventListener('focusin', move)
  document.addEventListener('scroll', move, { capture: true, passive: true })
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', move)
    document.removeEventListener('scroll', move, { capture: true })
  }
}
