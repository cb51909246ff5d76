import type { Page } from '@playwright/test'

/** Counts the clicks on a page from now on, as long as it is not loaded again; gives how many there were. */
export const countClicks = async (page: Page): Promise<() => Promise<number>> => {
  await page.evaluate(() => {
    document.documentElement.dataset.clicks = '0'
    addEventListener(
      'click',
      event => {
        if (!event.isTrusted) return
        const { dataset } = document.documentElement
        dataset.clicks = String(Number(dataset.clicks) + 1)
      },
      { capture: true },
    )
  })
  return () => page.evaluate(() => Number(document.documentElement.dataset.clicks ?? 'NaN'))
}
