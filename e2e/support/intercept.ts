import type { Page, Request, Route } from '@playwright/test'

type Address = string | RegExp

/**
 * Has calls of a page go through `answer` until the function that it gives is called; then they pass untouched. The
 * route itself stays: Chromium never sends on what it holds at the moment at which a page's last route is taken away.
 */
export const intercept = async (
  page: Page,
  address: Address,
  answer: (route: Route, request: Request) => Promise<void> | void,
): Promise<() => void> => {
  let isOn = true
  await page.route(address, (route, request) => (isOn ? answer(route, request) : route.fallback()))
  return () => {
    isOn = false
  }
}

/** Gives the next call of a page to an address, held; those after it pass. */
export const holdNext = (page: Page, address: Address): Promise<Route> =>
  new Promise((resolve, reject) => {
    const intercepting = intercept(page, address, async route => {
      resolve(route)
      const stop = await intercepting
      stop()
    })
    intercepting.catch(reject)
  })
