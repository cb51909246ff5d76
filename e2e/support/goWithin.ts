import { expect, type Page } from '@playwright/test'

/** Goes to an address in the portal as it stands loaded, as its own links do; many times quicker than to load it anew. */
export const goWithin = (page: Page, address: string): Promise<void> =>
  page.evaluate(to => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, address)

/** An address of the server at which nothing of the portal is loaded. To leave the portal for it needs no new process. */
export const outsidePortal = '/robots.txt'

/**
 * Goes to an address of the portal: within it where it stands loaded on the page, else by loading it. The page that is
 * arriving arrives first: a heading drawn after the address has changed counts as the new page's, and must not go away.
 */
export const goTo = async (page: Page, address: string): Promise<void> => {
  const { origin, pathname, search, hash } = new URL(address)
  if (page.url() === address) return
  const at = new URL(page.url())
  if (at.origin !== origin || at.pathname === outsidePortal) {
    await page.goto(address)
    return
  }
  await expect(page.locator('main h1').first()).toBeVisible()
  await goWithin(page, pathname + search + hash)
}
