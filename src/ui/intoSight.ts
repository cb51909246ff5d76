/**
 * Moves a list that is wider than the window so that the current link is in its middle: the `ref` of that link. Only the list moves:
 * `scrollIntoView` would move the page, too, where the list is below the window's edge.
 */
export const intoSight = (link: HTMLAnchorElement | null): void => {
  const list = link?.closest('ul')
  if (!link || !list) return
  const middle = (element: Element) => {
    const { left, width } = element.getBoundingClientRect()
    return left + width / 2
  }
  list.scrollLeft += middle(link) - middle(list)
}
