import AxeBuilder from '@axe-core/playwright'
import { type Browser, test as base, expect, type Page } from '@playwright/test'
import { type PortalServer, startPortalServer } from './server.ts'

interface Fixtures {
  /** Variables for the server of this test. */
  environment: Record<string, string>
  portal: PortalServer
  /** A signed-in page of its own, as a second person or a second browser would have. */
  pageOf: (userId: string) => Promise<Page>
}

/** Signs in by the identity provider's page, as a person would, and waits for the dashboard. */
export const signInAs = async (page: Page, url: string, userId: string): Promise<void> => {
  await page.goto(url)
  await page.getByRole('button', { name: `Sign in as ${userId}`, exact: true }).click()
  await page.waitForURL(address => !/^\/(oidc|callback)\//.test(address.pathname))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

const contextOf = (browser: Browser) => browser.newContext({ acceptDownloads: true })

export const test = base.extend<Fixtures>({
  environment: [{}, { option: true }],
  portal: async ({ environment }, use, testInfo) => {
    const server = await startPortalServer(environment)
    await use(server)
    await server.stop()
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('server.log', { body: server.output(), contentType: 'text/plain' })
    }
  },
  pageOf: async ({ browser, portal }, use) => {
    const contexts: Awaited<ReturnType<typeof contextOf>>[] = []
    await use(async userId => {
      const context = await contextOf(browser)
      contexts.push(context)
      const page = await context.newPage()
      await signInAs(page, portal.url, userId)
      return page
    })
    for (const context of contexts) await context.close()
  },
})

/** Waits for every transition that has an end: contrast is measured on what stays. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(animation => animation.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })

const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What may differ between the colour schemes; the rest is the same page. */
const axeColourRules = ['color-contrast', 'link-in-text-block']

/** No violation of WCAG 2.2 AA on this screen, light and dark. */
export const expectAccessible = async (page: Page): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await settle(page)
    const axe = new AxeBuilder({ page })
      // React Aria names what it announced by the id of a button that may have left the page since; it is gone in seconds.
      .exclude('[data-live-announcer]')
    const { violations } = await (colorScheme === 'light'
      ? axe.withTags(axeTags)
      : axe.withRules(axeColourRules)
    ).analyze()
    const found = violations.map(
      ({ id, nodes }) => `${colorScheme}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join('; ')}`,
    )
    expect(found).toEqual([])
  }
}

export { expect } from '@playwright/test'
