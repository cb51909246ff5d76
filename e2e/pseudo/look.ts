import type { Page } from '@playwright/test'

/** Text on a screen that no message of the catalogue says, and where it stands. */
export interface PlainText {
  text: string
  place: string
}

/** What stands on the screen in plain English, text that is only read aloud included. */
export const plainTexts = (page: Page): Promise<PlainText[]> =>
  page.evaluate(() => {
    const accented = /\S*[åçéîñöšûŵýžÅÇÉÎÑÖŠÛŴÝŽ]\S*|[[\]~]/
    /** A word of letters that have no accent in the pseudo-language ("km") tells nothing. */
    const isPlain = (word: string): boolean => word.length > 1 && /[aceinosuwyz]/i.test(word)
    const plainIn = (text: string): string[] =>
      text
        .split(accented)
        .map(part => part.trim().replaceAll(/\s+/g, ' '))
        .filter(part => (part.match(/\p{L}+/gu) ?? []).some(isPlain))
    const placeOf = (element: Element): string => {
      const above = element.parentElement?.closest('[role], main, table, nav, header, section')
      return `${element.localName} in ${above?.getAttribute('role') ?? above?.localName ?? 'the page'}`
    }
    // A drawing breaks its text into lines.
    const ownTexts = (element: Element): string[] =>
      element.matches('svg text')
        ? [[...element.children].map(line => line.textContent).join(' ')]
        : [...element.childNodes].filter(node => node instanceof Text).map(({ data }) => data)
    const attributes = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt']
    return [...document.querySelectorAll('*')]
      .filter(
        element =>
          !element.closest('script, style, noscript, template, [translate="no"]') &&
          !element.matches('tspan'),
      )
      .flatMap(element => {
        const read = attributes.map(name => element.getAttribute(name) ?? '')
        return [...ownTexts(element), ...read]
          .flatMap(plainIn)
          .map(text => ({ text, place: placeOf(element) }))
      })
  })

/**
 * Elements that hide a part of their text, and the page or a dialog where it is wider than the window. Three dots are no excuse,
 * but for data, and where the whole text comes by resting on it. What is spare may go as a whole.
 */
export const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLElement>('body *')].filter(element =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    )
    const hides = (overflow: string): boolean => /hidden|clip/.test(overflow)
    const goesAsWhole = (element: Element): boolean => {
      if (!element.matches('[data-spare]')) return false
      const { bottom } = element.getBoundingClientRect()
      const lines = [...element.querySelectorAll(':not(:has(*))')].flatMap(part => [...part.getClientRects()])
      return !lines.some(line => line.top < bottom - 1 && line.bottom > bottom + 1)
    }
    const cut = shown.flatMap(element => {
      const { overflowX, overflowY, textOverflow, clipPath } = getComputedStyle(element)
      // What is only read aloud is clipped away or a pixel wide.
      const isSeen = clipPath === 'none' && element.clientWidth > 1 && element.clientHeight > 1
      const text = element.textContent?.trim() ?? ''
      if (!isSeen || text === '') return []
      const isSaid = element.closest('[title]')?.getAttribute('title')?.includes(text)
      if (textOverflow === 'ellipsis' && (isSaid || element.closest('[translate="no"]'))) return []
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element
      const beside = scrollWidth - clientWidth
      const below = goesAsWhole(element) ? 0 : scrollHeight - clientHeight
      return [
        ...(hides(overflowX) && beside > 1 ? [`${beside} pixels at the side`] : []),
        ...(hides(overflowY) && below > 1 ? [`${below} pixels at the foot`] : []),
      ].map(part => `${element.localName} hides ${part} of "${text.slice(0, 80)}"`)
    })
    const { clientWidth, scrollWidth } = document.documentElement
    const isBeyond = (element: Element) => element.getBoundingClientRect().right > clientWidth + 1
    const dialogs = shown.filter(element => element.matches('[role$="dialog"]') && isBeyond(element))
    if (scrollWidth <= clientWidth && dialogs.length === 0) return cut
    const widest = shown.findLast(
      element => isBeyond(element) && ![...element.children].some(isBeyond) && element.textContent?.trim(),
    )
    return [
      ...cut,
      `${widest?.localName} "${widest?.textContent?.trim().slice(0, 80)}" lies beyond the window`,
    ]
  })

/** Waits until nothing on the page changes any more and nothing is loading. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise(resolve => {
        const quietMs = 80
        const settle = () => {
          if (!document.querySelector('h1') || document.querySelector('[aria-busy=true]')) return wait()
          observer.disconnect()
          resolve()
        }
        let timer = setTimeout(settle, quietMs)
        const wait = () => {
          clearTimeout(timer)
          timer = setTimeout(settle, quietMs)
        }
        const observer = new MutationObserver(wait)
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
      }),
  )
