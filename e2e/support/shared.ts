import type { Page } from '@playwright/test'
import { test as base, signInAs } from './fixtures.ts'
import { type PortalServer, startPortalServer } from './server.ts'

interface Shared {
  portal: PortalServer
  /** The page of a person, signed in once for the whole file; each test finds it as a new window would be. */
  pageOf: (userId: string) => Promise<Page>
}

const usual = { width: 1280, height: 900 }

/** One server and one sign-in of each person for all tests of a file: for tests that leave the data as they found it. */
export const test = base.extend<object, { shared: Shared }>({
  shared: [
    async ({ browser }, use) => {
      const portal = await startPortalServer()
      const pages = new Map<string, Page>()
      await use({
        portal,
        pageOf: async userId => {
          const known = pages.get(userId)
          if (known) {
            await known.setViewportSize(usual)
            await known.emulateMedia({ media: null, colorScheme: null, reducedMotion: null })
            return known
          }
          const page = await (await browser.newContext({ acceptDownloads: true, viewport: usual })).newPage()
          await signInAs(page, portal.url, userId)
          pages.set(userId, page)
          return page
        },
      })
      for (const page of pages.values()) await page.context().close()
      await portal.stop()
    },
    { scope: 'worker' },
  ],
  portal: async ({ shared }, use) => use(shared.portal),
  pageOf: async ({ shared }, use) => use(shared.pageOf),
})

export { expect, expectAccessible } from './fixtures.ts'
