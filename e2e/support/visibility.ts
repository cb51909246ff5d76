import type { Page } from '@playwright/test'

/** Puts the page behind other windows, or before them, as far as it can tell. */
export const setVisibility = (page: Page, visibilityState: 'visible' | 'hidden'): Promise<void> =>
  page.evaluate(state => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
    document.dispatchEvent(new Event('visibilitychange'))
  }, visibilityState)
