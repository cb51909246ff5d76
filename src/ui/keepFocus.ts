/** Where reading can go on: marked places, headings, the name of a table's row. */
const places = '[data-focus-next], h1, h2, h3, h4, [role="rowheader"], th[scope="row"]'

/** What opens over the page and gives the focus back to it. */
const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

const isShown = (element: Element): boolean => element.getClientRects().length > 0

const trailOf = (element: Element): Element[] => {
  const trail: Element[] = []
  for (let at: Element | null = element; at && at !== element.ownerDocument.body; at = at.parentElement)
    trail.push(at)
  return trail
}

const placesIn = (element: Element): HTMLElement[] =>
  [...element.querySelectorAll<HTMLElement>(places)].filter(isShown)

/**
 * The place nearest to something that is gone: the first new one within the closest of its ancestors that is still
 * there and holds any, else the first one there.
 */
const nearest = (trail: readonly Element[], added: readonly Element[]): HTMLElement | undefined => {
  for (const ancestor of trail) {
    if (!ancestor.isConnected) continue
    const found = placesIn(ancestor)
    if (found.length > 0)
      return found.find(place => added.some(element => element.contains(place))) ?? found[0]
    if (ancestor.matches('main')) return undefined
  }
  return undefined
}

const titleId = 'page-title'
const mainId = 'main'

const titleOf = (document: Document): HTMLElement | null =>
  document.getElementById(titleId) ?? document.getElementById(mainId)

/**
 * Gives the focus to the heading of the page; to the main region while the heading of a page is still to come, from where
 * `keepFocus` hands it on.
 */
export const focusTitle = (document: Document): void => titleOf(document)?.focus({ preventScroll: true })

/**
 * Moves the focus on when what held it leaves the page, as a button does that is replaced by the result of its action:
 * to the nearest new heading or marked place, so that nobody begins again at the top. What has been given the focus by
 * somebody else meanwhile keeps it. It waits at the main region for the heading of a page that is still loading. Gives back
 * what ends it.
 */
export const keepFocus = (document: Document): (() => void) => {
  const { body, defaultView: window } = document
  let trail: readonly Element[] = []
  let outside: readonly Element[] = []
  let added: Element[] = []
  let pending = 0
  /** The main region while it holds the focus for a heading that is still to come. */
  let waiting: Element | null = null

  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return
    waiting = target.id === mainId && !document.getElementById(titleId) ? target : null
    trail = trailOf(target)
    if (!target.closest(overlays)) outside = trail
    added = []
  }
  const isLost = () =>
    (document.activeElement === body || document.activeElement === null) && trail[0]?.isConnected === false

  const moveOn = () => {
    pending = 0
    if (!isLost()) return
    const target =
      nearest(trail, added) ??
      (outside[0]?.isConnected ? (outside[0] as HTMLElement) : nearest(outside, added)) ??
      titleOf(document)
    if (target && target.tabIndex < 0 && !target.hasAttribute('tabindex')) target.tabIndex = -1
    target?.focus()
  }
  const observer = new MutationObserver(records => {
    if (waiting !== null && waiting === document.activeElement) focusTitle(document)
    if (!isLost()) return
    for (const { addedNodes } of records)
      for (const node of addedNodes) if (node instanceof Element) added.push(node)
    // A dialog gives the focus back, and a navigation moves it, within the next frame: they come first.
    if (pending === 0 && window)
      pending = window.requestAnimationFrame(() => {
        pending = window.requestAnimationFrame(moveOn)
      })
  })
  document.addEventListener('focusin', onFocus)
  observer.observe(body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', onFocus)
    observer.disconnect()
    if (pending !== 0) window?.cancelAnimationFrame(pending)
  }
}
