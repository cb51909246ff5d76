import { type Browser, test as base, expect, type Page } from '@playwright/test'
import { keepDatabase, resetDatabase } from './database.ts'
import { type PortalOptions, type PortalServer, startPortalServer } from './server.ts'

interface Fixtures {
  /** A server of this test alone, started so: for tests that end it or its workers. */
  ownPortal: PortalOptions | undefined
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

const contextOf = (browser: Browser) => browser.newContext({ acceptDownloads: true })

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
    stop: async () => (await started)?.stop(),
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
  portal: async ({ ownPortal, shared }, use, testInfo) => {
    const server = ownPortal ? await startPortalServer(ownPortal) : await shared.fresh()
    const printed = server.output().length
    await use(server)
    if (ownPortal) await server.stop()
    if (testInfo.status !== testInfo.expectedStatus) {
      const body = ownPortal ? server.output() : server.output().slice(printed)
      await testInfo.attach('server.log', { body, contentType: 'text/plain' })
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

export { expect } from '@playwright/test'
