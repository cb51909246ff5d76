/**
 * Marks an element that scrolls sideways with the sides at which more is out of sight: `data-more` is "start", "end" or
 * both. `base.css` fades those edges. As the `ref` of the element, or called in an effect.
 */
export const moreAside = (element: HTMLElement | null): (() => void) | undefined => {
  if (!element || typeof ResizeObserver === 'undefined') return
  const mark = (): void => {
    const hidden = element.scrollWidth - element.clientWidth
    const at = Math.abs(element.scrollLeft)
    const sides = [at > 1 && 'start', at < hidden - 1 && 'end'].filter(Boolean)
    if (sides.length > 0) element.dataset.more = sides.join(' ')
    else delete element.dataset.more
  }
  const observer = new ResizeObserver(mark)
  for (const each of [element, ...element.children]) observer.observe(each)
  element.addEventListener('scroll', mark, { passive: true })
  return () => {
    observer.disconnect()
    element.removeEventListener('scroll', mark)
  }
}
