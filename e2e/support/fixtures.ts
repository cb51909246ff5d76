import { type Browser, expect, type Page } from '@playwright/test'
import { keepDatabase, resetDatabase } from './database.ts'
import { type PortalOptions, type PortalServer, startPortalServer } from './server.ts'
import { signedInBrowser } from './signedIn.ts'
import { test as base } from './steadyScreens.ts'

interface Fixtures {
  /** A server of this test alone, started so: for tests that end it or its workers. */
  ownPortal: PortalOptions | undefined
  /** Whether the test has a page break its policy, to see that it is noticed. */
  breaksPolicy: boolean
  /** The server: that of the worker of Playwright, with a database as it was at its start, or one of this test alone. */
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

/** The dashboard of somebody who has signed in before, in a browser of their own. */
export const dashboardOf = async (
  browser: Browser,
  url: string,
  userId: string,
  options: Parameters<typeof signedInBrowser>[3] = {},
): Promise<Page> => {
  const page = await (await signedInBrowser(browser, url, userId, options)).newPage()
  await page.goto(url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return page
}

/** Fails what a report of a browser falls into: pages never do what their policy forbids. */
export const refuseReports = (reports: readonly string[]): void => {
  if (reports.length > 0) throw new Error(`A page broke its content security policy:\n${reports.join('\n')}`)
}

/** The server that the tests of a worker share, one after the other; started when one first asks for it. */
interface SharedPortal {
  /** The server with its database as it was at its start. */
  fresh: () => Promise<PortalServer>
  stop: () => Promise<void>
}

const sharePortal = (): SharedPortal => {
  let started: Promise<PortalServer> | undefined
  const start = async (): Promise<PortalServer> => {
    const portal = await startPortalServer()
    await keepDatabase(portal)
    return portal
  }
  return {
    fresh: async () => {
      if (started) await resetDatabase(await started)
      else started = start()
      return started
    },
    stop: async () => {
      const portal = await started
      await portal?.stop()
      // A report may come after the test that it belongs to.
      refuseReports(portal?.takeReports() ?? [])
    },
  }
}

export const test = base.extend<Fixtures, { shared: SharedPortal }>({
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern.
    async ({}, use) => {
      const shared = sharePortal()
      await use(shared)
      await shared.stop()
    },
    { scope: 'worker' },
  ],
  ownPortal: [undefined, { option: true }],
  breaksPolicy: [false, { option: true }],
  portal: async ({ ownPortal, breaksPolicy, shared }, use, testInfo) => {
    const server = ownPortal ? await startPortalServer(ownPortal) : await shared.fresh()
    const printed = server.output().length
    await use(server)
    if (ownPortal) await server.stop()
    if (testInfo.status !== testInfo.expectedStatus) {
      const body = ownPortal ? server.output() : server.output().slice(printed)
      await testInfo.attach('server.log', { body, contentType: 'text/plain' })
    }
    const reports = server.takeReports()
    if (breaksPolicy) expect(reports).not.toEqual([])
    else refuseReports(reports)
  },
  pageOf: async ({ browser, portal }, use) => {
    const pages: Page[] = []
    await use(async userId => {
      const page = await dashboardOf(browser, portal.url, userId, { acceptDownloads: true })
      pages.push(page)
      return page
    })
    for (const page of pages) await page.context().close()
  },
})

export { expect } from '@playwright/test'
