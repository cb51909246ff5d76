import type { Page } from '@playwright/test'
import { test as base, dashboardOf, refuseReports } from './fixtures.ts'
import type { PortalServer } from './server.ts'

/** Signed-in people in front of one portal. */
interface Crowd {
  portal: () => Promise<PortalServer>
  /** The page of a person, signed in once for the whole file; each test finds it as a new window would be. */
  pageOf: (userId: string) => Promise<Page>
  /** Closes every page: what comes next finds a portal that nobody looks at. */
  leave: () => Promise<void>
}

const usual = { width: 1280, height: 900 }

/**
 * One sign-in of each person, and one state of the database, for all tests of a file: for tests that leave the data as
 * they found it. Two providers have a processed file there (scene `clean`). The file ends with `leave`.
 */
export const test = base.extend<object, { crowd: Crowd }>({
  crowd: [
    async ({ browser, shared }, use) => {
      let portal: Promise<PortalServer> | undefined
      const pages = new Map<string, Page>()
      const open = (): Promise<PortalServer> => {
        portal ??= shared.at('clean')
        return portal
      }
      const leave = async (): Promise<void> => {
        for (const page of pages.values()) await page.context().close()
        pages.clear()
        portal = undefined
      }
      await use({
        portal: open,
        leave,
        pageOf: async userId => {
          const known = pages.get(userId)
          if (known) {
            await known.setViewportSize(usual)
            await known.emulateMedia({ media: null, colorScheme: null })
            return known
          }
          const { url } = await open()
          const page = await dashboardOf(browser, url, userId, { acceptDownloads: true, viewport: usual })
          pages.set(userId, page)
          return page
        },
      })
      await leave()
    },
    { scope: 'worker' },
  ],
  portal: async ({ crowd }, use) => {
    const portal = await crowd.portal()
    await use(portal)
    refuseReports(portal.takeReports())
  },
  pageOf: async ({ crowd }, use) => use(crowd.pageOf),
})

export { expect } from './fixtures.ts'
